/**
 * Thousands of random stories: payments, returns, webhooks that are late, lost, duplicated or out of order,
 * crashing processes, provider faults, refunds, disputes and use. After each, the invariants are
 * checked against the providers' own books.
 *
 * `BILLING_MODEL_RUNS=5000 npx vitest run packages/billing/src/billing.model.test.ts`; replay a failed story
 * with the seed and the path that fast-check printed: `BILLING_MODEL_SEED=74000 BILLING_MODEL_PATH=6:18`.
 */
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billingLabOn } from './test/billing-lab.ts';
import { forget } from './test/forget.ts';
import { brokenPromises } from './test/billing-oracle.ts';
import { story, type Story } from './test/billing-steps.ts';
import { BillingWorld } from './test/billing-world.ts';

const RUNS = Number(process.env['BILLING_MODEL_RUNS'] ?? 120);
const SEED = process.env['BILLING_MODEL_SEED'];
const PATH = process.env['BILLING_MODEL_PATH'];

/** Most of a story is waiting for the database, so several run in parallel, each in its own. */
const TELLERS = PATH === undefined ? 4 : 1;

const databases: TestDatabase[] = [];
beforeAll(async () => {
  for (let teller = 0; teller < TELLERS; teller += 1) databases.push(await testDatabase());
  for (const { db } of databases) {
    await db.$executeRaw`create table test_mail (dedupe_key text primary key, mail jsonb not null)`;
  }
});
afterAll(async () => {
  for (const database of databases) await database.close();
});

async function tell(database: TestDatabase, { taxed, wishes, steps }: Story): Promise<void> {
  const lab = await billingLabOn(database, { retries: 0, unplugged: true, automaticTax: taxed });
  try {
    const world = new BillingWorld(lab);
    for (const wish of wishes) await world.begin(wish);
    for (const step of steps) await world.play(step);
    expect(await brokenPromises(world)).toEqual([]);
  } finally {
    await forget(database.db);
  }
}

test(
  `money and entitlements agree after ${RUNS} stories`,
  async () => {
    await Promise.all(
      databases.map((database, teller) =>
        fc.assert(
          fc.asyncProperty(story, (drawn) => tell(database, drawn)),
          {
            numRuns: Math.ceil(RUNS / TELLERS),
            ...(SEED === undefined ? {} : { seed: Number(SEED) + teller }),
            ...(PATH === undefined ? {} : { path: PATH, numRuns: 1 }),
          },
        ),
      ),
    );
  },
  RUNS * 2_000 + 60_000,
);
