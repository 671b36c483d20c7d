import { direct, Prisma, type Db, type Tx } from './client.ts';
import type { FurtherPages } from './further-pages.ts';
import type { ScanFailure } from './scan-failure.ts';
import { unpacked } from './packed.ts';
import { LEASE_MS, OVERDUE, reapScan } from './scan-leases.ts';

export type ScanResult = ({ ok: true; report: unknown } | { ok: false; failure: ScanFailure }) & {
  /** From when a worker took it until it was over; null when none did. */
  heldMs: number | null;
};

/** `background`: part of a batch, runs after everything that a caller waits for. */
export type ScanTier = 'free' | 'paid' | 'background';

interface WantedScan {
  id: string;
  url: string;
  tier: ScanTier;
  singleFlightKey: string;
  priority: number;
  /** Also scanned with a browser; so is a host whose owner is verified. */
  browser?: boolean;
  /** For the browser; undefined: only the page at the URL. */
  pages?: FurtherPages | undefined;
  /** A worker must have taken it by then: the longest the caller waits. */
  leaseMs?: number;
}

export interface FoundScan {
  id: string;
  joined: boolean;
  priority: number;
  /** No worker has taken it yet. */
  queued: boolean;
  /** The caller who started it. */
  tier: ScanTier;
  /** A browser scan is part of it. */
  browser: boolean;
}

/**
 * One statement that either starts a scan or joins the current one with the same
 * `singleFlightKey`, for any number of concurrent processes and callers. The scan takes the best
 * priority of its waiters (0 runs first), and a browser if one of them wants it before a
 * worker has taken it. A row whose lease has expired is not joined:
 * it is ended, and the scan starts again under a new id.
 * @returns the id to wait for
 */
export async function startOrJoinScan(db: Db, scan: WantedScan): Promise<FoundScan> {
  for (;;) {
    const [found] = (await direct(db, START_OR_JOIN, [
      scan.id,
      scan.url,
      scan.tier,
      scan.singleFlightKey,
      scan.priority,
      scan.browser ?? false,
      scan.pages === undefined ? null : JSON.stringify(scan.pages),
      scan.leaseMs ?? LEASE_MS,
      new URL(scan.url).host,
    ])) as [id: string, priority: number, tier: ScanTier, browser: boolean, queued: boolean, overdue: boolean][];
    if (!found) throw new Error('the scan was neither started nor joined');
    const [id, priority, tier, browser, queued, overdue] = found;
    if (!overdue || id === scan.id) return { id, joined: id !== scan.id, priority, tier, browser, queued };
    await reapScan(db, id);
  }
}

const START_OR_JOIN = `
  insert into scan (id, url, tier, live_key, priority, browser, pages, due_at)
  values ($1::uuid, $2, $3, $4, $5::int, $6::boolean or exists (select from owned_site where host = $9 and verified_at is not null), $7::json,
    now() + $8::int * interval '1 ms')
  on conflict (live_key) do update set
    waiters = scan.waiters + 1, priority = least(scan.priority, excluded.priority),
    browser = scan.browser or (excluded.browser and scan.state = 'queued')
  returning id::text, priority, tier, browser, state = 'queued' as queued, ${OVERDUE.sql} as overdue`;

/** @returns null when no equal scan is running */
export async function joinScan(db: Db, scan: { singleFlightKey: string; priority: number }): Promise<FoundScan | null> {
  const rows = await db.$queryRaw<Omit<FoundScan, 'joined'>[]>`
    update scan set waiters = waiters + 1, priority = least(priority, ${scan.priority})
    where live_key = ${scan.singleFlightKey} and not ${OVERDUE}
    returning id::text, priority, tier, browser, state = 'queued' as queued`;
  return rows[0] ? { ...rows[0], joined: true } : null;
}

/**
 * @param options.begun only those that a worker has taken
 * @returns the keys for which a scan is running
 */
export async function scansUnderWay(db: Db, keys: readonly string[], { begun = false } = {}): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ key: string }[]>`
    select live_key as "key" from scan
    where live_key in (${Prisma.join([...keys])}) and not ${OVERDUE} and (state = 'running' or not ${begun}::boolean)`;
  return new Set(rows.map(({ key }) => key));
}

/**
 * Removes one waiter. The last one to leave cancels the scan.
 * @returns true when this call cancelled the scan
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

/** Results of the scans that are over, in one query. */
export async function loadScanResults(db: Db, ids: readonly string[]): Promise<Map<string, ScanResult>> {
  const rows = (await direct(db, OVER, [`{${ids.join(',')}}`])) as OverRow[];
  return new Map(rows.map((row) => [row[0], scanResult(row)]));
}

const OVER = `
  select id::text, state::text, body, report::text, error::text,
    (extract(epoch from finished_at - started_at) * 1000)::float8 from scan
  where id = any($1::uuid[]) and state in ('done', 'failed', 'cancelled')`;

type OverRow = [
  id: string,
  state: string,
  body: Uint8Array | null,
  report: string | null,
  error: string | null,
  heldMs: number | null,
];

function scanResult([, state, body, report, error, heldMs]: OverRow): ScanResult {
  const text = state === 'done' ? reportText({ body, report }) : null;
  if (text !== null) return { ok: true, report: JSON.parse(text) as unknown, heldMs };
  if (error !== null) return { ok: false, failure: JSON.parse(error) as ScanFailure, heldMs };
  return { ok: false, failure: { kind: 'cancelled', message: 'the scan was cancelled' }, heldMs };
}

/** As text: parsed once by the reader, in the key order that the worker wrote. */
export function reportText({ body, report }: { body: Uint8Array | null; report: string | null }): string | null {
  return body === null ? report : unpacked(body).toString();
}

/** @returns the full report of a scan; null when there is none */
export async function findScanReport(db: Db, id: string): Promise<unknown> {
  const result = (await loadScanResults(db, [id])).get(id);
  return result?.ok ? result.report : null;
}

/** Scans running or waiting that take precedence over background scans. */
export async function scansOfCallers(db: Tx, backgroundPriority: number): Promise<number> {
  return await db.scan.count({
    where: { state: { in: ['queued', 'running'] }, priority: { lt: backgroundPriority } },
  });
}
