import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomCredential } from '@palisade/access/credential-format';
import { suspendKey } from '@palisade/access/keys';
import { runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const verify = (key?: string) => api.get('/api/verify-key', key === undefined ? {} : { 'x-api-key': key });

it('confirms a valid key and its plan, and consumes nothing', async () => {
  const { key, id } = await api.newKey();
  const answer = await verify(key);
  expect([answer.status, await answer.json()]).toEqual([200, { valid: true, plan: 'pro' }]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await api.db.quotaCounter.count({ where: { subject: `key:${id}` } })).toBe(0);
});

it.each([
  ['no key', undefined, 401, /X-API-Key/],
  ['an empty key', '', 401, /X-API-Key/],
  ['a typo', () => api.newKey().then(({ key }) => key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')), 403, /typo/],
  ['an unknown key', randomCredential('key'), 403, /no such key/],
  ['two keys', () => api.newKey().then(({ key }) => `${key}, ${key}`), 403, /not an API key/],
  ['a token', () => api.newToken().then(({ token }) => token), 403, /not an API key/],
] as const)('%s: %s', async (_what, given, status, message) => {
  const key = typeof given === 'function' ? await given() : given;
  const answer = await verify(key);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({ error: expect.stringMatching(message) as string });
});

it('accepts a key that was pasted with what surrounds it, and says so if that is inside', async () => {
  const { key } = await api.newKey();
  const asHeader = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
  for (const around of ['  ', '\u00a0', '\u200b', '\ufeff']) {
    expect((await verify(asHeader(around + key + around))).status, JSON.stringify(around)).toBe(200);
    const query = encodeURIComponent(`${around}${key}\r\n`);
    expect((await api.get(`/api/usage?key=${query}`)).status, JSON.stringify(around)).toBe(200);
  }
  for (const inside of [' ', '\t', '\u00a0', '\u200b']) {
    const answer = await verify(asHeader(key.slice(0, 20) + inside + key.slice(20)));
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { error: expect.stringContaining('a space, a line break or an invisible character in it') as string },
    ]);
  }
});

it('refuses a key from the moment it is suspended', async () => {
  const { key, source } = await api.newKey();
  await suspendKey(api.db, source);
  const answer = await verify(key);
  expect([answer.status, await answer.json()]).toEqual([
    403,
    { error: 'the API key is inactive: its subscription is suspended' },
  ]);
});
