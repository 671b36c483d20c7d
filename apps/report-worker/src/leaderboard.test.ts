import { randomUUID } from 'node:crypto';
import { listHost } from '@palisade/db/listed-hosts';
import { failScan, finishScan } from '@palisade/db/scan-leases';
import { startOrJoinScan } from '@palisade/db/scans';
import type { TestDatabase } from '@palisade/db/test-database';
import { createBackend, type QueueBackend } from '@palisade/queue/backend';
import { ownerStatementJob, scanJob } from '@palisade/queue/jobs';
import { createLogger } from '@palisade/telemetry/logger';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { queueDatabase } from '../../../packages/queue/test/queue-database.ts';
import { RECORDED } from '../test/paid-report.ts';
import { renewLeaderboard } from './leaderboard.ts';

const log = createLogger({ service: 'test', level: 'silent' });
let database: TestDatabase;
let backend: QueueBackend;
beforeAll(async () => {
  database = await queueDatabase();
  backend = createBackend({ databaseUrl: database.url, onError: () => undefined });
});
afterAll(async () => {
  await backend.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.listedHost.deleteMany();
  await database.db.hostResult.deleteMany();
});

const renew = () => renewLeaderboard({ db: database.db, backend, log });
const row = (host: string) => database.db.listedHost.findUniqueOrThrow({ where: { host } });
const scanOf = async (host: string) => (await row(host)).scanId ?? '';
const results = (host: string) => database.db.hostResult.findMany({ where: { host } });

it('scans a listed host after every caller, checks for its owner’s opt-out, and stores the free column', async () => {
  await listHost(database.db, 'one.example');
  await renew();
  const scanId = await scanOf('one.example');
  const job = await backend.queue(scanJob).raw.getJob(scanId);
  expect(job?.opts.priority).toBeGreaterThan(2000);
  expect(await backend.queue(ownerStatementJob).raw.getJob(`${scanId}-word`)).toBeTruthy();
  // Running: not started again.
  await renew();
  expect(await scanOf('one.example')).toBe(scanId);
  await finishScan(database.db, { id: scanId, fence: 0 }, { ...RECORDED, scan_id: scanId });
  await renew();
  const [result, ...more] = await results('one.example');
  expect(more).toEqual([]);
  expect(result).toMatchObject({ grade: RECORDED.grade, score: RECORDED.score });
  const { scanId: none, nextScanAt, lastError } = await row('one.example');
  expect([none, lastError]).toEqual([null, null]);
  const hours = (nextScanAt.getTime() - Date.now()) / 3_600_000;
  // The opt-out is checked again early enough that it takes effect within a day.
  expect([hours > 23, hours < 23.75]).toEqual([true, true]);
  await renew();
  expect(await scanOf('one.example')).toBe('');
});

it.each([
  [
    'provisional',
    async (id: string) => finishScan(database.db, { id, fence: 0 }, { ...RECORDED, provisional: true }),
    /provisional/,
  ],
  [
    'unreachable',
    async (id: string) => failScan(database.db, { id, fence: 0 }, { kind: 'unreachable', message: 'no route' }),
    /no route/,
  ],
  ['of another version', async (id: string) => finishScan(database.db, { id, fence: 0 }, { old: true }), /version/],
  [
    'lost',
    async (id: string) => {
      await database.db.scan.deleteMany({ where: { id } });
      await database.db.listedHost.updateMany({ data: { scanSince: new Date(Date.now() - 3_600_000) } });
    },
    /lost/,
  ],
])('a scan that is %s leaves the published result unchanged', async (_name, end, why) => {
  await listHost(database.db, 'two.example');
  await renew();
  await end(await scanOf('two.example'));
  await renew();
  expect(await results('two.example')).toEqual([]);
  const { scanId, lastError } = await row('two.example');
  expect(scanId).toBe(null);
  expect(lastError).toMatch(why);
});

it.each([
  [
    'that was lost in a restart',
    'again',
    async (id: string) => database.db.scan.update({ where: { id }, data: { state: 'cancelled' } }),
  ],
  [
    'that failed on our side',
    'again',
    async (id: string) => failScan(database.db, { id, fence: 0 }, { kind: 'internal', message: 'ours' }),
  ],
  [
    'of a host that cannot be reached',
    'tomorrow',
    async (id: string) => failScan(database.db, { id, fence: 0 }, { kind: 'unreachable', message: 'no route' }),
  ],
])('a scan %s is repeated %s', async (_name, when, end) => {
  await listHost(database.db, 'again.example');
  await renew();
  await end(await scanOf('again.example'));
  await renew();
  const { scanId, nextScanAt } = await row('again.example');
  const hours = (nextScanAt.getTime() - Date.now()) / 3_600_000;
  expect([scanId, hours > 0.9 && hours < 1.1 ? 'again' : hours > 23 ? 'tomorrow' : hours]).toEqual([null, when]);
});

it('an opt-out during the scan prevents publication', async () => {
  await listHost(database.db, 'three.example');
  await renew();
  const scanId = await scanOf('three.example');
  await database.db.listedHost.updateMany({ data: { optedOutAt: new Date() } });
  await finishScan(database.db, { id: scanId, fence: 0 }, { ...RECORDED, scan_id: scanId });
  await renew();
  expect(await results('three.example')).toEqual([]);
});

it('one at a time alongside callers’ scans', async () => {
  const scan = { id: randomUUID(), url: 'https://caller.example/', tier: 'free', priority: 1000 } as const;
  await startOrJoinScan(database.db, { ...scan, singleFlightKey: scan.id, leaseMs: 60_000 });
  for (let n = 0; n < 3; n += 1) await listHost(database.db, `other${n}.example`);
  for (let n = 0; n < 3; n += 1) await renew();
  const underWay = () => database.db.listedHost.count({ where: { scanId: { not: null } } });
  expect(await underWay()).toBe(1);
  await database.db.scan.update({ where: { id: scan.id }, data: { state: 'done' } });
  await renew();
  expect(await underWay()).toBe(3);
});

it('a few at a time, each once, however many processes run the schedule', async () => {
  for (let n = 0; n < 10; n += 1) await listHost(database.db, `many${n}.example`);
  await Promise.all([renew(), renew(), renew()]);
  const taken = await database.db.listedHost.findMany({ where: { scanId: { not: null } } });
  expect(taken.length).toBeGreaterThan(0);
  expect(taken.length).toBeLessThanOrEqual(12);
  await renew();
  expect(await database.db.listedHost.count({ where: { scanId: { not: null } } })).toBeLessThanOrEqual(12);
  const scans = await database.db.scan.findMany({ where: { id: { in: taken.map(({ scanId }) => scanId ?? '') } } });
  expect(scans).toHaveLength(taken.length);
});
