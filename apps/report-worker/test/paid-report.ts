import { randomUUID } from 'node:crypto';
import { consumeReservation } from '@palisade/access/reservation';
import { reserveToken } from '@palisade/access/reserve-token';
import { issueToken } from '@palisade/access/tokens';
import type { Db } from '@palisade/db/client';
import { packed } from '@palisade/db/packed';
import { judge } from '@palisade/scanner/judge';
import { readRecorded } from '../../../packages/scanner/test/recorded.ts';

export const SECRET = 'a secret for these tests only';

/** A report as the scanner creates it. */
export const RECORDED = judge(readRecorded('messy.test').evidence, randomUUID());

export interface PaidReport {
  reportId: string;
  token: string;
  email: string;
}

/** A paid, scanned report as POST /api/compliance-report/generate leaves it. */
export async function paidReport(db: Db, email = 'buyer@example.com'): Promise<PaidReport> {
  const scanId = randomUUID();
  await db.scan.create({
    data: { id: scanId, url: RECORDED.url, tier: 'paid', state: 'done', body: packed(JSON.stringify(RECORDED)) },
  });
  const source = `test:${randomUUID()}`;
  const { token } = await db.$transaction((tx) => issueToken(tx, { kind: 'compliance', email, source }, SECRET));
  const held = await reserveToken(db, { token, kind: 'compliance', leaseMs: 60_000 }, SECRET);
  await consumeReservation(db, held);
  const reportId = randomUUID();
  await db.complianceReport.create({
    data: { id: reportId, scanId, reservation: { ...held }, email, url: RECORDED.url },
  });
  return { reportId, token, email };
}

/** Whether the token can be used (again). */
export async function tokenWorks(db: Db, token: string): Promise<boolean> {
  return reserveToken(db, { token, kind: 'compliance', leaseMs: 1_000 }, SECRET).then(
    () => true,
    () => false,
  );
}
