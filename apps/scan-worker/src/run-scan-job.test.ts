import { randomUUID } from 'node:crypto';
import { packed } from '@palisade/db/packed';
import { leaseFor } from '@palisade/db/scan-leases';
import { startOrJoinScan } from '@palisade/db/scans';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import type { JobContext } from '@palisade/queue/backend';
import { evidenceText } from '@palisade/scanner/evidence-text';
import { judge } from '@palisade/scanner/judge';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { evidenceWith } from '../../../packages/scanner/test/evidence.ts';
import { runScanJob, type ScanJobDeps } from './run-scan-job.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const EVIDENCE = evidenceWith({});

/** What is stored when a scanner delivers this as the evidence of its report, or the report of another scan. */
async function handedOver(
  text: string,
  { of, stalledCount = 0, leaseMs = 20_000 }: { of?: string; stalledCount?: number; leaseMs?: number } = {},
) {
  const { db } = database;
  const scanId = randomUUID();
  await startOrJoinScan(db, {
    id: scanId,
    url: 'https://example.com/',
    tier: 'paid',
    singleFlightKey: scanId,
    priority: 0,
  });
  const report = packed(JSON.stringify(judge(EVIDENCE, of ?? scanId)));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const deaths: unknown[] = [];
  let lasts = 0;
  const run = async (_order: unknown, _signal: unknown, known: { deaths: number }) => {
    deaths.push(known.deaths);
    lasts = Number((await db.scan.findUniqueOrThrow({ where: { id: scanId } })).dueAt) - Date.now();
    return { report, evidence: packed(text), steps: [] };
  };
  const deps = {
    db,
    backend: { broadcast: { publish: async () => undefined } },
    scanners: { run },
    leases: { leaseMs, keep: () => ({ lost: new AbortController().signal, release: () => undefined }) },
    progress: { follow: () => () => undefined, end: () => undefined },
    owner: 'test',
    log,
  } as unknown as ScanJobDeps;
  const job: JobContext = {
    jobId: scanId,
    signal: new AbortController().signal,
    stalledCount,
    attempt: 1,
    priority: 0,
  };
  await runScanJob(deps, { scanId }, job);
  const { state } = await db.scan.findUniqueOrThrow({ where: { id: scanId } });
  return { state, evidence: await db.scanEvidence.count({ where: { scanId } }), deaths, lasts };
}

it('a report is stored with the evidence it was made from, and with no other', async () => {
  expect(await handedOver(evidenceText(EVIDENCE))).toMatchObject({ state: 'done', evidence: 1 });
  expect(await handedOver('no evidence, nor JSON')).toMatchObject({ state: 'failed', evidence: 0 });
});

it('the report of another scan is not stored', async () => {
  const answer = await handedOver(evidenceText(EVIDENCE), { of: randomUUID() });
  expect(answer).toMatchObject({ state: 'failed', evidence: 0 });
});

it('a lease lasts as long as callers wait, so that a worker that starts slowly can still run the scan', async () => {
  const leaseMs = leaseFor(60_000);
  expect(leaseMs).toBe(65_000);
  expect(leaseFor(15_000)).toBe(20_000);
  const { lasts } = await handedOver(evidenceText(EVIDENCE), { leaseMs });
  expect(lasts).toBeGreaterThan(leaseMs - 20_000);
});

it('a scan whose worker died is run as one that may have killed it', async () => {
  expect((await handedOver(evidenceText(EVIDENCE))).deaths).toEqual([0]);
  expect((await handedOver(evidenceText(EVIDENCE), { stalledCount: 1 })).deaths).toEqual([1]);
});
