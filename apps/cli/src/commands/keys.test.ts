import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { authenticateKey } from '@palisade/access/authenticate-key';
import { monthlyUsage, takeMonthlyScan } from '@palisade/access/monthly-quota';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { runPalisade } from '../test/run-palisade.ts';

const SECRET = 'a secret for tests only';
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

let out: string[];
let err: string[];
beforeEach(() => {
  out = [];
  err = [];
});
const deps = () => ({
  db: database.db,
  appSecret: SECRET,
  publicBaseUrl: () => 'http://palisade.test',
  out: (line: string) => void out.push(line),
  err: (line: string) => void err.push(line),
});
const operate = async (...args: string[]) => {
  const { status, err: said } = await runPalisade(args, (work) => work(deps()));
  problems = said;
  return status;
};
let problems = '';
const keys = (...args: string[]) => operate('keys', ...args);
const tokens = (...args: string[]) => operate('tokens', ...args);
const create = async (...more: string[]) => {
  await keys('create', '--email', 'a@b.example', ...more);
  return out.splice(0).join('\n');
};
const open = (key: string) => authenticateKey(database.db, key, SECRET);

it('creates a key and prints it, and nothing else', async () => {
  expect(await keys('create', '--email', 'a@b.example')).toBe(0);
  expect(out).toEqual([expect.stringMatching(/^pal_live_[0-9A-Za-z]{36}$/)]);
  expect(err).toEqual([]);
  const key = await open(out[0] ?? '');
  expect(key).toMatchObject({ email: 'a@b.example', plan: 'pro' });
  const [entry] = await database.db.auditEntry.findMany({ where: { subject: key.id } });
  expect(entry).toMatchObject({ action: 'key.create', actor: expect.stringMatching(/^operator:./) as string });
});

it('creates a key with an agreed volume', async () => {
  const key = await open(await create('--plan', 'pro', '--scans-per-month', '500'));
  expect((await monthlyUsage(database.db, key)).limit).toBe(500);
});

it('revokes by id and by the key itself', async () => {
  const [first, second] = [await create(), await create()];
  const { id } = await open(first);
  expect(await keys('revoke', id)).toBe(0);
  expect(await keys('revoke', second)).toBe(0);
  for (const key of [first, second]) await expect(open(key)).rejects.toMatchObject({ reason: 'revoked' });
  out = [];
  await keys('revoke', id);
  expect(out).toEqual([`${id} is already revoked`]);
});

it('rotates: prints only the new key, and on standard error how long the old one works', async () => {
  const old = await create();
  expect(await keys('rotate', old)).toBe(0);
  expect(out).toHaveLength(1);
  expect(err[0]).toMatch(/^the old key works until \d{4}-/);
  const newer = out[0] ?? '';
  expect((await open(newer)).id).toBe((await open(old)).id);
  await keys('rotate', newer, '--now');
  for (const key of [old, newer]) await expect(open(key)).rejects.toMatchObject({ reason: 'rotated' });
});

it('lists keys with their use this month, and none in full', async () => {
  await keys('create', '--email', 'list@b.example');
  const key = out.splice(0)[0] ?? '';
  await takeMonthlyScan(database.db, await open(key), { leaseMs: 1000 });
  await keys('list', '--email', 'list@b.example');
  expect(out).toHaveLength(1);
  expect(out[0]).toContain(`pal_live_…${key.slice(-4)}`);
  expect(out[0]).toContain('1/50');
  expect(out[0]).not.toContain(key.slice(9, 20));
  await keys('list', '--email', 'list@b.example', '--json');
  expect(JSON.parse(out[1] ?? '')).toMatchObject({ email: 'list@b.example', scansUsed: 1, status: 'active' });
});

it('creates tokens of both kinds and prints nothing else on standard output', async () => {
  expect(await tokens('create', '--kind', 'one-time', '--email', 'a@b.example')).toBe(0);
  expect(await tokens('create', '--kind', 'compliance', '--email', 'a@b.example')).toBe(0);
  expect(out).toEqual([
    expect.stringMatching(/^pal_scan_[0-9A-Za-z]{36}$/),
    expect.stringMatching(/^pal_comp_[0-9A-Za-z]{36}$/),
  ]);
  expect(err).toEqual([]);
});

it.each([
  [2, ['keys'], /Usage: palisade keys/],
  [2, ['keys', 'destroy'], /unknown command 'destroy'/],
  [2, ['keys', 'crate'], /Did you mean create\?/],
  [2, ['keys', 'create'], /--email is missing/],
  [2, ['keys', 'create', '--email', 'nobody'], /not an email address/],
  [2, ['keys', 'create', '--email', 'a@b.example', '--plan', 'gold'], /no plan gold/],
  [2, ['keys', 'create', '--email', 'a@b.example', '--scans-per-month', 'many'], /whole number/],
  [2, ['keys', 'create', '--email', 'a@b.example', '--nonsense'], /unknown option '--nonsense'/],
  [2, ['keys', 'revoke'], /missing required argument 'key'/],
  [3, ['keys', 'revoke', 'nonsense'], /there is no such key/],
  [3, ['keys', 'rotate', '00000000-0000-4000-8000-000000000000'], /there is no such key/],
  [2, ['tokens'], /Usage: palisade tokens/],
  [2, ['tokens', 'create', '--email', 'a@b.example'], /--kind is/],
  [2, ['tokens', 'create', '--kind', 'toString', '--email', 'a@b.example'], /--kind is/],
  [2, ['tokens', 'create', '--kind', 'one-time'], /--email is missing/],
])('status %i: %j is refused', async (status, args, message) => {
  expect(await operate(...args)).toBe(status);
  expect(problems).toMatch(message);
  expect(out).toEqual([]);
});
