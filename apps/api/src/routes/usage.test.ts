import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomCredential } from '@palisade/access/credential-format';
import { revokeKey } from '@palisade/access/keys';
import { runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const usage = async (query: string) => {
  const answer = await api.get(`/api/usage${query}`);
  return { status: answer.status, body: (await answer.json()) as unknown };
};

it('counts the scans of this month, and itself consumes none', async () => {
  const { key } = await api.newKey();
  const scansUsed = (scans: number) => ({
    status: 200,
    body: { valid: true, email: 'ann@example.com', plan: 'pro', scans_used: scans, scans_limit: 50 },
  });
  expect(await usage(`?key=${key}`)).toEqual(scansUsed(0));
  await api.post('/api/scan/pro', { url: 'example.com' }, { 'x-api-key': key });
  expect(await usage(`?key=${key}`)).toEqual(scansUsed(1));
  expect(await usage(`?key=${key}`)).toEqual(scansUsed(1));
});

it.each([
  ['', 401],
  ['?key=', 401],
  ['?key=nonsense', 403],
  [`?key=${randomCredential('key')}`, 403],
  ['?key=a&key=b', 400],
])('GET /api/usage%s answers %i with one field', async (query, status) => {
  expect(await usage(query)).toEqual({ status, body: { error: expect.any(String) as string } });
});

it('takes the key from the query only', async () => {
  const { key } = await api.newKey();
  expect((await api.get('/api/usage', { 'x-api-key': key })).status).toBe(401);
});

it('refuses a revoked key', async () => {
  const { key, source } = await api.newKey();
  await revokeKey(api.db, source);
  expect(await usage(`?key=${key}`)).toEqual({
    status: 403,
    body: { error: 'the API key is inactive: it was revoked' },
  });
});

it('keeps the key out of logs, metrics and errors', async () => {
  const { key } = await api.newKey();
  const typo = `${key.slice(0, 30)}${key[30] === 'a' ? 'b' : 'a'}${key.slice(31)}`;
  const bodies = [
    await usage(`?key=${key}`),
    await usage(`?key=${typo}`),
    await usage(`?key=${key}&key=${key}`),
    await usage(`?key=${key}%00`),
    await api.get(`/api/usage/${key}?key=${key}`).then((answer) => answer.text()),
    await api.get('/metrics').then((answer) => answer.text()),
  ];
  const secret = key.slice(9, 30);
  expect(JSON.stringify(bodies.filter((_, index) => index !== 4))).not.toContain(secret);
  expect(api.log()).toContain('/api/usage');
  expect(api.log()).not.toContain(secret);
});
