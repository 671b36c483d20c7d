import { Prisma, type Db, type Tx } from './client.ts';
import { databaseTime } from './database-time.ts';
import type { BatchScanState, CallbackState } from './generated/enums.ts';

export type { BatchScanState };

/** A job is added immediately; the sweep finds scans whose job was lost. */
const JOB_MS = 30_000;
/** Later than any pause or lease of a batch's scan can end: something due after that means that the clock was set back. */
const FURTHEST_MS = 15 * 60_000;

/** Its time has come, or the clock was set back. */
const dueBy = (now: Date) => Prisma.sql`(one.due_at < ${now} or one.due_at > ${new Date(now.getTime() + FURTHEST_MS)})`;

export interface BatchOrder {
  id: string;
  keyId: string;
  keyVersion: number;
  callbackUrl: string | null;
  deadline: Date;
  /** In the caller's order. */
  scans: readonly { id: string; url: string; reservationId: string }[];
}

/** In the transaction that reserves the units. */
export async function insertBatch(tx: Tx, { scans, ...batch }: BatchOrder, given?: Date): Promise<void> {
  const now = given ?? (await databaseTime(tx));
  await tx.scanBatch.create({ data: { ...batch, createdAt: now } });
  const dueAt = new Date(now.getTime() + JOB_MS);
  await tx.batchScan.createMany({
    data: scans.map((scan, position) => ({ ...scan, batchId: batch.id, position, dueAt })),
  });
}

export interface BatchRow {
  id: string;
  keyId: string;
  keyVersion: number;
  callbackUrl: string | null;
  createdAt: Date;
  deadline: Date;
  callback: { state: CallbackState } | null;
  scans: {
    url: string;
    state: BatchScanState;
    reportId: string | null;
    grade: string | null;
    score: number | null;
    provisional: boolean | null;
    status: number | null;
    error: string | null;
    finishedAt: Date | null;
  }[];
}

/** @param keyId null: for any key */
export async function findBatch(db: Tx, id: string, keyId: string | null): Promise<BatchRow | null> {
  return await db.scanBatch.findUnique({
    where: { id, ...(keyId !== null && { keyId }) },
    include: {
      callback: { select: { state: true } },
      scans: {
        orderBy: { position: 'asc' },
        omit: { id: true, batchId: true, position: true, reservationId: true, fence: true, dueAt: true },
      },
    },
  });
}

/** One attempt to scan a URL of a batch. Only the newest attempt may end it. */
export interface BatchScanHold {
  id: string;
  fence: number;
  batchId: string;
  url: string;
  reservationId: string;
  keyId: string;
  /** The deadline of its batch has passed. */
  late: boolean;
  keyActive: boolean;
}

/**
 * @param leaseMs longer than the longest possible scan request
 * @returns null when another process has it, or it is over
 */
export async function beginBatchScan(db: Db, id: string, leaseMs: number, given?: Date): Promise<BatchScanHold | null> {
  const now = given ?? (await databaseTime(db));
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const rows = await db.$queryRaw<BatchScanHold[]>`
    update batch_scan one set state = 'running', fence = one.fence + 1, due_at = ${leaseUntil}
    from scan_batch batch left join api_key "key" on "key".id = batch.key_id
    where one.id = ${id}::uuid and batch.id = one.batch_id
      and (one.state = 'waiting' or (one.state = 'running' and ${dueBy(now)}))
    returning one.id::text, one.fence, one.batch_id::text as "batchId", one.url,
      one.reservation_id::text as "reservationId", batch.key_id::text as "keyId", batch.deadline <= ${now} as late,
      coalesce("key".status = 'active', false) as "keyActive"`;
  return rows[0] ?? null;
}

/** It could not be scanned now: retry later. */
export async function putBackBatchScan(db: Db, { id, fence }: BatchScanHold, inMs: number): Promise<void> {
  const dueAt = new Date((await databaseTime(db)).getTime() + inMs);
  await db.batchScan.updateMany({ where: { id, fence, state: 'running' }, data: { state: 'waiting', dueAt } });
}

export type BatchScanEnd =
  | { state: 'done'; reportId: string; grade: string; score: number; provisional: boolean }
  | { state: 'failed'; status: number; error: string };

/**
 * Ends one scan of a batch, in the transaction that settles its unit. The last one to end
 * writes the callback: the batch row is locked, so that if two end at once the second sees the first.
 * @returns false when it was started again meanwhile, or is over: then this attempt must not settle the unit
 */
export async function endBatchScan(
  tx: Tx,
  hold: Pick<BatchScanHold, 'id' | 'fence' | 'batchId'>,
  end: BatchScanEnd,
  callbackId: string,
  given?: Date,
): Promise<boolean> {
  const now = given ?? (await databaseTime(tx));
  await tx.$queryRaw`select id::text from scan_batch where id = ${hold.batchId}::uuid for update`;
  const { count } = await tx.batchScan.updateMany({
    where: { id: hold.id, fence: hold.fence, state: 'running' },
    data: { ...end, finishedAt: now },
  });
  if (count === 0) return false;
  await tx.$executeRaw`
    insert into callback (id, batch_id, url, due_at)
    select ${callbackId}::uuid, id, callback_url, ${now} from scan_batch batch
    where id = ${hold.batchId}::uuid and callback_url is not null
      and not exists (select 1 from batch_scan where batch_id = batch.id and state in ('waiting', 'running'))
    on conflict (batch_id) do nothing`;
  return true;
}

/** Batch scans without a known job, oldest first. They are not returned again for a while. */
export async function dueBatchScans(db: Db, most: number, given?: Date): Promise<{ id: string; position: number }[]> {
  const now = given ?? (await databaseTime(db));
  const again = new Date(now.getTime() + JOB_MS);
  const rows = await db.$queryRaw<{ id: string; position: number; state: string }[]>`
    update batch_scan set due_at = case when state = 'waiting' then ${again} else due_at end
    where id in (select id from batch_scan one where state in ('waiting', 'running') and ${dueBy(now)}
      order by due_at limit ${most} for update skip locked)
    returning id::text, position`;
  return rows;
}

export async function purgeBatches(db: Db, before: Date): Promise<number> {
  return db.$executeRaw`
    delete from scan_batch batch where created_at < ${before}
      and not exists (select 1 from batch_scan where batch_id = batch.id and state in ('waiting', 'running'))`;
}

/** The account of this key is deleted: whatever still waits finds no active key and releases its unit. */
export async function forgetCallbacks(tx: Tx, keyIds: readonly string[]): Promise<void> {
  const ids = Prisma.join([...keyIds, '00000000-0000-4000-8000-000000000000'].map((id) => Prisma.sql`${id}::uuid`));
  await tx.$executeRaw`delete from callback where batch_id in (select id from scan_batch where key_id in (${ids}))`;
  await tx.$executeRaw`update scan_batch set callback_url = null where key_id in (${ids})`;
}
