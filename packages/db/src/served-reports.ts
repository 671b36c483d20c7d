import { direct, type Db, type Tx, type DirectValue } from './client.ts';
import type { ReportColumn } from './generated/enums.ts';
import { unpacked } from './packed.ts';

export type { ReportColumn };

const DAY_MS = 86_400_000;
/** How long a report stays at its address. */
const KEPT_MS: Readonly<Record<ReportColumn, number>> = {
  free: 30 * DAY_MS,
  free_with_fixes: 30 * DAY_MS,
  pro: 400 * DAY_MS,
  one_time: 400 * DAY_MS,
};

export interface NewServedReport {
  id: string;
  scanId: string;
  column: ReportColumn;
  owner: string | null;
  host: string;
  grade: string;
  score: number;
  provisional: boolean;
  engineVersion: string;
  scannedAt: string;
  /** The JSON text as it is served, compressed (packed.ts). */
  body: Uint8Array;
  preparedFor?: string | null;
  preparedBy?: string | null;
}

export async function insertServedReport(db: Db, report: NewServedReport, now = new Date()): Promise<void> {
  await direct(db, `${INSERT} select ${VALUES}`, valuesOf(report, now));
}

/**
 * Stores the report and consumes the unit of a quota that pays for it, both or neither, in one statement.
 * @returns false when the unit is no longer held: then nothing is stored
 */
export async function keepForUnit(db: Db, report: NewServedReport, unitId: string, now = new Date()): Promise<boolean> {
  const values = [...valuesOf(report, now), unitId, 'held'];
  return (await direct(db, KEEP_FOR_UNIT, values)).length === 1;
}

function valuesOf(report: NewServedReport, now: Date): DirectValue[] {
  return [
    report.id,
    report.scanId,
    report.column,
    report.owner,
    report.host,
    report.grade,
    report.score,
    report.provisional,
    report.engineVersion,
    report.scannedAt,
    report.body,
    report.preparedFor ?? null,
    report.preparedBy ?? null,
    now.toISOString(),
    new Date(now.getTime() + KEPT_MS[report.column]).toISOString(),
  ];
}

const INSERT = `
  insert into served_report (id, scan_id, "column", owner, host, grade, score, provisional, engine_version, scanned_at,
    body, prepared_for, prepared_by, created_at, expires_at)`;
const VALUES = `$1, $2::uuid, $3::"ReportColumn", $4, $5, $6, $7::int, $8::boolean, $9, $10::timestamptz, $11::bytea, $12, $13,
    $14::timestamptz, $15::timestamptz`;

/** `held` is a parameter as in packages/access/src/quota.ts. */
const KEEP_FOR_UNIT = `
  with spent as (
    update quota_reservation set state = 'consumed', settled_at = $14::timestamptz
    where id = $16::uuid and state = $17::"ReservationState" returning id)
  ${INSERT} select ${VALUES} from spent returning id`;

export interface OpenReport {
  state: 'kept';
  id: string;
  scanId: string;
  column: ReportColumn;
  owner: string | null;
  preparedFor: string | null;
  preparedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
  json: string;
}

export type ReportAtAddress = OpenReport | { state: 'unknown' } | { state: 'expired' } | { state: 'deleted' };

/** The format of an id; anything else is not sent to the database, which rejects NUL in text. */
const ID = /^[\w-]{22,64}$/;

/** What is found at a report's address. */
export async function openServedReport(db: Tx, id: string, now = new Date()): Promise<ReportAtAddress> {
  if (!ID.test(id)) return { state: 'unknown' };
  const row = await db.servedReport.findUnique({ where: { id }, omit: { pdf: true } });
  if (!row) return { state: 'unknown' };
  if (row.deletedAt !== null) return { state: 'deleted' };
  if (row.body === null || row.expiresAt <= now) return { state: 'expired' };
  const { scanId, column, owner, preparedFor, preparedBy, createdAt, expiresAt } = row;
  const json = unpacked(row.body).toString();
  return { state: 'kept', id, scanId, column, owner, preparedFor, preparedBy, createdAt, expiresAt, json };
}

export interface ReportSummary {
  id: string;
  scannedAt: Date;
  grade: string;
  score: number;
  engineVersion: string;
}

