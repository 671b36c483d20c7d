import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '../client.ts';
import { beginScan, finishScan, reapScans, renewScans, reopenScan } from '../scan-leases.ts';
import { loadScanResults } from '../scans.ts';
import { applyListingDirective, listingOf } from '../listed-hosts.ts';
import { applyClaims } from '../owned-sites.ts';
import { testDatabase, type TestDatabase } from '../test-database.ts';
import { BY_COLUMN, ROLES, TABLES, type Role } from './access.ts';
import { grantAccess } from './grant-access.ts';
import { scramVerifier } from './scram.ts';

const PASSWORDS = { api: 'test', 'scan-worker': 'test', 'report-worker': 'test' };
let database: TestDatabase;
const clients = new Map<Role, pg.Client>();
beforeAll(async () => {
  database = await testDatabase();
  // Grants on a database itself are not copied with it.
  await grantAccess(database.url, PASSWORDS);
  for (const role of Object.keys(ROLES) as Role[]) {
    const client = new pg.Client({ connectionString: database.urlAs(role) });
    await client.connect();
    clients.set(role, client);
  }
});
afterAll(async () => {
  for (const client of clients.values()) await client.end();
  await database.close();
});
const asked = (role: Role, sql: string) =>
  clients
    .get(role)
    ?.query(sql)
    .then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
const DENIED = '42501';

it('every table of the schema is listed, and no other', async () => {
  const { rows } = await clients
    .get('api')!
    .query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`);
  expect(
    rows
      .map(({ name }) => name)
      .filter((name) => name !== '_prisma_migrations')
      .toSorted(),
  ).toEqual(Object.keys(TABLES).toSorted());
});

describe.each(Object.keys(ROLES) as Role[])('%s', (role) => {
  it('has exactly the listed rights on each table', async () => {
    for (const [table, rights] of Object.entries(TABLES)) {
      if (BY_COLUMN[role]?.includes(table)) continue;
      const { rows } = await clients
        .get(role)!
        .query<{ column: string }>(
          `select column_name as column from information_schema.columns where table_schema = 'public' and table_name = $1`,
          [table],
        );
      const column = `"${rows[0]?.column ?? (await firstColumn(table))}"`;
      const tries: [string, string][] = [
        ['r', `select ${column} from ${table} limit 0`],
        ['a', `insert into ${table} (${column}) select null where false`],
        ['c', `update ${table} set ${column} = ${column} where false`],
        ['d', `delete from ${table} where false`],
      ];
      const readable = rights[role]?.includes('r');
      for (const [right, sql] of tries) {
        // An update that names a column also reads it.
        const allowed = rights[role]?.includes(right) && (right !== 'c' || readable);
        expect([table, right, await asked(role, sql)]).toEqual([table, right, allowed ? 'done' : DENIED]);
      }
      expect([table, await asked(role, `truncate ${table}`)]).toEqual([table, DENIED]);
    }
  });

  it.each([
    ['create a table', 'create table public.mine (id int)'],
    ['create a table in the queue’s schema', 'create table bullmq.mine (id int)'],
    ['create a temporary table', 'create temporary table mine (id int)'],
    ['change a table', 'alter table scan add column mine int'],
    ['drop a table', 'drop table scan'],
    ['disable the trigger of the ledger', 'alter table ledger_entry disable trigger all'],
    ['create a role', 'create role mine'],
    ['make itself a superuser', 'alter role current_user superuser'],
    ['become the owner', 'set role palisade'],
    ['become another service', `set role ${ROLES[role === 'api' ? 'scan-worker' : 'api']}`],
    ['read password verifiers', 'select rolpassword from pg_authid'],
    ['read a file on the server', `select pg_read_file('/etc/passwd')`],
    ['run a program', `copy (select 1) to program 'id'`],
    ['write a file', `copy (select 1) to '/tmp/mine'`],
    ['load code', `load 'auto_explain'`],
    ['read the migration history', 'select * from _prisma_migrations'],
    ['bypass its queue', 'create schema mine'],
  ])('cannot %s', async (_what, sql) => {
    expect(await asked(role, sql)).toMatch(/^(42501|42P01|58P01)$/);
  });
});

it('a scan worker can do everything that a lease needs, and cannot read reports', async () => {
  const id = randomUUID();
  await database.db.scan.create({
    data: { id, url: 'https://a.test/', tier: 'free', dueAt: new Date(Date.now() + 20_000) },
  });
  const db = createDb(database.urlAs('scan-worker'), { max: 1 });
  try {
    const hold = (await beginScan(db, id, { owner: 'w' }))!;
    expect(await renewScans(db, [hold])).toEqual(new Set([id]));
    expect(await finishScan(db, hold, '{"a":1}', { evidence: '{"seen":true}' })).toBe(true);
    expect(await reapScans(db)).toBe(0);
    await reopenScan(db, id);
    await expect(db.$queryRaw`select body from scan`).rejects.toThrow(/permission denied/);
    await expect(db.$queryRaw`select body from scan_evidence`).rejects.toThrow(/permission denied/);
    await expect(db.$executeRaw`delete from scan`).rejects.toThrow(/permission denied/);
    await expect(db.$executeRaw`update scan set tier = 'paid', waiters = 9`).rejects.toThrow(/permission denied/);
  } finally {
    await db.$disconnect();
  }
  expect((await loadScanResults(database.db, [id])).get(id)).toMatchObject({ ok: true, report: { a: 1 } });
});

it('a scan worker records what the owner of a host says, but cannot read who that is', async () => {
  await database.db.ownedSite.create({
    data: { id: randomUUID(), email: 'ann@example.com', host: 'own.test', challenge: 'c1', wish: 'list' },
  });
  const db = createDb(database.urlAs('scan-worker'), { max: 1 });
  try {
    await applyClaims(db, 'own.test', { claims: ['c1'], complete: true });
    for (const word of ['list', 'opt-out', 'unknown', 'none'] as const)
      await applyListingDirective(db, 'own.test', word);
    expect(await listingOf(db, 'own.test')).toBe('listed');
    await expect(db.$queryRaw`select email from owned_site`).rejects.toThrow(/permission denied/);
  } finally {
    await db.$disconnect();
  }
  expect((await database.db.ownedSite.findFirstOrThrow()).verifiedAt).not.toBeNull();
});

it('a role loses rights that a new version no longer lists, and two starts do not conflict', async () => {
  await database.db.$executeRawUnsafe('grant all on api_key to palisade_scan_worker');
  await Promise.all([grantAccess(database.url, PASSWORDS), grantAccess(database.url, PASSWORDS)]);
  expect(await asked('scan-worker', 'select 1 from api_key')).toBe(DENIED);
});

it('a role cannot log in without its password', async () => {
  for (const wrong of ['', 'palisade', 'nope']) {
    const url = new URL(database.urlAs('api'));
    url.password = wrong;
    const client = new pg.Client({ connectionString: url.href });
    await expect(client.connect()).rejects.toThrow(/password|SASL/);
    await client.end();
  }
});

it('the verifier is the one of RFC 7677', () => {
  // The example of RFC 7677 §3: user "user", password "pencil".
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
  expect(scramVerifier('pencil', salt)).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  );
});

async function firstColumn(table: string): Promise<string> {
  const [row] = await database.db.$queryRaw<{ column: string }[]>`
    select column_name as column from information_schema.columns where table_schema = 'public' and table_name = ${table}`;
  return row?.column ?? '';
}
