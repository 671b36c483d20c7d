import { direct, Prisma, type Db } from './client.ts';
import { packed, packedJson } from './packed.ts';
import type { ScanFailure } from './scan-failure.ts';
import type { FurtherPages } from './further-pages.ts';

/**
 * A live scan is a lease: its row says which worker runs it (`owner`), when it expires
 * (`due_at`), and how often it was taken (`fence`). A worker renews the lease while it scans. An
 * overdue scan belongs to no live process: it is ended by the next caller that requests the same scan, or by the
 * reaper, which needs neither queue nor API. All times are the database's.
 */
export const LEASE_MS = 20_000;
/** How much longer than a scan may take callers wait for it. */
const PATIENCE_MS = 5_000;
/**
 * A lease lasts as long as a caller waits for a scan: until then another worker may run it again, however slowly that
 * worker started. Ended before, it would be a 503 for callers who still have time.
 */
export const leaseFor = (scanTimeoutMs: number): number => Math.max(LEASE_MS, scanTimeoutMs + PATIENCE_MS);
/** Often enough that a database outage of about fifteen seconds ends no scan. */
export const RENEW_MS = 4_000;

/** The second half handles a clock that was set back: a lease from the future would never expire. */
export const OVERDUE = Prisma.sql`(scan.due_at < now() or scan.created_at > now() + interval '10 s')`;

/** One acquisition of a scan's lease. Only the newest may store a result. */
export interface ScanHold {
  id: string;
  fence: number;
}

interface ScanWork {
  url: string;
  tier: string;
  /** Also scanned with a browser. */
  browser: boolean;
  pages: FurtherPages | null;
}

/** @returns what to scan, or null when the scan is over or overdue */
export async function beginScan(
  db: Db,
  id: string,
  { owner = '', leaseMs = LEASE_MS }: { owner?: string; leaseMs?: number } = {},
): Promise<(ScanHold & ScanWork) | null> {
  const [row] = (await direct(db, BEGIN, [id, owner, leaseMs])) as [
    fence: number,
    url: string,
    tier: string,
    browser: boolean,
    pages: string | null,
  ][];
  if (!row) return null;
  const [fence, url, tier, browser, pages] = row;
  return { id, fence, url, tier, browser, pages: pages === null ? null : (JSON.parse(pages) as FurtherPages) };
}

const BEGIN = `
  update scan set state = 'running', started_at = coalesce(started_at, now()), owner = $2::text,
    fence = fence + 1, due_at = now() + $3::int * interval '1 ms'
  where id = $1::uuid and state in ('queued', 'running') and not ${OVERDUE.sql}
  returning fence, url, tier, browser, pages::text`;

/** @returns what is being scanned; null when it is over */
export async function scanUnderWay(db: Db, id: string): Promise<Pick<ScanWork, 'url' | 'pages'> | null> {
  const rows = await db.$queryRaw<Pick<ScanWork, 'url' | 'pages'>[]>`
    select url, pages from scan where id = ${id}::uuid and state = 'running'`;
  return rows[0] ?? null;
}

/**
 * Renews the leases of running scans.
 * @returns the ids that are still held; the others were ended, cancelled or taken by another worker
 */
export async function renewScans(db: Db, holds: readonly ScanHold[], leaseMs = LEASE_MS): Promise<Set<string>> {
  if (holds.length === 0) return new Set();
  const held = Prisma.join(holds.map(({ id, fence }) => Prisma.sql`(${id}::uuid, ${fence}::int)`));
  const rows = await db.$queryRaw<{ id: string }[]>`
    update scan set due_at = now() + ${leaseMs} * interval '1 ms'
    where (id, fence) in (${held}) and state = 'running' returning id::text`;
  return new Set(rows.map(({ id }) => id));
}

/** Packed evidence above this size is from a site that floods: its report is stored without it. */
const MOST_EVIDENCE_BYTES = 1024 * 1024;

/**
 * The first result stays. The result of a lease that was taken over meanwhile is dropped.
 * @param report text is stored unchanged; bytes are already packed
 * @param options.evidence what the report was made from, as canonical JSON; bytes are already packed
 * @param options.notify a PostgreSQL channel that is notified of its id on commit
 * @returns whether it was stored
 */
export async function finishScan(
  db: Db,
  hold: ScanHold,
  report: unknown,
  { evidence, notify }: { evidence?: string | Uint8Array | undefined; notify?: string | undefined } = {},
): Promise<boolean> {
  const body = report instanceof Uint8Array ? report : typeof report === 'string' ? packed(report) : packedJson(report);
  const seen = typeof evidence === 'string' ? packed(evidence) : (evidence ?? null);
  const kept = seen !== null && seen.length <= MOST_EVIDENCE_BYTES ? seen : null;
  return (await direct(db, FINISH, [hold.id, hold.fence, body, kept, notify ?? null])).length === 1;
}

/** One statement: otherwise a result whose evidence failed to be stored would look like one whose evidence was dropped. */
const FINISH = `
  with done as (
    update scan set state = 'done', body = $3::bytea, live_key = null, finished_at = now()
    where id = $1::uuid and fence = $2::int and state in ('queued', 'running') returning id),
  stored as (
    insert into scan_evidence (scan_id, body)
    select id, $4::bytea from done where $4::bytea is not null on conflict do nothing)
  select id::text, case when $5::text is not null then pg_notify($5::text, id::text)::text end as told from done`;

/** @returns whether it was stored */
export async function failScan(db: Db, hold: ScanHold, failure: ScanFailure): Promise<boolean> {
  const count = await db.$executeRaw`
    update scan set state = 'failed', error = ${JSON.stringify(failure)}::json, live_key = null, finished_at = now()
    where id = ${hold.id}::uuid and fence = ${hold.fence} and state in ('queued', 'running')`;
  return count === 1;
}

/** Ends the scan as failed, whichever worker holds its lease. */
export async function giveUpScan(db: Db, id: string, failure: ScanFailure): Promise<void> {
  await db.$executeRaw`
    update scan set state = 'failed', error = ${JSON.stringify(failure)}::json, live_key = null, finished_at = now(),
      fence = fence + 1
    where id = ${id}::uuid and state in ('queued', 'running')`;
}

/** A given-up scan is retried, even though no caller waits for it any more. */
export async function reopenScan(db: Db, id: string): Promise<void> {
  await db.$executeRaw`
    update scan set state = 'queued', error = null, started_at = null, finished_at = null,
      due_at = now() + ${LEASE_MS} * interval '1 ms', created_at = least(created_at, now())
    where id = ${id}::uuid and state = 'failed'`;
}

const LOST: ScanFailure = { kind: 'internal', message: 'the scan was lost' };

/**
 * Ends overdue scans: their callers can retry, and the URL can be scanned again.
 * @returns how many scans were ended
 */
export async function reapScans(db: Db): Promise<number> {
  return db.$executeRaw`
    update scan set state = 'failed', error = ${JSON.stringify(LOST)}::json, live_key = null, finished_at = now(),
      fence = fence + 1
    where state in ('queued', 'running') and ${OVERDUE}`;
}

export async function reapScan(db: Db, id: string): Promise<void> {
  await db.$executeRaw`
    update scan set state = 'failed', error = ${JSON.stringify(LOST)}::json, live_key = null, finished_at = now(),
      fence = fence + 1
    where id = ${id}::uuid and state in ('queued', 'running') and ${OVERDUE}`;
}
