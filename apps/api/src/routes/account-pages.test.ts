import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestSignIn } from '@palisade/access/sign-in';
import { runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const plain = async (answer: Response) => (await answer.text()).replaceAll('<!-- -->', '');

async function signIn(): Promise<{ cookie: string; email: string; keyId: string }> {
  const { id, key: _key } = await api.newKey();
  const { email } = await api.db.apiKey.findUniqueOrThrow({ where: { id } });
  let token = '';
  await requestSignIn(
    api.db,
    { email, asked: { browser: null, address: '192.0.2.7' } },
    { appSecret: 'a secret for tests only', mail: async (_tx, _to, made) => void (token = made) },
  );
  // Opened outside the browser that requested it, as email scanners do: this does not use up the link.
  const link = `${api.baseUrl}/account/sign-in?token=${token}`;
  expect((await fetch(link, { method: 'HEAD' })).status).toBe(405);
  for (let times = 0; times < 2; times += 1) {
    const opened = await fetch(link, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('set-cookie')]).toEqual([200, null]);
    expect(await opened.text()).toContain('action="/account/sign-in/confirm"');
  }
  const opened = await api.form('/account/sign-in/confirm', { token });
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/account']);
  return { cookie: (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '', email, keyId: id };
}

it('asks visitors for their address, and answers the same for every address', async () => {
  const page = await fetch(`${api.baseUrl}/account`, { headers: { accept: 'text/html' } });
  expect([page.status, await plain(page)]).toEqual([200, expect.stringContaining('Send the link')]);
  const asked = await api.form('/account/sign-in', { email: 'nobody@example.com' });
  expect(await plain(asked)).toContain('If this email address belongs to a customer');
});

it('shows the account, replaces its key, and signs out', async () => {
  const { cookie, email, keyId } = await signIn();
  const page = await fetch(`${api.baseUrl}/account`, { headers: { accept: 'text/html', cookie } });
  const text = await plain(page);
  expect(text).toContain(`Signed in as ${email}`);
  expect(text).toContain('of 50 scans used');
  expect(text).not.toMatch(/pal_live_[A-Za-z0-9_-]{20}/);

  const rotated = await plain(await api.form('/account/keys/rotate', { key_id: keyId }, { cookie }));
  expect(rotated).toMatch(/shown only once and also sent to you by email:[^]*<code>pal_live_[\w-]{20,}/);

  // The page reloads while a site is being checked, but not while it shows a new key.
  const added = await api.form('/account/sites', { host: `shop${keyId.slice(0, 6)}.example` }, { cookie });
  expect([added.status, added.headers.get('location')]).toEqual([303, '/account#sites']);
  const waits = await fetch(`${api.baseUrl}/account`, { headers: { accept: 'text/html', cookie } });
  expect([waits.headers.get('refresh'), await plain(waits)]).toEqual([
    '4; url=/account#sites',
    expect.stringContaining('palisade-owner='),
  ]);
  const again = await api.form('/account/keys/rotate', { key_id: keyId, at_once: 'yes' }, { cookie });
  expect([again.headers.get('refresh'), await plain(again)]).toEqual([null, expect.stringContaining('pal_live_')]);
  const mailed = await plain(await api.form('/account/resend', { key: keyId }, { cookie }));
  expect(mailed).toContain(`On its way to ${email}`);

  const out = await api.form('/account/sign-out', {}, { cookie });
  expect(out.status).toBe(303);
  const after = await fetch(`${api.baseUrl}/account`, { headers: { accept: 'text/html', cookie } });
  expect(await plain(after)).toContain('Send the link');
});

it('deletes an account only if its own address was typed', async () => {
  const { cookie, email, keyId } = await signIn();
  expect((await api.form('/account/delete', { confirm: 'x@example.com' }, { cookie })).status).toBe(400);
  const done = await api.form('/account/delete', { confirm: email }, { cookie });
  expect(await plain(done)).toContain('Your account was deleted');
  expect((await api.db.apiKey.findUniqueOrThrow({ where: { id: keyId } })).status).toBe('revoked');
});

it.each(['/account/keys/rotate', '/account/sign-out', '/account/delete', '/account/subscription/cancel'])(
  '%s refuses visitors without a session and forms on other sites',
  async (path) => {
    expect((await api.form(path)).status).toBe(401);
    expect((await api.form(path, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  },
);

it('offers to send a bought key again, and to replace one that an operator created: it cannot be sent', async () => {
  for (const [source, offered] of [
    [`test:${randomUUID()}`, true],
    [null, false],
  ] as const) {
    const email = `${randomUUID()}@example.com`;
    const { id } = await api.newKey({ email, source });
    const cookie = await api.signedIn(email);
    const page = await fetch(`${api.baseUrl}/account`, { headers: { accept: 'text/html', cookie } });
    const html = await page.text();
    expect(html).toContain(`name="key_id" value="${id}"`);
    expect(/<button[^>]*formaction="\/account\/resend"/i.test(html)).toBe(offered);
    const asked = await fetch(`${api.baseUrl}/api/account/resend`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ what: 'key', id }),
    });
    expect(asked.status).toBe(offered ? 200 : 400);
  }
});

it('a page says when to try again, as the API does', async () => {
  const cookie = await api.signedIn('claims@example.com');
  const claim = () => api.form('/account/sites', { host: 'example.com' }, { cookie });
  for (let times = 0; times < 60; times += 1) await api.post('/api/account/sites', { host: 'example.com' }, { cookie });
  const refused = await claim();
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.closeTo(1_800, -4)]);
});