/** An owner's stored reports, newest first; without provisional ones, which are not part of the history. */
export async function ownReports(
  db: Tx,
  { owners, host, most }: { owners: readonly string[]; host: string; most: number },
  now = new Date(),
): Promise<ReportSummary[]> {
  return await db.servedReport.findMany({
    where: { owner: { in: [...owners] }, host, provisional: false, deletedAt: null, expiresAt: { gt: now } },
    orderBy: { scannedAt: 'desc' },
    select: { id: true, scannedAt: true, grade: true, score: true, engineVersion: true },
    take: most,
  });
}

/** @returns the IDs of the owner's reports of a host before a moment, newest first; provisional ones are not comparable */
export async function reportsBefore(
  db: Tx,
  { owners, host, scannedAt, most }: { owners: readonly string[]; host: string; scannedAt: Date; most: number },
  now = new Date(),
): Promise<string[]> {
  const found = await db.servedReport.findMany({
    where: {
      owner: { in: [...owners] },
      host,
      provisional: false,
      scannedAt: { lt: scannedAt },
      deletedAt: null,
      body: { not: null },
      expiresAt: { gt: now },
    },
    orderBy: { scannedAt: 'desc' },
    select: { id: true },
    take: most,
  });
  return found.map(({ id }) => id);
}

/** Everything stored for an account, newest first. */
export async function keptReportsOf(
  db: Tx,
  { owners, most }: { owners: readonly string[]; most: number },
  now = new Date(),
): Promise<(ReportSummary & { host: string | null; expiresAt: Date })[]> {
  return await db.servedReport.findMany({
    where: { owner: { in: [...owners] }, deletedAt: null, expiresAt: { gt: now } },
    orderBy: { scannedAt: 'desc' },
    select: { id: true, host: true, scannedAt: true, grade: true, score: true, engineVersion: true, expiresAt: true },
    take: most,
  });
}

/** What remains shows that there was a report, but not of what or for whom. */
const EMPTIED = { body: null, pdf: null, owner: null, host: null, preparedFor: null, preparedBy: null } as const;

/** @returns false when there was nothing to delete */
export async function deleteServedReport(db: Tx, id: string, now = new Date()): Promise<boolean> {
  const { count } = await db.servedReport.updateMany({
    where: { id, deletedAt: null, expiresAt: { gt: now } },
    data: { ...EMPTIED, deletedAt: now },
  });
  return count === 1;
}

/**
 * Empties expired reports, then drops evidence that no stored paid report refers to.
 * A scan's row is younger than a day when its report is served, so evidence is kept at least that long.
 */
export async function purgeServedReports(db: Db, now = new Date()): Promise<{ reports: number; evidence: number }> {
  const emptied = await db.servedReport.updateMany({
    where: { expiresAt: { lte: now }, body: { not: null } },
    data: EMPTIED,
  });
  const evidence = await db.$executeRaw`
    delete from scan_evidence e where e.created_at < ${new Date(now.getTime() - DAY_MS)} and not exists (
      select 1 from served_report r
      where r.scan_id = e.scan_id and r.body is not null and r."column" in ('pro', 'one_time'))`;
  return { reports: emptied.count, evidence };
}

/** All reports of an account: its owner requested deletion. @returns how many */
export async function deleteReportsOf(db: Tx, owners: readonly string[], now = new Date()): Promise<number> {
  const { count } = await db.servedReport.updateMany({
    where: { owner: { in: [...owners] }, deletedAt: null },
    data: { ...EMPTIED, deletedAt: now },
  });
  return count;
}

/** The first rendering stays, so that a document has the same bytes whenever it is fetched. */
export async function keepReportPdf(db: Tx, id: string, pdf: Buffer): Promise<void> {
  await db.servedReport.updateMany({
    where: { id, body: { not: null }, pdf: null },
    data: { pdf: new Uint8Array(pdf) },
  });
}

export async function findReportPdf(db: Tx, id: string): Promise<Buffer | null> {
  const row = await db.servedReport.findUnique({ where: { id }, select: { pdf: true } });
  return row?.pdf ? Buffer.from(row.pdf) : null;
}

/** The canonical JSON of the evidence of this report; null when it is not stored. */
export async function findEvidence(db: Tx, scanId: string): Promise<Buffer | null> {
  const row = await db.scanEvidence.findUnique({ where: { scanId } });
  return row && unpacked(row.body);
}
