import type { Db, Tx } from './client.ts';
import { databaseTime } from './database-time.ts';
import type { CallbackState } from './generated/enums.ts';

/** A signature is sent within this time, or renewed: receivers accept five minutes. */
const SIGNED_MS = 30_000;
/** Longer than sending can take, so that only a process that died loses its lease. */
const LEASE_MS = 60_000;
const MINUTE_MS = 60_000;
/** The schedule that Standard Webhooks suggests: over about a day. */
const PAUSES_MS = [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS, 300 * MINUTE_MS, 600 * MINUTE_MS];
/** The receiver does not want any more callbacks. */
const GONE = 410;

/** The maximum random share added to a pause: see `jittered`. */
const JITTER = 0.1;
const LONGEST_PAUSES_MS = PAUSES_MS.map((ms) => Math.ceil(ms * (1 + JITTER)));

/**
 * Callbacks to sign: their time has come, a job or a process was lost on the way, or the clock
 * was set back, so that they are due later than any of our pauses allows.
 * @returns their ids, which no other caller gets for the next 30 seconds
 */
export async function dueCallbacks(db: Db, most: number, given?: Date): Promise<{ id: string; batchId: string }[]> {
  const now = given ?? (await databaseTime(db));
  const again = new Date(now.getTime() + SIGNED_MS);
  return await db.$queryRaw<{ id: string; batchId: string }[]>`
    update callback set state = 'signed', signature = null, due_at = ${again}
    where id in (select id from callback where state in ('pending', 'signed', 'sending')
      and (due_at < ${now} or due_at > ${now}::timestamptz + interval '1 ms' * (${2 * LEASE_MS}::int +
        case state when 'pending' then coalesce((${LONGEST_PAUSES_MS}::int[])[fence], 0) else 0 end))
      order by due_at limit ${most} for update skip locked)
    returning id::text, batch_id::text as "batchId"`;
}

/** @returns the body to sign: that of the first signing if there was one */
export async function keepCallbackBody(db: Db, id: string, body: string): Promise<string> {
  await db.callback.updateMany({ where: { id, body: null }, data: { body } });
  return (await db.callback.findUniqueOrThrow({ where: { id }, select: { body: true } })).body ?? body;
}

export async function storeSignature(db: Db, id: string, signature: string, signedAt: Date): Promise<void> {
  await db.callback.updateMany({ where: { id, state: 'signed' }, data: { signature, signedAt } });
}

/** One attempt to send. */
export interface CallbackCall {
  id: string;
  fence: number;
  url: string;
  body: string;
  signature: string;
  signedAt: Date;
}

/** @returns null when it is over, not signed, or being sent by another process */
export async function beginCallback(db: Db, id: string, given?: Date): Promise<CallbackCall | null> {
  const now = given ?? (await databaseTime(db));
  const [row] = await db.callback.updateManyAndReturn({
    where: { id, state: 'signed', signature: { not: null }, dueAt: { gt: now } },
    data: { state: 'sending', fence: { increment: 1 }, dueAt: new Date(now.getTime() + LEASE_MS) },
  });
  if (!row || row.body === null || row.signature === null || row.signedAt === null) return null;
  const { fence, url, body, signature, signedAt } = row;
  return { id, fence, url, body, signature, signedAt };
}

export interface CallbackOutcome {
  status: number | null;
  error: string | null;
  durationMs: number;
}

/** @returns its new state */
export async function endCallback(
  db: Db,
  { id, fence }: Pick<CallbackCall, 'id' | 'fence'>,
  outcome: CallbackOutcome,
  given?: Date,
): Promise<CallbackState> {
  const now = given ?? (await databaseTime(db));
  const { status } = outcome;
  const pause = PAUSES_MS[fence - 1];
  const delivered = status !== null && status >= 200 && status < 300;
  const state = delivered ? 'delivered' : status === GONE || pause === undefined ? 'failed' : 'pending';
  await db.$transaction(async (tx) => {
    await tx.callbackAttempt.createMany({
      data: { callbackId: id, number: fence, at: now, ...outcome },
      skipDuplicates: true,
    });
    await tx.callback.updateMany({
      where: { id, fence, state: 'sending' },
      data: {
        state,
        signature: null,
        ...(state !== 'pending' && { body: null }),
        dueAt: new Date(now.getTime() + jittered(pause ?? 0)),
      },
    });
  });
  return state;
}

/** Many batches may end while a receiver is down: spreads their retries over time. */
function jittered(ms: number): number {
  return ms * (1 + Math.random() * JITTER);
}

export async function findCallback(db: Tx, batchId: string) {
  return await db.callback.findUnique({
    where: { batchId },
    include: { attempts: { orderBy: { number: 'asc' } } },
  });
}
