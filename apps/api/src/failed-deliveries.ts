import type { Db } from '@palisade/db/client';
import type { OpsHealth } from '@palisade/ops/queue-health';

const SHOWN = 50;

/** What somebody paid for and did not get, or may not have got: an operator has to look at each. */
export async function failedDeliveries(db: Db): Promise<OpsHealth['failedDeliveries']> {
  const [messages, reports] = await Promise.all([
    db.mailMessage.findMany({
      where: { OR: [{ state: 'failed' }, { state: 'unknown', nextAttemptAt: null }] },
      orderBy: { createdAt: 'desc' },
      take: SHOWN,
    }),
    db.complianceReport.findMany({ where: { state: 'failed' }, orderBy: { createdAt: 'desc' }, take: SHOWN }),
  ]);
  return [
    ...messages.map((message) => ({
      id: message.id,
      what: `e-mail ${message.template}${message.state === 'unknown' ? ' (may have arrived)' : ''}`,
      attempts: message.attempts,
      error: message.lastError ?? '',
      at: (message.firstAttemptAt ?? message.createdAt).toISOString(),
    })),
    ...reports.map((report) => ({
      id: report.id,
      what: 'compliance report (token given back)',
      attempts: report.attempts,
      error: report.lastError ?? '',
      at: (report.failedAt ?? report.createdAt).toISOString(),
    })),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
}
