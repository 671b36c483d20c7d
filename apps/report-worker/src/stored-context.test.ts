import { randomBytes, randomUUID } from 'node:crypto';
import { packed } from '@palisade/db/packed';
import { insertServedReport } from '@palisade/db/served-reports';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import type { ScanReport } from '@palisade/report/report';
import { evidenceText } from '@palisade/scanner/evidence-text';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRecorded } from '../../../packages/scanner/test/recorded.ts';
import { RECORDED } from '../test/paid-report.ts';
import { storedContext } from './stored-context.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const LATER = '2027-01-01T00:00:00.000Z';

async function kept(owner: string | null, more: Partial<ScanReport> = {}): Promise<ScanReport> {
  const id = randomBytes(18).toString('base64url');
  const report = { ...RECORDED, scan_id: randomUUID(), report_id: id, ...more };
  await insertServedReport(database.db, {
    id,
    scanId: report.scan_id,
    column: 'pro',
    owner,
    host: new URL(report.url).hostname,
    grade: report.grade,
    score: report.score,
    provisional: report.provisional,
    engineVersion: report.engine_version,
    scannedAt: report.scanned_at,
    body: packed(JSON.stringify(report)),
  });
  return report;
}

async function token(email: string): Promise<string> {
  const id = randomUUID();
  const data = { id, kind: 'one_time', digest: randomBytes(32), last4: 'abcd', email, source: `test:${id}` } as const;
  await database.db.accessToken.create({ data: { ...data, activatedAt: new Date() } });
  return `token:${id}`;
}

it('a document shows what changed since the same customer’s last report, whatever paid for either', async () => {
  const [first, second, stranger] = [
    await token('a@b.example'),
    await token('a@b.example'),
    await token('c@d.example'),
  ];
  await kept(first, { score: 70, grade: 'B' });
  await kept(stranger, { score: 90, grade: 'A+', scanned_at: '2026-12-01T00:00:00.000Z' });
  const now = await kept(second, { scanned_at: LATER });
  const { changes } = await storedContext(database.db, now);
  expect(changes).toMatchObject({ before: { score: 70, grade: 'B' }, after: { score: RECORDED.score } });
});

it('shows no changes for a first, a free or a provisional report', async () => {
  const owner = await token('e@f.example');
  expect((await storedContext(database.db, await kept(owner))).changes).toBeNull();
  expect((await storedContext(database.db, await kept(null, { scanned_at: LATER }))).changes).toBeNull();
  const other = await token('g@h.example');
  await kept(other, { provisional: true });
  expect((await storedContext(database.db, await kept(other, { scanned_at: LATER }))).changes).toBeNull();
});

it('compares with the last report of the same page', async () => {
  const owner = await token('k@l.example');
  const at = (path: string) => new URL(path, RECORDED.url).href;
  await kept(owner, { score: 70 });
  await kept(owner, { url: at('/shop?p=1'), score: 30, scanned_at: '2026-12-01T00:00:00.000Z' });
  const changesOf = async (url: string) =>
    (await storedContext(database.db, await kept(owner, { url, scanned_at: LATER }))).changes?.before.score;
  expect(await changesOf(RECORDED.url)).toBe(70);
  expect(await changesOf(at('/shop?p=1'))).toBe(30);
  expect(await changesOf(at('/shop?p=2'))).toBeUndefined();
});

it('a provisional report shows no changes', async () => {
  const owner = await token('m@n.example');
  await kept(owner, { score: 70 });
  const seen = { page: 'challenge', reason: 'a challenge' } as const;
  const challenge = await kept(owner, { provisional: true, seen, scanned_at: LATER });
  expect((await storedContext(database.db, challenge)).changes).toBeNull();
});

it('stored evidence is returned as bytes to attach and as a readable transcript', async () => {
  const report = await kept(await token('i@j.example'));
  expect(await storedContext(database.db, report)).toEqual({ changes: null });
  const text = evidenceText(readRecorded('messy.test').evidence);
  const body = packed(text);
  await database.db.scanEvidence.create({ data: { scanId: report.scan_id, body } });
  const { evidence, transcript } = await storedContext(database.db, report);
  expect(Buffer.from(evidence ?? []).toString()).toBe(text);
  expect(transcript?.exchanges[0]?.request[0]).toBe('GET / HTTP/1.1');
});
