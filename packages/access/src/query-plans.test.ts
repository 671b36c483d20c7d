/** The queries as the code sends them, planned by PostgreSQL over tables too large for a full scan. */
import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '@palisade/db/client';
import { PrismaClient } from '@palisade/db/generated/client';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { authenticateKey } from './authenticate-key.ts';

import { takeFreeScan } from './free-quota.ts';
import { findKey } from './find-key.ts';
import { issueKey, suspendKey } from './keys.ts';
import { listKeys } from './list-keys.ts';
import { monthlyUsage, takeMonthlyScan } from './monthly-quota.ts';
import { consumeUnit, releaseUnit } from './quota.ts';
import { consumeToken, releaseToken, reserveToken } from './reserve-token.ts';
import { rotateKey } from './rotate-key.ts';
import { seedAccess } from './seed-access.ts';
import { sweepReservations } from './sweep.ts';
import { issueToken, revokeToken } from './tokens.ts';

const SECRET = 'a secret for tests only';
/** Enough that an index always pays off; PLAN_ROWS=1000000 tests with a million. */
const ROWS = Number(process.env['PLAN_ROWS'] ?? 20_000);
const LEASE = { leaseMs: 60_000 };

let database: TestDatabase;
let db: Db;
let seen: string[] = [];
beforeAll(async () => {
  database = await testDatabase();
  await seedAccess(database.db, ROWS);
  const logging = new PrismaClient({
    adapter: new PrismaPg({ connectionString: database.url }),
    log: [{ emit: 'event', level: 'query' }],
  });
  logging.$on('query', ({ query }) => seen.push(query));
  db = logging;
}, 60_000 + ROWS);
afterAll(async () => {
  await db.$disconnect();
  await database.close();
});

/** The generic plan of each statement that was sent. */
async function plansOf(work: () => Promise<unknown>): Promise<{ query: string; plan: string }[]> {
  seen = [];
  await work();
  const queries = [...new Set(seen)].filter((query) => /^\s*(select|insert|update|delete|with)/i.test(query));
  const plans = [];
  for (const query of queries) {
    const rows = await database.db.$transaction(async (tx) => {
      await tx.$executeRawUnsafe(`set local plan_cache_mode = force_generic_plan`);
      await tx.$executeRawUnsafe(`prepare shown as ${query}`);
      const parameters = Math.max(0, ...[...query.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
      const nulls = Array<string>(parameters).fill('null').join(', ');
      const plan = await tx.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(
        `explain execute shown${parameters > 0 ? `(${nulls})` : ''}`,
      );
      await tx.$executeRawUnsafe(`deallocate shown`);
      return plan;
    });
    plans.push({ query, plan: rows.map((row) => row['QUERY PLAN']).join('\n') });
  }
  return plans;
}

it.each([
  [
    'authenticating a key',
    async () => authenticateKey(db, await key(), SECRET),
    ['api_key_secret_pkey', 'api_key_pkey'],
  ],
  ['taking a monthly scan', async () => takeMonthlyScan(db, await open(), LEASE), []],
  ['reading the remaining quota', async () => monthlyUsage(db, await open()), ['quota_counter_pkey']],
  [
    'taking a free scan',
    () => takeFreeScan(db, { address: '203.0.113.1', scansPerDay: 9, appSecret: SECRET, ...LEASE }),
    [],
  ],
  [
    'consuming',
    async () => consumeUnit(db, (await takeMonthlyScan(db, await open(), LEASE)).id),
    ['quota_reservation_pkey'],
  ],
  [
    'giving back',
    async () => releaseUnit(db, (await takeMonthlyScan(db, await open(), LEASE)).id),
    ['quota_reservation_pkey', 'quota_counter_pkey'],
  ],
  [
    'reserving and consuming a token',
    async () => consumeToken(db, await reserve('consume')),
    ['access_token_digest_key'],
  ],
  ['reserving and releasing a token', async () => releaseToken(db, await reserve('release')), ['access_token_pkey']],
  ['a rejected token', () => expect(reserve('consume')).rejects.toThrow('used'), ['access_token_digest_key']],
  ['suspending by purchase', () => suspendKey(db, 'seed:7'), ['api_key_source_key']],
  ['revoking a token by purchase', () => revokeToken(db, 'seed:7'), ['access_token_source_key']],
  ['rotating', async () => rotateKey(db, (await open()).id, { appSecret: SECRET, actor: 'test' }), ['api_key_pkey']],
  ['finding a key', async () => findKey(db, await key(), SECRET), ['api_key_secret_pkey']],
  ['listing someone’s keys', () => listKeys(db, { email: 'seed7@example.com' }), ['api_key_email_idx']],
] as const)('%s scans no table in full', async (_what, work, indexes) => {
  const plans = await plansOf(work);
  expect(plans.length).toBeGreaterThan(0);
  for (const { query, plan } of plans) expect(plan, query).not.toContain('Seq Scan');
  for (const index of indexes) expect(plans.map(({ plan }) => plan).join('\n')).toContain(index);
});

it('finds abandoned units by their state and lease', async () => {
  const [first] = await plansOf(() => sweepReservations(db, new Date('2026-01-01T00:00:00Z')));
  expect(first?.plan).toContain('quota_reservation_state_lease_until_idx');
});

it('detects a query without an index', async () => {
  const [plan] = await plansOf(() => db.accessToken.findMany({ where: { last4: 'none' } }));
  expect(plan?.plan).toContain('Seq Scan');
});

async function key(): Promise<string> {
  const order = { email: 'plans@example.com', plan: 'pro' as const, source: 'plans:key' };
  return (await database.db.$transaction((tx) => issueKey(tx, order, SECRET))).key;
}
async function open() {
  return authenticateKey(database.db, await key(), SECRET);
}
async function reserve(source: string) {
  const order = { kind: 'one_time' as const, email: 'plans@example.com', source: `plans:${source}` };
  const { token } = await database.db.$transaction((tx) => issueToken(tx, order, SECRET));
  return reserveToken(db, { token, kind: 'one_time', ...LEASE }, SECRET);
}
