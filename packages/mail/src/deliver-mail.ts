import type { Db, Tx } from '@palisade/db/client';
import { databaseTime } from '@palisade/db/database-time';
import { z } from 'zod';
import { fileName, mailLine, renderedMail } from './encode.ts';
import type * as Messages from './message.tsx';
import { parseContent, USELESS_AFTER_MS } from './payloads.ts';
import type { OutgoingMail, SendMail, SendResult } from './outgoing.ts';
import { afterAttempt, LONGEST_DELAY_MS } from './retry-plan.ts';

export interface MailDeps {
  db: Db;
  send: SendMail;
  from: string;
  serviceName: string;
  /** The seller in one line: printed below the payment. */
  seller?: string | null;
  /** In the transaction that marks the message; `reportId` is the attached report. */
  onSent?: (tx: Tx, message: { id: string; reportId: string | null }) => Promise<void>;
  onFailed?: (tx: Tx, message: { id: string; reportId: string | null; reason: string }) => Promise<void>;
  /** It may have arrived, is not retried, and the outcome stays unknown. */
  onNeverKnown?: (tx: Tx, message: { id: string; reportId: string | null; reason: string }) => Promise<void>;
  now?: () => Date;
}

export type Delivery =
  | { state: 'sent' }
  /** Nothing to do: sent before, given up, not due, or another process has it. */
  | { state: 'not-due' }
  | { state: 'later'; at: Date; reason: string }
  /** An operator has to check: it may or may not have arrived, and a retry could deliver it twice. */
  | { state: 'unknown'; reason: string }
  | { state: 'failed'; reason: string };

/** Longer than sending can take, so that only a process that died loses its lease. */
const LEASE_MS = 60_000;
/** A process that reads the time later can still write first. Its lease then looks this much too long, at most. */
const OVERTAKEN_MS = 60_000;

/** As stored. */
const Rendered = z
  .object({ from: z.string(), subject: z.string(), html: z.string(), text: z.string() })
  .transform(({ from, subject, html, text }) => ({
    from: mailLine(from),
    subject: mailLine(subject),
    ...renderedMail(html, text),
  }));

/** Sends one message, if it is due. Safe to call at any time, from any number of processes. */
export async function deliverMail(deps: MailDeps, id: string): Promise<Delivery> {
  const now = deps.now?.() ?? (await databaseTime(deps.db));
  const message = await claim(deps.db, id, now);
  if (message === null) return { state: 'not-due' };
  let result: SendResult;
  try {
    const ageMs = now.getTime() - message.createdAt.getTime();
    result =
      ageMs > (USELESS_AFTER_MS[message.template] ?? Infinity)
        ? { outcome: 'permanent', reason: 'its link has expired in the meantime' }
        : await deps.send(await outgoing(deps, message));
  } catch (error) {
    // Our error, not the mail service's: an invalid payload, a report without its document.
    result = { outcome: 'retryable', reason: (error as Error).message };
  }
  return await settle(deps, message, result);
}

