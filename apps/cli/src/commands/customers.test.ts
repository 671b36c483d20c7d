import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { correctCustomer, findCustomer, sendAgain, showCustomer } from './customers.ts';
import { createKey } from './keys.ts';
import { createToken, listTokens, revokeOne } from './tokens.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Everything a command prints, secrets included. */
async function said(work: (deps: Parameters<typeof createToken>[1]) => Promise<void>) {
  const [out, err]: [string[], string[]] = [[], []];
  const publicBaseUrl = () => 'https://palisade.test';
  const print = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  await work({ db: database.db, appSecret: 'a secret for tests only', publicBaseUrl, ...print });
  return { out, err };
}
const newEmail = () => `buyer-${randomUUID()}@example.com`;
const token = async (email: string) =>
  (await said((deps) => createToken({ kind: 'one-time', email }, deps))).out[0] ?? '';

it('tokens are listed without their secret, whatever the case of the address, and revoked by id or by the token itself', async () => {
  const email = newEmail();
  const [first, second] = [await token(email), await token(email.toUpperCase())];
  const list = async () => (await said((deps) => listTokens({ email: email.toUpperCase() }, deps))).out;
  const lines = await list();
  expect(lines).toHaveLength(2);
  expect(lines.join('\n')).not.toContain(first);
  expect(
    lines.every((line) => /one_time {4}…\w{4} {2}good/.test(line)),
    lines.join('\n'),
  ).toBe(true);
  const id = lines.find((line) => line.includes(first.slice(-4)))?.split(' ')[0] ?? '';
  await said((deps) => revokeOne(id, deps));
  await said((deps) => revokeOne(second, deps));
  expect((await said((deps) => revokeOne(second, deps))).out[0]).toMatch(/is already revoked$/);
  expect((await list()).every((line) => line.includes('revoked'))).toBe(true);
  await expect(said((deps) => revokeOne('pal_scan_nosuch', deps))).rejects.toThrow('there is no such token');
  const json = (await said((deps) => listTokens({ email, json: true }, deps))).out.map(
    (line) => JSON.parse(line) as object,
  );
  expect(json[0]).toMatchObject({ kind: 'one_time', state: 'revoked', email });
});

it('a mail that is sent again replaces its own that was given up, and not that of another token', async () => {
  const email = newEmail();
  const held = [await token(email), await token(email)];
  const message = { to: email, template: 'one_time_token', state: 'failed' } as const;
  await database.db.mailMessage.createMany({
    data: held.map((secret) => ({ ...message, id: randomUUID(), dedupeKey: secret, payload: { token: secret } })),
  });
  const last4 = held[0]?.slice(-4) ?? '';
  const { id } = await database.db.accessToken.findFirstOrThrow({ where: { email, last4 } });
  await said((deps) => sendAgain('token', id, {}, deps));
  const failed = await database.db.mailMessage.findMany({ where: { to: email, state: 'failed' } });
  expect(failed.map(({ dedupeKey }) => dedupeKey)).toEqual([held[1]]);
});

it('a customer is found, shown, moved to a corrected address and sent their mail again', async () => {
  const email = newEmail();
  await said((deps) => createKey({ email, plan: 'pro' }, deps));
  const held = await token(email);
  expect((await said((deps) => findCustomer(email.slice(0, 20), deps))).out).toEqual([email]);
  expect((await said((deps) => findCustomer('no such address', deps))).err).toEqual(['no customer matches']);
  const shown = (await said((deps) => showCustomer(email, {}, deps))).out.join('\n');
  expect(shown).toMatch(/^key .*active {2}0\/50$/m);
  expect(shown).toMatch(/^token .*one_time {2}good$/m);
  expect(shown).not.toContain(held);
  const right = newEmail();
  expect((await said((deps) => correctCustomer(email, { to: right }, deps))).out).toEqual([`2 moved to ${right}`]);
  expect((await said((deps) => showCustomer(email, {}, deps))).err).toEqual(['no customer has this address']);
  const { id } = await database.db.accessToken.findFirstOrThrow({ where: { email: right } });
  expect((await said((deps) => sendAgain('token', id, {}, deps))).out).toEqual([`being sent to ${right}`]);
  const mails = await database.db.mailMessage.findMany({ where: { to: right } });
  expect(mails.map(({ template, payload }) => [template, (payload as { token: string }).token])).toEqual([
    ['one_time_token', held],
  ]);
  await expect(said((deps) => sendAgain('letter', id, {}, deps))).rejects.toThrow('key, token or report');
  await expect(said((deps) => sendAgain('token', held, {}, deps))).rejects.toThrow('is not an ID');
  await said((deps) => revokeOne(` ${held}\n`, deps));
});
