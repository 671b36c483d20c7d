import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, type Db, type Tx } from '@palisade/db/client';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { QuotaExhausted } from './errors.ts';
import { takeFreeScan } from './free-quota.ts';
import { monthlyUsage, takeMonthlyScan } from './monthly-quota.ts';
import { consumeUnit, refundUnit, releaseUnit, takeUnit, unitsUsed } from './quota.ts';

let database: TestDatabase;
let db: Db;
/** A second pool, as another API process has. */
let otherDb: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
  otherDb = createDb(database.url);
});
afterAll(async () => {
  await otherDb.$disconnect();
  await database.close();
});

const lease = { now: new Date('2026-11-21T12:00:00Z'), leaseMs: 60_000 };
let subjects = 0;
const subject = () => `key:${(subjects += 1)}`;

describe('taking units', () => {
  it('serves exactly 7 of 500 concurrent requests when 7 are left', async () => {
    const quota = { subject: subject(), period: '2026-11', limit: 50 };
    await db.quotaCounter.create({ data: { subject: quota.subject, period: quota.period, used: 43 } });
    const taken = await Promise.all(
      Array.from({ length: 500 }, (_, index) => takeUnit(index % 2 ? db : otherDb, quota, lease)),
    );
    expect(taken.filter((unit) => unit !== null)).toHaveLength(7);
    expect(await unitsUsed(db, quota.subject, quota.period)).toBe(50);
    expect(await db.quotaReservation.count({ where: { subject: quota.subject } })).toBe(7);
  });

  it('serves exactly 5 of 100 concurrent requests when the counter does not exist yet', async () => {
    const quota = { subject: subject(), period: '2026-11-21', limit: 5 };
    const taken = await Promise.all(
      Array.from({ length: 100 }, (_, index) => takeUnit(index % 2 ? db : otherDb, quota, lease)),
    );
    expect(taken.filter((unit) => unit !== null)).toHaveLength(5);
  });

  it('serves nothing when the limit is 0', async () => {
    expect(await takeUnit(db, { subject: subject(), period: '2026-11', limit: 0 }, lease)).toBeNull();
  });

  it('does not wait for the disk, but consuming does', async () => {
    const quota = { subject: subject(), period: '2026-11', limit: 1 };
    const waitsAfter = (work: (tx: Tx) => Promise<unknown>): Promise<string | undefined> =>
      db.$transaction(
        async (tx) => {
          await tx.$executeRaw`set local synchronous_commit = 'on'`;
          await work(tx);
          const [row] = await tx.$queryRaw<{ synchronous_commit: string }[]>`show synchronous_commit`;
          return row?.synchronous_commit;
        },
        { maxWait: 30_000, timeout: 30_000 },
      );
    let id = '';
    expect(await waitsAfter(async (tx) => (id = (await takeUnit(tx as Db, quota, lease))?.id ?? ''))).toBe('off');
    expect(await waitsAfter(async (tx) => expect(await consumeUnit(tx, id)).toBe(true))).toBe('on');
  });

  it('counts each period separately', async () => {
    const name = subject();
    expect(await takeUnit(db, { subject: name, period: '2026-11', limit: 1 }, lease)).not.toBeNull();
    expect(await takeUnit(db, { subject: name, period: '2026-11', limit: 1 }, lease)).toBeNull();
    expect(await takeUnit(db, { subject: name, period: '2026-12', limit: 1 }, lease)).not.toBeNull();
  });

  it('keeps the count correct while units are taken, released and consumed concurrently', async () => {
    const quota = { subject: subject(), period: '2026-11', limit: 20 };
    let consumed = 0;
    await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const unit = await takeUnit(index % 2 ? db : otherDb, quota, lease);
        if (!unit) return;
        if (index % 3 === 0 && (await consumeUnit(db, unit.id))) consumed += 1;
        else await Promise.all([releaseUnit(db, unit.id), releaseUnit(otherDb, unit.id)]);
      }),
    );
    expect(consumed).toBeGreaterThan(0);
    expect(await unitsUsed(db, quota.subject, quota.period)).toBe(consumed);
  });
});

