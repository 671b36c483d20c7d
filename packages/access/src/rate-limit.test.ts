import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { takeCheckout } from './rate-limit.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const limits = { perAddress: 10, perService: 40, appSecret: 'for these tests only' };
const begin = (address: string, day: string) =>
  takeCheckout(database.db, { ...limits, address, now: new Date(`2026-11-${day}T12:30:00Z`) }).then(
    () => true,
    () => false,
  );
const begun = async (address: string, times: number, day: string) => {
  let count = 0;
  for (let time = 0; time < times; time += 1) if (await begin(address, day)) count += 1;
  return count;
};

it('limits the checkouts of one address per hour', async () => {
  expect(await begun('203.0.113.1', 15, '01')).toBe(10);
  expect(await begun('203.0.113.1', 1, '02')).toBe(1);
});

it('still serves buyers while a few addresses flood it', async () => {
  const flood = await Promise.all(Array.from({ length: 4 }, (_, n) => begun(`198.51.100.${n}`, 30, '03')));
  expect(flood.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(30);
  expect(await begun('203.0.113.9', 5, '03')).toBe(5);
});

it('limits the total, however many addresses there are', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, (_, n) => begun(`192.0.2.${n}`, 3, '04')));
  expect(all.reduce((sum, one) => sum + one)).toBe(40);
});
