import { Prisma, type Db, type Tx } from './client.ts';
import { wishOfOwners } from './listing-wishes.ts';
import type { ScanFailure } from './scan-failure.ts';
import { reportText } from './scans.ts';

const HOUR_MS = 3_600_000;
/** Daily, minus the duration of a check and of caches: an opt-out takes effect within a day. */
const EVERY_MS = 23.5 * HOUR_MS;
/** A scan that is not over by then never will be: its worker and its row are gone. */
const LOST_AFTER_MS = 15 * 60_000;
/** A scan that ended because of us (a restart, a paused queue) says nothing about the host: it is repeated the same day. */
const AGAIN_MS = HOUR_MS;

/** The owner's statement in DNS or on the site; `unknown` when neither could be read. */
export type ListingDirective = 'list' | 'opt-out' | 'none' | 'unknown';

/** By the operator. Overrides an opt-out in DNS, which the next scan checks again, but not that of a verified owner. */
export async function listHost(db: Tx, host: string): Promise<void> {
  const optedOutAt = (await wishOfOwners(db, host)) === 'opt_out' ? new Date() : null;
  await db.listedHost.upsert({
    where: { host },
    create: { host, listedBy: 'operator', optedOutAt },
    update: { listedBy: 'operator', optedOutAt, nextScanAt: new Date() },
  });
}

/** @returns false when it was not listed. Its results go with it. */
export async function unlistHost(db: Tx, host: string): Promise<boolean> {
  const { count } = await db.listedHost.deleteMany({ where: { host } });
  await db.hostResult.deleteMany({ where: { host } });
  return count === 1;
}

/** Applies the owner's opt-out: from DNS, the site, or a verified account. An opt-out anywhere counts. */
export async function applyListingDirective(
  db: Db,
  host: string,
  directive: ListingDirective,
  now = new Date(),
): Promise<void> {
  const wish = await wishOfOwners(db, host);
  const silent = directive === 'none' || directive === 'unknown';
  switch (wish === 'opt_out' ? 'opt-out' : wish === 'list' && silent ? 'list' : directive) {
    case 'opt-out':
      await db.$transaction(async (tx) => {
        await tx.listedHost.updateMany({ where: { host, optedOutAt: null }, data: { optedOutAt: now } });
        await tx.hostResult.deleteMany({ where: { host } });
      });
      return;
    case 'list':
      await db.listedHost.upsert({
        where: { host },
        create: { host, listedBy: 'owner' },
        update: { optedOutAt: null },
      });
      return;
    case 'none': {
      // Listed only at its owner's request, which has been withdrawn.
      const { count } = await db.listedHost.deleteMany({ where: { host, listedBy: 'owner' } });
      if (count > 0) await db.hostResult.deleteMany({ where: { host } });
      return;
    }
    case 'unknown':
  }
}

/** The listing state of a host; null: it was never listed. */
export async function listingOf(db: Tx, host: string): Promise<'listed' | 'opted_out' | null> {
  const row = await db.listedHost.findUnique({ where: { host }, select: { optedOutAt: true } });
  return row && (row.optedOutAt === null ? 'listed' : 'opted_out');
}

/** Takes up to `most` hosts that are due, each for one caller only. */
export async function takeDueHosts(
  db: Db,
  { most, scanIds, now = new Date() }: { most: number; scanIds: () => string; now?: Date },
): Promise<{ host: string; scanId: string }[]> {
  const due = await db.listedHost.findMany({
    where: { optedOutAt: null, scanId: null, nextScanAt: { lte: now } },
    orderBy: { nextScanAt: 'asc' },
    select: { host: true },
    take: most,
  });
  const taken: { host: string; scanId: string }[] = [];
  for (const { host } of due) {
    const scanId = scanIds();
    const { count } = await db.listedHost.updateMany({
      where: { host, scanId: null, optedOutAt: null },
      data: { scanId, scanSince: now, nextScanAt: new Date(now.getTime() + EVERY_MS) },
    });
    if (count === 1) taken.push({ host, scanId });
  }
  return taken;
}

export interface EndedScan {
  host: string;
  scanId: string;
  /** Null: it failed, was cancelled or is lost. */
  report: unknown;
  error: string | null;
  /** There is no report because of a fault of ours. */
  oursToRepeat: boolean;
}

