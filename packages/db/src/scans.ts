import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { Prisma, type Db } from './client.ts';

/** Why a scan gave no report, as it travels from a worker to whoever waits. */
export interface ScanFailure {
  kind: 'refused' | 'unreachable' | 'internal' | 'cancelled';
  /** For `unreachable`: the network fault's code. */
  code?: string;
  message: string;
}

export type ScanResult = ({ ok: true; report: unknown } | { ok: false; failure: ScanFailure }) & {
  /** From the moment a worker took it until it was over; null when none did. */
  heldMs: number | null;
};

export type ScanTier = 'free' | 'paid';

/**
 * One statement that either starts a scan or joins the one that is under way for the
 * same `singleFlightKey`, whichever process asks and however many ask at once. The scan takes the
 * best priority of those who wait for it: 0 is the first to run.
 * @returns the id to wait for
 */
export async function startOrJoinScan(
  db: Db,
  scan: { id: string; url: string; tier: ScanTier; singleFlightKey: string; priority: number },
): Promise<{ id: string; joined: boolean; priority: number }> {
  const rows = await db.$queryRaw<{ id: string; priority: number }[]>`
    insert into scan (id, url, tier, live_key, priority)
    values (${scan.id}::uuid, ${scan.url}, ${scan.tier}, ${scan.singleFlightKey}, ${scan.priority})
    on conflict (live_key) do update set
      waiters = scan.waiters + 1, priority = least(scan.priority, excluded.priority)
    returning id::text, priority`;
  const { id, priority } = rows[0] ?? scan;
  return { id, joined: id !== scan.id, priority };
}

/** @returns null when no equal scan is under way */
export async function joinScan(
  db: Db,
  scan: { singleFlightKey: string; priority: number },
): Promise<{ id: string; joined: boolean; priority: number } | null> {
  const rows = await db.$queryRaw<{ id: string; priority: number }[]>`
    update scan set waiters = waiters + 1, priority = least(priority, ${scan.priority})
    where live_key = ${scan.singleFlightKey} returning id::text, priority`;
  return rows[0] ? { ...rows[0], joined: true } : null;
}

/** @returns those of the keys for which a scan is under way */
export async function scansUnderWay(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ key: string }[]>`
    select live_key as "key" from scan where live_key in (${Prisma.join([...keys])})`;
  return new Set(rows.map(({ key }) => key));
}

/** How many scans wait to be begun, by priority. */
export async function queuedScans(db: Db, since: Date): Promise<{ priority: number; scans: number }[]> {
  return await db.$queryRaw`
    select priority, count(*)::int as scans from scan
    where state = 'queued' and created_at > ${since} group by priority`;
}

/** @returns what to scan, or null when the scan is over already (finished elsewhere, or cancelled) */
export async function beginScan(db: Db, id: string): Promise<{ url: string; tier: string } | null> {
  const rows = await db.$queryRaw<{ url: string; tier: string }[]>`
    update scan set state = 'running', started_at = coalesce(started_at, now())
    where id = ${id}::uuid and state in ('queued', 'running') returning url, tier`;
  return rows[0] ?? null;
}

const compress = promisify(zstdCompress);
/** Evidence beyond this, compressed, is of a site that floods: its report is kept without. */
const MOST_EVIDENCE_BYTES = 1024 * 1024;

/**
 * Idempotent: the first result stays, a second one (a job that ran twice) is dropped.
 * @param evidence what the report was made from, as canonical JSON
 */
export async function finishScan(db: Db, id: string, report: unknown, evidence?: string): Promise<void> {
  const body = evidence === undefined ? null : new Uint8Array(await compress(evidence));
  const kept = body !== null && body.length <= MOST_EVIDENCE_BYTES ? body : null;
  // One statement: a result without its evidence could never be told from one whose evidence was dropped.
  await db.$executeRaw`
    with done as (
      update scan set state = 'done', report = ${JSON.stringify(report)}::json, live_key = null, finished_at = now()
      where id = ${id}::uuid and state in ('queued', 'running') returning id)
    insert into scan_evidence (scan_id, body)
    select id, ${kept}::bytea from done where ${kept}::bytea is not null on conflict do nothing`;
}

export async function failScan(db: Db, id: string, failure: ScanFailure): Promise<void> {
  await db.$executeRaw`
    update scan set state = 'failed', error = ${JSON.stringify(failure)}::json, live_key = null, finished_at = now()
    where id = ${id}::uuid and state in ('queued', 'running')`;
}

/** What was given up is to be tried again, though nobody waits for it any more. */
export async function reopenScan(db: Db, id: string): Promise<void> {
  await db.$executeRaw`
    update scan set state = 'queued', error = null, started_at = null, finished_at = null
    where id = ${id}::uuid and state = 'failed'`;
}

/**
 * One waiter less. The last one to go takes the scan with him.
 * @returns true when the scan was cancelled by this
 */
export async function leaveScan(db: Db, id: string): Promise<boolean> {
  const rows = await db.$queryRaw<{ state: string }[]>`
    update scan set
      waiters = waiters - 1,
      state = case when waiters <= 1 then 'cancelled'::"ScanState" else state end,
      live_key = case when waiters <= 1 then null else live_key end,
      finished_at = case when waiters <= 1 then now() else finished_at end
    where id = ${id}::uuid and state in ('queued', 'running') returning state::text`;
  return rows[0]?.state === 'cancelled';
}

/** Results of those scans that are over, in one query. */
export async function loadScanResults(db: Db, ids: readonly string[]): Promise<Map<string, ScanResult>> {
  // As text: parsed once here, and the order of the report's keys is what the worker wrote.
  const rows = await db.$queryRaw<OverRow[]>`
    select id::text, state::text, report::text, error::text,
      (extract(epoch from finished_at - started_at) * 1000)::float8 as "heldMs" from scan
    where id in (${Prisma.join(ids.map((id) => Prisma.sql`${id}::uuid`))}) and state in ('done', 'failed', 'cancelled')`;
  return new Map(rows.map((row) => [row.id, scanResult(row)]));
}

interface OverRow {
  id: string;
  state: string;
  report: string | null;
  error: string | null;
  heldMs: number | null;
}

function scanResult({ state, report, error, heldMs }: OverRow): ScanResult {
  if (state === 'done' && report !== null) return { ok: true, report: JSON.parse(report) as unknown, heldMs };
  if (error !== null) return { ok: false, failure: JSON.parse(error) as ScanFailure, heldMs };
  return { ok: false, failure: { kind: 'cancelled', message: 'the scan was cancelled' }, heldMs };
}
