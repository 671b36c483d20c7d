import { randomUUID } from 'node:crypto';
import type { Tx } from './client.ts';
import { packedJson, unpacked } from './packed.ts';

const KEPT_MS = 400 * 86_400_000;

export interface HostResultSummary {
  id: string;
  scannedAt: Date;
  grade: string;
  score: number;
  engineVersion: string;
}

/** Only for a host that is listed and has not opted out. Storing the same scan twice gives one result. */
export async function addHostResult(
  db: Tx,
  host: string,
  report: { scanned_at: string; grade: string; score: number; engine_version: string },
): Promise<boolean> {
  const listed = await db.listedHost.count({ where: { host, optedOutAt: null } });
  if (listed === 0) return false;
  const body = packedJson(report);
  const { scanned_at: scannedAt, grade, score, engine_version: engineVersion } = report;
  const row = { id: randomUUID(), host, scannedAt, grade, score, engineVersion, body };
  await db.hostResult.createMany({ data: [row], skipDuplicates: true });
  return true;
}

const SUMMARY = { id: true, scannedAt: true, grade: true, score: true, engineVersion: true } as const;

/** Results of a public host, newest first; null when it is not public. */
export async function publicHistory(db: Tx, host: string, most: number): Promise<HostResultSummary[] | null> {
  const listed = await db.listedHost.count({ where: { host, optedOutAt: null } });
  if (listed === 0) return null;
  return await db.hostResult.findMany({ where: { host }, orderBy: { scannedAt: 'desc' }, select: SUMMARY, take: most });
}

/** The report behind one result of a public host. */
export async function publicResult(db: Tx, host: string, id: string): Promise<unknown> {
  const listed = await db.listedHost.count({ where: { host, optedOutAt: null } });
  const row = listed === 0 ? null : await db.hostResult.findFirst({ where: { host, id }, select: { body: true } });
  return row && (JSON.parse(unpacked(row.body).toString()) as unknown);
}

export async function purgeHostResults(db: Tx, now = new Date()): Promise<number> {
  const { count } = await db.hostResult.deleteMany({ where: { scannedAt: { lt: new Date(now.getTime() - KEPT_MS) } } });
  return count;
}
