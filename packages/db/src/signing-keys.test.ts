import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPublishedKey, publicSigningKeys } from './signing-keys.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** The real database; counts how often a key is stored, and fails as often as configured. */
function counting({ failures = 0 } = {}) {
  const stored = { times: 0 };
  const db = database.db.$extends({
    query: {
      reportSigningKey: {
        createMany: ({ args, query }) => {
          stored.times += 1;
          if (stored.times <= failures) throw new Error('away');
          return query(args);
        },
      },
    },
  });
  return { db: db as unknown as TestDatabase['db'], stored };
}

it('a key is stored once, however many callers sign at once, and each new key again', async () => {
  const { db, stored } = counting();
  let current = { jwk: { kid: 'first' } };
  const published = createPublishedKey(db, () => current);
  await Promise.all(Array.from({ length: 50 }, published));
  expect(await published()).toEqual(current);
  expect(stored.times).toBe(1);
  current = { jwk: { kid: 'second' } };
  await Promise.all([published(), published()]);
  expect(stored.times).toBe(2);
  const kids = (await publicSigningKeys<{ kid: string }>(db)).map(({ kid }) => kid);
  expect(kids).toEqual(expect.arrayContaining(['first', 'second']));
});

it('a key that could not be stored signs nothing, and the next caller tries again', async () => {
  const { db } = counting({ failures: 1 });
  const published = createPublishedKey(db, () => ({ jwk: { kid: 'third' } }));
  const outcomes = await Promise.allSettled([published(), published()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await published()).toEqual({ jwk: { kid: 'third' } });
});
