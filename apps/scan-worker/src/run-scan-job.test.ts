import { randomUUID } from 'node:crypto';
import { packed } from '@palisade/db/packed';
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

/** What is stored when a scanner delivers this as the evidence of its report. */
async function handedOver(text: string) {
  const { db } = database;
  const scanId = randomUUID();
  await startOrJoinScan(db, {
    id: scanId,
    url: 'https://example.com/',
    tier: 'paid',
    singleFlightKey: scanId,
    priority: 0,
  });
  const report = packed(JSON.stringify(judge(EVIDENCE, scanId)));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const deps = {
    db,
    backend: { broadcast: { publish: async () => undefined } },
    scanners: { run: async () => ({ report, evidence: packed(text), steps: [] }) },
    leases: { keep: () => ({ lost: new AbortController().signal, release: () => undefined }) },
    progress: { follow: () => () => undefined, end: () => undefined },
    owner: 'test',
    log,
  } as unknown as ScanJobDeps;
  const job: JobContext = {
    jobId: scanId,
    signal: new AbortController().signal,
    stalledCount: 0,
    attempt: 1,
    priority: 0,
  };
  await runScanJob(deps, { scanId }, job);
  const { state } = await db.scan.findUniqueOrThrow({ where: { id: scanId } });
  return { state, evidence: await db.scanEvidence.count({ where: { scanId } }) };
}

it('a report is stored with the evidence it was made from, and with no other', async () => {
  expect(await handedOver(evidenceText(EVIDENCE))).toEqual({ state: 'done', evidence: 1 });
  expect(await handedOver('no evidence, nor JSON')).toEqual({ state: 'failed', evidence: 0 });
});
