import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDb, type Db } from '@palisade/db/client';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { LeaseLost } from './errors.ts';
import { takeUnit, unitsUsed } from './quota.ts';
import { spend } from './spend.ts';
import { sweepReservations } from './sweep.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
afterAll(() => database.close());

const HERE = new AbortController().signal;

async function taken(leaseMs = 60_000) {
  const subject = `key:${randomUUID()}`;
  const unit = await takeUnit(db, { subject, period: '2026-11', limit: 50 }, { now: new Date(), leaseMs });
  if (!unit) throw new Error('nothing taken');
  return { unit, used: () => unitsUsed(db, subject, '2026-11') };
}

it('charges what is delivered', async () => {
  const { unit, used } = await taken();
  expect(await spend(db, unit, async () => 'report', HERE)).toBe('report');
  expect(await used()).toBe(1);
});

it('charges nothing for work that fails, and passes its error on', async () => {
  const { unit, used } = await taken();
  const failure = new Error('refused');
  await expect(spend(db, unit, () => Promise.reject(failure), HERE)).rejects.toBe(failure);
  expect(await used()).toBe(0);
});

it('charges nothing when the caller has gone by the time the result is there', async () => {
  const { unit, used } = await taken();
  const caller = new AbortController();
  const work = async () => {
    caller.abort(new Error('hung up'));
    return 'report';
  };
  await expect(spend(db, unit, work, caller.signal)).rejects.toThrow('hung up');
  expect(await used()).toBe(0);
});

it('delivers nothing when the unit was given back meanwhile', async () => {
  const { unit, used } = await taken(0);
  const work = async () => {
    await sweepReservations(db, new Date(Date.now() + 1000));
    return 'report';
  };
  await expect(spend(db, unit, work, HERE)).rejects.toBeInstanceOf(LeaseLost);
  expect(await used()).toBe(0);
});

it('does not hide why the work failed when the database is away too', async () => {
  const { unit } = await taken();
  const nowhere = createDb('postgresql://nobody:none@127.0.0.1:9/none');
  const failure = new Error('refused');
  await expect(spend(nowhere, unit, () => Promise.reject(failure), HERE)).rejects.toBe(failure);
  await nowhere.$disconnect();
});