/** Ids of due messages, oldest first: the scheduled run finds with them what a crash left behind. */
export async function dueMail(db: Db, limit: number, given?: Date): Promise<string[]> {
  const now = given ?? (await databaseTime(db));
  const rows = await db.mailMessage.findMany({
    where: { OR: [ready(now), abandoned(now)] },
    orderBy: { createdAt: 'asc' },
    take: limit,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/**
 * A time later than any that is ever set was set before the clock was set back: it counts as past; otherwise
 * mail would wait for as long as the clock went back.
 */
function ready(now: Date) {
  return {
    state: { in: ['pending' as const, 'unknown' as const] },
    OR: [
      { nextAttemptAt: { lte: now } },
      { nextAttemptAt: { not: null }, attempts: 0 },
      { nextAttemptAt: { gt: new Date(now.getTime() + LONGEST_DELAY_MS + OVERTAKEN_MS) } },
    ],
  };
}

function abandoned(now: Date) {
  const never = new Date(now.getTime() + LEASE_MS + OVERTAKEN_MS);
  return { state: 'sending' as const, OR: [{ leaseUntil: { lte: now } }, { leaseUntil: { gt: never } }] };
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>;

async function claim(db: Db, id: string, now: Date) {
  // An expired lease belonged to a process that died, perhaps between sending and recording.
  await db.mailMessage.updateMany({
    where: { id, ...abandoned(now) },
    data: { state: 'unknown', ambiguous: true, nextAttemptAt: now, leaseUntil: null },
  });
  const [message] = await db.mailMessage.updateManyAndReturn({
    where: { id, ...ready(now) },
    data: { state: 'sending', attempts: { increment: 1 }, leaseUntil: new Date(now.getTime() + LEASE_MS) },
  });
  if (!message) return null;
  if (message.firstAttemptAt !== null) return message;
  return await db.mailMessage.update({ where: { id }, data: { firstAttemptAt: now } });
}

async function outgoing(deps: MailDeps, message: Claimed): Promise<OutgoingMail> {
  const rendered = message.rendered === null ? await renderOnce(deps, message) : Rendered.parse(message.rendered);
  return {
    id: message.id,
    to: mailLine(message.to),
    ...rendered,
    attachments: await attachmentsOf(deps.db, message.reportId),
  };
}

/** On the first message: loading the templates takes a third of a second of every start, and much of a process's memory. */
let loading: Promise<typeof Messages> | undefined;
const messages = () => (loading ??= import('./message.tsx'));

/** Stored before the first attempt: a release that changes a template must not change a message in flight. */
async function renderOnce(deps: MailDeps, message: Claimed): Promise<z.infer<typeof Rendered>> {
  const content = parseContent(message.template, message.payload);
  const { renderMessage } = await messages();
  const rendered = {
    from: mailLine(deps.from),
    ...(await renderMessage(content, deps.serviceName, deps.seller ?? null)),
  };
  await deps.db.mailMessage.update({ where: { id: message.id }, data: { rendered } });
  return rendered;
}

async function attachmentsOf(db: Db, reportId: string | null): Promise<OutgoingMail['attachments']> {
  if (reportId === null) return [];
  const report = await db.complianceReport.findUnique({
    where: { id: reportId },
    select: { pdf: true, fileName: true },
  });
  if (!report?.pdf || report.fileName === null) throw new Error('the report has no document to attach');
  return [{ fileName: fileName(report.fileName), contentType: 'application/pdf', content: report.pdf }];
}

async function settle(deps: MailDeps, message: Claimed, result: SendResult): Promise<Delivery> {
  const now = deps.now?.() ?? (await databaseTime(deps.db));
  const { id, reportId } = message;
  if (result.outcome === 'sent') {
    await deps.db.$transaction(async (tx) => {
      const { count } = await tx.mailMessage.updateMany({
        where: { id, state: { not: 'sent' } },
        // Tokens and keys are deleted as soon as they are no longer needed.
        data: {
          state: 'sent',
          sentAt: now,
          providerId: result.providerId,
          payload: {},
          rendered: {},
          nextAttemptAt: null,
          leaseUntil: null,
          lastError: null,
        },
      });
      if (count === 1) await deps.onSent?.(tx, { id, reportId });
    });
    return { state: 'sent' };
  }
  const { reason } = result;
  const plan = afterAttempt(message, result, now);
  // This attempt and no later one: a sender whose lease ran out knows nothing of what the next one is at.
  const held = { id, state: 'sending' as const, attempts: message.attempts };
  if (plan.state === 'failed' || plan.at === null) {
    const { state } = plan;
    const over = state === 'failed' ? deps.onFailed : deps.onNeverKnown;
    return await deps.db.$transaction(async (tx): Promise<Delivery> => {
      const { count } = await tx.mailMessage.updateMany({
        where: held,
        data: {
          state,
          ...(state === 'unknown' ? { ambiguous: true } : {}),
          nextAttemptAt: null,
          leaseUntil: null,
          lastError: reason,
        },
      });
      if (count === 0) return { state: 'not-due' };
      await over?.(tx, { id, reportId, reason });
      return { state, reason };
    });
  }
  const { count } = await deps.db.mailMessage.updateMany({
    where: held,
    data: { state: plan.state, ambiguous: plan.ambiguous, nextAttemptAt: plan.at, leaseUntil: null, lastError: reason },
  });
  return count === 0 ? { state: 'not-due' } : { state: 'later', at: plan.at, reason };
}
