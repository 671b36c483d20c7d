import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { beginBatchScan, dueBatchScans, endBatchScan, insertBatch } from './batches.ts';
import {
  beginCallback,
  dueCallbacks,
  endCallback,
  findCallback,
  keepCallbackBody,
  storeSignature,
} from './callbacks.ts';
import { createDb, type Db } from './client.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
let scanWorker: Db;
let batchId: string;
let id: string;
beforeAll(async () => {
  database = await testDatabase();
  scanWorker = createDb(database.urlAs('scan-worker'), { max: 2 });
});
afterAll(async () => {
  await scanWorker.$disconnect();
  await database.close();
});
const db = () => database.db;
const at = (ms: number) => new Date(Date.now() + ms);

beforeEach(async () => {
  await db().scanBatch.deleteMany();
  batchId = randomUUID();
  const scan = { id: randomUUID(), url: 'https://a.test/', reservationId: randomUUID() };
  await insertBatch(db(), {
    id: batchId,
    keyId: randomUUID(),
    keyVersion: 1,
    callbackUrl: 'https://hooks.test/',
    deadline: at(60_000),
    scans: [scan],
  });
  const hold = await beginBatchScan(db(), scan.id, 60_000);
  id = randomUUID();
  await endBatchScan(db(), hold!, { state: 'failed', status: 502, error: 'down' }, id, at(-1));
});
const sign = async (now = new Date()) => {
  const due = await dueCallbacks(db(), 10, now);
  for (const one of due) {
    await keepCallbackBody(db(), one.id, `{"at":${now.getTime()}}`);
    await storeSignature(db(), one.id, `v1,${now.getTime()}`, now);
  }
  return due.length;
};
const send = async (status: number | null, now = new Date()) => {
  const call = await beginCallback(scanWorker, id, now);
  return call && endCallback(scanWorker, call, { status, error: status === 204 ? null : 'no', durationMs: 3 }, now);
};

it('is signed once and sent once, however many sweeps and workers run', async () => {
  const signed = await Promise.all(Array.from({ length: 5 }, () => sign()));
  expect(signed.reduce((sum, n) => sum + n, 0)).toBe(1);
  const calls = await Promise.all(Array.from({ length: 5 }, () => beginCallback(scanWorker, id)));
  expect(calls.filter(Boolean)).toHaveLength(1);
  expect(await endCallback(scanWorker, calls.find(Boolean)!, { status: 204, error: null, durationMs: 1 })).toBe(
    'delivered',
  );
  // Its content is deleted, and nothing is due any more.
  expect(await findCallback(db(), batchId)).toMatchObject({ state: 'delivered', body: null, signature: null });
  expect(await sign(at(3_600_000))).toBe(0);
});

it('is tried seven times over a day with the same body, signed again each time, and then given up', async () => {
  let now = new Date();
  const texts = new Set<string>();
  const pauses: number[] = [];
  for (let state: string | null = 'pending'; state === 'pending';) {
    expect(await sign(now)).toBe(1);
    texts.add((await findCallback(db(), batchId))?.body ?? '');
    state = await send(500, now);
    const due = (await findCallback(db(), batchId))?.dueAt ?? now;
    if (state === 'pending') pauses.push(Math.floor((due.getTime() - now.getTime()) / 5_000) * 5);
    expect(await sign(new Date(due.getTime() - 1_000))).toBe(0);
    now = new Date(due.getTime() + 1_000);
  }
  expect(texts.size).toBe(1);
  expect(pauses.map((seconds, i) => seconds / [5, 300, 1800, 7200, 18_000, 36_000][i]!)).toSatisfy((shares: number[]) =>
    shares.every((share) => share >= 1 && share <= 1.1),
  );
  expect(await findCallback(db(), batchId)).toMatchObject({ state: 'failed', body: null });
  expect((await findCallback(db(), batchId))?.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

it('is neither delayed nor repeated when the clock is set back by hours', async () => {
  // Due when its batch ended, which is now three hours ahead.
  expect(await sign(at(-3 * 3_600_000))).toBe(1);
  await sign();
  expect(await send(500)).toBe('pending');
  expect(await sign(at(-3 * 3_600_000))).toBe(1);
  expect(await sign(at(-3 * 3_600_000 + 1_000))).toBe(0);
});

it.each(['waiting', 'running'])('a batch scan that is %s when the clock is set back is found', async (state) => {
  const scan = { id: randomUUID(), url: 'https://b.test/', reservationId: randomUUID() };
  const batch = { id: randomUUID(), keyId: randomUUID(), keyVersion: 1, callbackUrl: null, deadline: at(60_000) };
  await insertBatch(db(), { ...batch, scans: [scan] });
  if (state === 'running') await beginBatchScan(db(), scan.id, 60_000);
  expect(await dueBatchScans(db(), 10)).toEqual([]);
  const back = at(-3_600_000);
  expect(await dueBatchScans(db(), 10, back)).toEqual([{ id: scan.id, position: 0 }]);
  expect(await beginBatchScan(db(), scan.id, 60_000, back)).toMatchObject({ id: scan.id });
  expect(await beginBatchScan(db(), scan.id, 60_000, back)).toBe(null);
});

it('ends immediately on 410', async () => {
  await sign();
  expect(await send(410)).toBe('failed');
});

it('is signed again if it was not sent in time', async () => {
  await sign();
  expect(await send(204, at(31_000))).toBe(null);
  expect(await sign(at(31_000))).toBe(1);
  expect(await send(204, at(32_000))).toBe('delivered');
});

it('is sent by another process if the sender died, whose late answer then changes nothing', async () => {
  await sign();
  const first = (await beginCallback(scanWorker, id))!;
  expect(await sign(at(30_000))).toBe(0);
  expect(await sign(at(61_000))).toBe(1);
  expect(await send(204, at(62_000))).toBe('delivered');
  await endCallback(scanWorker, first, { status: 500, error: 'late', durationMs: 1 });
  expect(await findCallback(db(), batchId)).toMatchObject({ state: 'delivered' });
});