/** Scans of listed hosts that have ended. */
export async function endedHostScans(db: Db, now = new Date()): Promise<EndedScan[]> {
  const lost = new Date(now.getTime() - LOST_AFTER_MS);
  const rows = await db.$queryRaw<EndedRow[]>`
    select h.host, h.scan_id::text as "scanId", s.body, s.report::text as report, s.error::text as error
    from listed_host h left join scan s on s.id = h.scan_id
    where h.scan_id is not null and (s.state in ('done', 'failed', 'cancelled') or h.scan_since < ${lost})`;
  return await Promise.all(
    rows.map(async ({ host, scanId, error, ...stored }) => {
      const report = reportText(stored);
      if (report !== null)
        return { host, scanId, report: JSON.parse(report) as unknown, error: null, oursToRepeat: false };
      const failure = error === null ? null : (JSON.parse(error) as ScanFailure);
      return {
        host,
        scanId,
        report: null,
        error: failure?.message ?? 'the scan was lost',
        oursToRepeat: failure === null || failure.kind === 'internal' || failure.kind === 'cancelled',
      };
    }),
  );
}

interface EndedRow {
  host: string;
  scanId: string;
  body: Uint8Array | null;
  report: string | null;
  error: string | null;
}

export async function hostScansUnderWay(db: Db): Promise<number> {
  return await db.listedHost.count({ where: { scanId: { not: null } } });
}

/** The scan has ended and was processed; `error` says why there is no result. @returns false when that was done already */
export async function settleHostScan(
  db: Tx,
  { host, scanId, oursToRepeat }: EndedScan,
  error: string | null,
  now = new Date(),
): Promise<boolean> {
  const { count } = await db.listedHost.updateMany({
    where: { host, scanId },
    data: {
      scanId: null,
      scanSince: null,
      lastError: error,
      ...(oursToRepeat && { nextScanAt: new Date(now.getTime() + AGAIN_MS) }),
    },
  });
  return count === 1;
}

/** For the operator's list. */
export async function allListedHosts(db: Tx): Promise<
  {
    host: string;
    listedBy: string;
    listedAt: Date;
    optedOutAt: Date | null;
    lastError: string | null;
    grade: string | null;
    scannedAt: Date | null;
  }[]
> {
  return await db.$queryRaw`
    select h.host, h.listed_by::text as "listedBy", h.listed_at as "listedAt", h.opted_out_at as "optedOutAt",
      h.last_error as "lastError", r.grade, r.scanned_at as "scannedAt"
    from listed_host h left join lateral (
      select grade, scanned_at from host_result where host = h.host order by scanned_at desc limit 1) r on true
    order by h.host`;
}

export const SORTS = ['score', 'host', 'date', 'trend'] as const;
export type Sort = (typeof SORTS)[number];

const ORDER: Readonly<Record<Sort, Prisma.Sql>> = {
  score: Prisma.sql`r.score desc, h.host`,
  host: Prisma.sql`h.host`,
  date: Prisma.sql`r.scanned_at desc, h.host`,
  trend: Prisma.sql`coalesce(r.score - p.score, 0) desc, h.host`,
};

export interface RankedHost {
  host: string;
  grade: string;
  score: number;
  /** Difference in points from the previous result; null for the first. */
  trend: number | null;
  scannedAt: Date;
}

/** The latest result of each public host that has one. */
export async function rankedHosts(
  db: Tx,
  wanted: { sort: Sort; grade?: string | undefined; host?: string | undefined; limit: number; offset: number },
): Promise<{ total: number; hosts: RankedHost[] }> {
  const filters = [
    Prisma.sql`h.opted_out_at is null`,
    ...(wanted.grade === undefined ? [] : [Prisma.sql`r.grade = ${wanted.grade}`]),
    ...(wanted.host === undefined ? [] : [Prisma.sql`position(${wanted.host} in h.host) > 0`]),
  ];
  const from = Prisma.sql`from listed_host h
    join lateral (select * from host_result where host = h.host order by scanned_at desc limit 1) r on true
    left join lateral (
      select score from host_result where host = h.host and scanned_at < r.scanned_at
      order by scanned_at desc limit 1) p on true
    where ${Prisma.join(filters, ' and ')}`;
  const [hosts, counted] = await Promise.all([
    db.$queryRaw<RankedHost[]>`
      select h.host, r.grade, r.score, r.score - p.score as trend, r.scanned_at as "scannedAt" ${from}
      order by ${ORDER[wanted.sort]} limit ${wanted.limit} offset ${wanted.offset}`,
    db.$queryRaw<{ total: number }[]>`select count(*)::int as total ${from}`,
  ]);
  return { total: counted[0]?.total ?? 0, hosts };
}
