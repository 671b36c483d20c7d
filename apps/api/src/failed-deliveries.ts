import { failedReports } from '@palisade/billing/failed-reports';
import type { Db } from '@palisade/db/client';
import type { FailedDelivery } from '@palisade/ops/ops-health';

const SHOWN = 50;
/** By then all tries are over or the job is lost: ten tries with doubling pauses take about half an hour. */
const EVENT_OVERDUE_MS = 3_600_000;

/** Emails that will not be retried, or must not be because they may have arrived. */
const GIVEN_UP_MAIL = {
  // It is free, and its link has expired: the visitor requests another.
  template: { not: 'sign_in' },
  OR: [{ state: 'failed' as const }, { state: 'unknown' as const, nextAttemptAt: null }],
  // A report that failed together with its email is listed as an open matter instead.
  NOT: { report: { state: 'failed' as const } },
};
const givenUpEvent = () => ({ processedAt: null, receivedAt: { lt: new Date(Date.now() - EVENT_OVERDUE_MS) } });

/** Failed deliveries of each kind. Counted from the rows themselves, because a queue forgets its failed jobs. */
export async function countFailedDeliveries(db: Db): Promise<Record<'mail' | 'report' | 'payment_event', number>> {
  const [mail, report, event] = await Promise.all([
    db.mailMessage.count({ where: GIVEN_UP_MAIL }),
    failedReports(db),
    db.providerEvent.count({ where: givenUpEvent() }),
  ]);
  return { mail, report: report.length, payment_event: event };
}

/** What someone paid for and did not get, or may not have got. An operator has to handle each. */
export async function failedDeliveries(db: Db): Promise<FailedDelivery[]> {
  const [messages, events] = await Promise.all([
    db.mailMessage.findMany({ where: GIVEN_UP_MAIL, orderBy: { createdAt: 'desc' }, take: SHOWN }),
    db.providerEvent.findMany({ where: givenUpEvent(), orderBy: { receivedAt: 'desc' }, take: SHOWN }),
  ]);
  return [
    ...messages.map((message) => ({
      id: message.id,
      what: `email ${message.template}${message.state === 'unknown' ? ' (may have arrived)' : ''}`,
      attempts: message.attempts,
      error: message.lastError ?? '',
      at: (message.firstAttemptAt ?? message.createdAt).toISOString(),
      again: againOf(message),
    })),
    ...events.map((event) => ({
      id: event.id,
      what: `${event.provider} event ${event.type}`,
      attempts: null,
      error: 'not handled: see its job, and run "billing reconcile"',
      at: event.receivedAt.toISOString(),
      again: null,
    })),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
}

function againOf(message: { reportId: string | null; ambiguous: boolean; state: string }): FailedDelivery['again'] {
  // When a report failed, the token that paid for it was given back: the report must not be sent as well.
  if (message.reportId !== null) return null;
  return message.ambiguous || message.state === 'unknown' ? 'may double' : 'safe';
}

/** Makes the message due again, with all its tries. The clock enqueues it within two seconds. */
export async function sendAgain(db: Db, id: string): Promise<'done' | 'gone' | 'not failed'> {
  const { count } = await db.mailMessage.updateMany({
    where: { id, reportId: null, ...GIVEN_UP_MAIL },
    data: { state: 'pending', attempts: 0, firstAttemptAt: null, nextAttemptAt: new Date() },
  });
  if (count === 1) return 'done';
  return (await db.mailMessage.count({ where: { id } })) === 0 ? 'gone' : 'not failed';
}
