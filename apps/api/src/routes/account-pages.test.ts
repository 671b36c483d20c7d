import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestSignIn } from '@palisade/access/sign-in';
import { runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const form = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fetch(api.baseUrl + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(fields),
  });
const plain = async (answer: Response) => (await answer.text()).replaceAll('<!-- -->', '');

async function signIn(): Promise<{ cookie: string; email: string; keyId: string }> {
  const { id, key: _key } = await api.newKey();
  const { email } = await api.db.apiKey.findUniqueOrThrow({ where: { id } });
  let token = '';
  await requestSignIn(
    api.db,
    { email, address: '192.0.2.7' },
    { appSecret: 'a secret for tests only', mail: async (_tx, _to, made) => void (token = made) },
  );
  const opened = await fetch(`${api.baseUrl}/account/sign-in?token=${token}`, { redirect: 'manual' });
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/account']);
  return { cookie: (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '', email, keyId: id };
}

it('asks strangers for their address, and says the same to each', async () => {
  const page = await fetch(`${api.baseUrl}/account`, { headers: { accept: 'text/html' } });
  expect([page.status, await plain(page)]).toEqual([200, expect.stringContaining('Send the link')]);
  const asked = await form('/account/sign-in', { email: 'nobody@example.com' });
  expect(await plain(asked)).toContain('If this address belongs to a customer');
});

it('shows what an address has, replaces its key, and signs out', async () => {
  const { cookie, email, keyId } = await signIn();
  const page = await fetch(`${api.baseUrl}/account`, { headers: { accept: 'text/html', cookie } });
  const text = await plain(page);
  expect(text).toContain(`Signed in as ${email}`);
  expect(text).toContain('of 50 scans used');
  expect(text).not.toMatch(/pal_live_[A-Za-z0-9_-]{20}/);

  const rotated = await plain(await form('/account/keys/rotate', { key_id: keyId }, { cookie }));
  expect(rotated).toMatch(/shown this once and mailed to you: <code>pal_live_[\w-]{20,}/);

  const out = await form('/account/sign-out', {}, { cookie });
  expect(out.status).toBe(303);
  const after = await fetch(`${api.baseUrl}/account`, { headers: { accept: 'text/html', cookie } });
  expect(await plain(after)).toContain('Send the link');
});

it('deletes an account whose address was typed, and no other', async () => {
  const { cookie, email, keyId } = await signIn();
  expect((await form('/account/delete', { confirm: 'x@example.com' }, { cookie })).status).toBe(400);
  const done = await form('/account/delete', { confirm: email }, { cookie });
  expect(await plain(done)).toContain('Your account was deleted');
  expect((await api.db.apiKey.findUniqueOrThrow({ where: { id: keyId } })).status).toBe('revoked');
});

it.each(['/account/keys/rotate', '/account/sign-out', '/account/delete', '/account/subscription/cancel'])(
  '%s refuses strangers and forms of other sites',
  async (path) => {
    expect((await form(path)).status).toBe(401);
    expect((await form(path, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  },
);