describe('settling', () => {
  const taken = async () => {
    const quota = { subject: subject(), period: '2026-11', limit: 10 };
    const unit = await takeUnit(db, quota, lease);
    if (!unit) throw new Error('nothing taken');
    return { unit, used: () => unitsUsed(db, quota.subject, quota.period) };
  };

  it('releases a unit once, whatever the number and source of calls', async () => {
    const { unit, used } = await taken();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => releaseUnit(index % 2 ? db : otherDb, unit.id)),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await used()).toBe(0);
  });

  it('decides a race between consuming and releasing once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { unit, used } = await taken();
      const [consumed, released] = await Promise.all([consumeUnit(db, unit.id), releaseUnit(otherDb, unit.id)]);
      expect([consumed, released]).toEqual(consumed ? [true, false] : [false, true]);
      expect(await used()).toBe(consumed ? 1 : 0);
    }
  });

  it('charges the period the unit was taken from, even if the month has changed since', async () => {
    const { unit, used } = await taken();
    await releaseUnit(db, unit.id, new Date('2026-12-01T00:00:05Z'));
    expect(await used()).toBe(0);
    expect(await unitsUsed(db, unit.subject, '2026-12')).toBe(0);
  });

  it('refunds a consumed unit once, and only a consumed one', async () => {
    const { unit, used } = await taken();
    expect(await refundUnit(db, unit.id)).toBe(false);
    await consumeUnit(db, unit.id);
    expect(await releaseUnit(db, unit.id)).toBe(false);
    expect(await refundUnit(db, unit.id)).toBe(true);
    expect(await refundUnit(db, unit.id)).toBe(false);
    expect(await used()).toBe(0);
  });

  it('ignores a unit that was never taken', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    expect([await consumeUnit(db, id), await releaseUnit(db, id)]).toEqual([false, false]);
  });
});

describe('the monthly quota', () => {
  const key = { id: '6f9c1c39-5f0e-4d55-9d0e-b4d3b9b7a001', plan: 'pro', monthlyScans: null };

  it('is 50 for Pro, and rejects the 51st until the 1st', async () => {
    const now = new Date('2026-11-30T23:59:30.500Z');
    for (let scan = 0; scan < 50; scan += 1) await takeMonthlyScan(db, key, { leaseMs: 1000, now });
    expect(await monthlyUsage(db, key, now)).toEqual({ used: 50, limit: 50, remaining: 0 });
    const refused = await takeMonthlyScan(db, key, { leaseMs: 1000, now }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(QuotaExhausted);
    expect(refused).toMatchObject({
      message: 'the monthly quota of 50 scans is used up; it resets at 2026-12-01T00:00:00Z',
      retryAfterSeconds: 30,
    });
    const december = new Date('2026-12-01T00:00:00Z');
    await takeMonthlyScan(db, key, { leaseMs: 1000, now: december });
    expect(await monthlyUsage(db, key, december)).toEqual({ used: 1, limit: 50, remaining: 49 });
  });

  it('uses an agreed volume', async () => {
    const agreed = { id: '6f9c1c39-5f0e-4d55-9d0e-b4d3b9b7a002', plan: 'pro', monthlyScans: 2 };
    await takeMonthlyScan(db, agreed, { leaseMs: 1000 });
    expect(await monthlyUsage(db, agreed)).toEqual({ used: 1, limit: 2, remaining: 1 });
  });

  it('shows nothing below zero when the volume was lowered', async () => {
    const lowered = { id: '6f9c1c39-5f0e-4d55-9d0e-b4d3b9b7a002', plan: 'pro', monthlyScans: 0 };
    expect((await monthlyUsage(db, lowered)).remaining).toBe(0);
  });

  it('grants nothing to an unknown plan', async () => {
    const unknown = { id: '6f9c1c39-5f0e-4d55-9d0e-b4d3b9b7a003', plan: 'toString', monthlyScans: null };
    await expect(takeMonthlyScan(db, unknown, { leaseMs: 1000 })).rejects.toBeInstanceOf(QuotaExhausted);
  });
});

describe('the free quota', () => {
  const take = (address: string, now = new Date('2026-11-21T12:00:00Z')) =>
    takeFreeScan(db, { address, scansPerDay: 2, appSecret: 'pepper', leaseMs: 1000, now });

  it('is one for an IPv4 address in any notation', async () => {
    await take('203.0.113.7');
    await take('::ffff:203.0.113.7');
    await expect(take('203.0.113.7')).rejects.toMatchObject({
      message: 'the free quota of 2 scans a day for your address is used up; it resets at 2026-11-22T00:00:00Z',
      retryAfterSeconds: 43_200,
    });
    await take('203.0.113.8');
    await take('203.0.113.7', new Date('2026-11-22T00:00:00Z'));
  });

  it('is one for a complete IPv6 /64', async () => {
    await take('2001:db8::1');
    await take('2001:db8::ffff:ffff:ffff:ffff');
    await expect(take('2001:db8::2')).rejects.toBeInstanceOf(QuotaExhausted);
    await take('2001:db8:0:1::1');
  });

  it('stores no address, and nothing that links two days', async () => {
    await take('198.51.100.99', new Date('2026-11-23T00:00:00Z'));
    await take('198.51.100.99', new Date('2026-11-24T00:00:00Z'));
    const rows = await db.quotaCounter.findMany({ where: { period: { in: ['2026-11-23', '2026-11-24'] } } });
    expect(rows).toHaveLength(2);
    expect(rows[0]?.subject).not.toBe(rows[1]?.subject);
    expect(JSON.stringify(rows)).not.toContain('198.51');
  });
});
