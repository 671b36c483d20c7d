import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createDb, type Db } from '@palisade/db/client';
import { grantAccess } from '@palisade/db/roles/grant-access';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { takeFreeScan, freeUsage } from './free-quota.ts';
import { consumeUnit, takeUnit, unitsUsed } from './quota.ts';
import { startSweeper, sweepReservations } from './sweep.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
afterAll(() => database.close());
afterEach(() => void vi.useRealTimers());

const NOW = new Date('2026-11-21T12:00:00Z');
const at = (ms: number) => new Date(NOW.getTime() + ms);
const take = async (subject: string, leaseMs: number, now = NOW, period = '2026-11') => {
  const unit = await takeUnit(db, { subject, period, limit: 50 }, { now, leaseMs });
  if (!unit) throw new Error('nothing taken');
  return unit;
};

it('releases what a dead process held, and nothing delivered or still running', async () => {
  await take('key:dead', 1000);
  await take('key:dead', 1000);
  const delivered = await take('key:dead', 1000);
  await consumeUnit(db, delivered.id, NOW);
  await take('key:dead', 60_000);
  expect((await sweepReservations(db, at(999))).released).toBe(0);
  expect((await sweepReservations(db, at(1001))).released).toBe(2);
  expect(await unitsUsed(db, 'key:dead', '2026-11')).toBe(2);
});

it('releases what was taken in a time to come: the clock was set back', async () => {
  await take('key:future', 24 * 60 * 60_000, at(3_600_000));
  await take('key:soon', 24 * 60 * 60_000, at(5_000));
  expect((await sweepReservations(db, NOW)).released).toBe(1);
  expect([await unitsUsed(db, 'key:future', '2026-11'), await unitsUsed(db, 'key:soon', '2026-11')]).toEqual([0, 1]);
});

it('releases each unit once, with several processes sweeping concurrently', async () => {
  const otherDb = createDb(database.url);
  for (let unit = 0; unit < 40; unit += 1) await take('key:many', 1000);
  const sweeps = await Promise.all([db, otherDb, db, otherDb].map((one) => sweepReservations(one, at(2000))));
  await otherDb.$disconnect();
  expect(sweeps.reduce((sum, { released }) => sum + released, 0)).toBe(40);
  expect(await unitsUsed(db, 'key:many', '2026-11')).toBe(0);
});

it('prevents a process that was only slow from delivering for a released unit', async () => {
  const slow = await take('key:slow', 1000);
  await sweepReservations(db, at(2000));
  expect(await consumeUnit(db, slow.id)).toBe(false);
});

it('deletes old addresses and old settled reservations, never a key’s month', async () => {
  const day = 24 * 60 * 60 * 1000;
  await take('address:old', 1000, NOW, '2026-11-19');
  await take('address:yesterday', 1000, NOW, '2026-11-20');
  await take('key:old', 1000, NOW, '2026-01');
  await sweepReservations(db, at(2000));
  const left = await db.quotaCounter.findMany({
    where: { subject: { in: ['address:old', 'address:yesterday', 'key:old'] } },
  });
  expect(left.map(({ subject }) => subject).toSorted()).toEqual(['address:yesterday', 'key:old']);
  expect(await db.quotaReservation.count({ where: { subject: 'key:old' } })).toBe(1);
  await sweepReservations(db, at(41 * day));
  expect(await db.quotaReservation.count({ where: { subject: 'key:old' } })).toBe(0);
});

it('sweeps periodically, survives a database outage, and stops', async () => {
  await take('key:auto', 0, new Date(Date.now() - 1000));
  let swept = 0;
  const sweeper = startSweeper(db, { intervalMs: 20, onSweep: ({ released }) => (swept += released) });
  await expect.poll(() => unitsUsed(db, 'key:auto', '2026-11')).toBe(0);
  await sweeper.stop();
  expect(swept).toBeGreaterThanOrEqual(1);

  const nowhere = createDb('postgresql://nobody:none@127.0.0.1:9/none');
  let faults = 0;
  const failing = startSweeper(nowhere, { intervalMs: 20, onError: () => (faults += 1) });
  await expect.poll(() => faults).toBeGreaterThanOrEqual(2);
  await failing.stop();
  await nowhere.$disconnect();
});

it('runs with the API’s database role, which deletes nothing', async () => {
  await grantAccess(database.url, { api: 'test', 'scan-worker': 'test', 'report-worker': 'test' });
  await take('key:api', 1000);
  const api = createDb(database.urlAs('api'), { max: 1 });
  const worker = createDb(database.urlAs('report-worker'), { max: 1 });
  try {
    expect(await sweepReservations(api, at(5000), false)).toEqual({ released: 1, purged: 0 });
    await expect(sweepReservations(api, at(5000))).rejects.toThrow(/permission denied/);
    await sweepReservations(worker, at(5000));
  } finally {
    await Promise.all([api.$disconnect(), worker.$disconnect()]);
  }
});

it.each([1, -1])(
  'a process whose clock is %i hours off keeps its units, and does not release those of others',
  async (hours) => {
    const request = { address: '198.51.100.7', scansPerDay: 9, appSecret: 'x', leaseMs: 60_000 };
    const used = async () => 9 - (await freeUsage(db, request)).remaining;
    const off = Date.now() + hours * 3_600_000;
    const before = await used();
    vi.useFakeTimers({ toFake: ['Date'], now: off });
    const { held } = await takeFreeScan(db, request);
    vi.useRealTimers();
    await sweepReservations(db);
    expect(await consumeUnit(db, held.id)).toBe(true);

    const theirs = await takeFreeScan(db, request);
    vi.useFakeTimers({ toFake: ['Date'], now: off });
    await sweepReservations(db);
    vi.useRealTimers();
    expect(await consumeUnit(db, theirs.held.id)).toBe(true);
    expect(await used()).toBeGreaterThan(before);
  },
);
