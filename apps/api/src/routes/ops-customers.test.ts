import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpsHealth } from '@palisade/ops/ops-health';
import { runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const act = (email: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${api.baseUrl}/ops/customers/${encodeURIComponent(email)}`, {
    method: 'POST',
    headers: { accept: 'text/html', ...headers },
    body: new URLSearchParams(fields),
  });
const page = async (path: string) => {
  const answer = await api.get(path, { accept: 'text/html' });
  return { status: answer.status, text: (await answer.text()).replaceAll('<!-- -->', '') };
};
const audited = async (subject: string) =>
  (await api.db.auditEntry.findMany({ where: { subject }, orderBy: { id: 'asc' } })).map(
    ({ actor, action }) => `${actor} ${action}`,
  );

describe('a payment of a wrong amount', () => {
  const mispaid = async (email: string) => {
    const [id, ref] = [randomUUID(), `pay_${randomUUID().slice(0, 8)}`];
    const order = { provider: 'razorpay', product: 'one_time_scan', amount: 9_900, currency: 'INR' };
    await api.db.purchase.create({ data: { id, email, ...order, origin: `checkout:${id}` } });
    const entry = { purchaseId: id, kind: 'mispaid' as const, ref, naturalKey: `razorpay:mispaid:${ref}` };
    await api.db.ledgerEntry.create({ data: { ...entry, amount: 5_000, currency: 'INR', at: new Date() } });
    return { id, key: `mispaid:${ref}` };
  };
  const open = async () => {
    const health = (await (await api.get('/ops/api/health')).json()) as OpsHealth;
    return health.matters?.map(({ key }) => key);
  };
  const count = async () =>
    /palisade_payments_to_decide\{kind="mispaid"\} (\d+)/.exec(await (await api.get('/metrics')).text())?.[1];
  const settle = (key: string, action: string) => api.post(`/ops/api/matters/${encodeURIComponent(key)}/${action}`, {});

  it('is shown on /ops and in the metrics until it is settled, which is audited', async () => {
    const { id, key } = await mispaid('half@example.com');
    expect([await open(), await count()]).toEqual([[key], '1']);
    expect((await settle(key, 'dismiss')).status, 'no such action').toBe(409);
    expect((await settle(key, 'accept')).status).toBe(200);
    expect([await open(), await count()]).toEqual([[], '0']);
    expect((await settle(key, 'accept')).status, 'settled already').toBe(409);
    expect(await audited(id)).toEqual(['operator:this machine payment.accept']);
    const mails = await api.db.mailMessage.findMany({ where: { to: 'half@example.com' } });
    expect(mails.map(({ template }) => template)).toEqual(['one_time_token']);
  });

  it('is not refunded while its provider is down, and stays open', async () => {
    const { key } = await mispaid('away@example.com');
    expect((await settle(key, 'refund')).status).toBe(409);
    expect(await open()).toContain(key);
  });
});

describe('the customer desk', () => {
  it('finds a customer by part of the address, and shows no secret', async () => {
    const email = `desk-${randomUUID().slice(0, 8)}@example.com`;
    const { key, id } = await api.newKey({ email });
    expect((await page(`/ops/customers?q=${email.slice(0, 12)}`)).text).toContain(`>${email}</a>`);
    expect((await page(`/ops/customers?q=${id}`)).text).toContain(`>${email}</a>`);
    expect((await page('/ops/customers?q=%00')).text).toContain('No customer matches');
    const { status, text } = await page(`/ops/customers/${encodeURIComponent(email)}`);
    expect([status, text.includes(key.slice(-4)), text.includes(key)]).toEqual([200, true, false]);
    expect((await page('/ops/customers/nobody@example.com')).status).toBe(404);
  });

  it('resends, replaces, raises the volume and revokes, each audited', async () => {
    const email = `acts-${randomUUID().slice(0, 8)}@example.com`;
    const { key, id } = await api.newKey({ email });
    expect(await (await act(email, { act: 'resend', what: 'key', id })).text()).toContain('Sending to');
    await act(email, { act: 'volume', id, scans: '500' });
    await act(email, { act: 'rotate', id });
    expect((await api.get('/api/verify-key', { 'x-api-key': key })).status).toBe(403);
    await act(email, { act: 'revoke_key', id });
    expect((await audited(id)).slice(1)).toEqual([
      'operator:this machine mail.resend',
      'operator:this machine key.volume',
      'operator:this machine key.rotate',
      'operator:this machine key.revoke',
    ]);
    const mails = await api.db.mailMessage.findMany({ where: { to: email }, orderBy: { createdAt: 'asc' } });
    expect(mails.map(({ template }) => template)).toEqual(['api_key', 'key_rotated']);
  });

  it('moves everything to a corrected address', async () => {
    const [from, to] = [`wrong-${randomUUID()}@example.com`, `right-${randomUUID()}@example.com`];
    const { id } = await api.newKey({ email: from });
    expect((await act(from, { act: 'correct', to })).status).toBe(200);
    expect(await api.db.apiKey.findUnique({ where: { id } })).toMatchObject({ email: to });
  });

  it('refuses a form on another site, and an incomplete one', async () => {
    const { id } = await api.newKey({ email: 'safe@example.com' });
    const other = { 'sec-fetch-site': 'cross-site' };
    expect((await act('safe@example.com', { act: 'revoke_key', id }, other)).status).toBe(403);
    const referer = `${api.baseUrl}/ops/customers/safe@example.com`;
    const refused = await act('safe@example.com', { act: 'revoke_key', id: 'x' }, { referer });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('<a href="/ops/customers/safe@example.com">Back to the previous page');
    expect(await api.db.apiKey.findUnique({ where: { id } })).toMatchObject({ status: 'active' });
  });
});

describe('with OPS_TOKEN', () => {
  it('requires the CSRF token of the session in the form’s address', async () => {
    await using guarded = await runningApi({ OPS_TOKEN: 'the-operator-of-these-tests' });
    const path = '/ops/customers/ann%40example.com';
    expect((await guarded.get(path)).status).toBe(401);
    const login = await guarded.get('/ops/login');
    const csrf = /name="csrf" value="([^"]+)"/.exec(await login.text())?.[1] ?? '';
    const jar = (answer: Response) =>
      answer.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ');
    const signedIn = await fetch(`${guarded.baseUrl}/ops/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: jar(login) },
      body: new URLSearchParams({ csrf, password: 'the-operator-of-these-tests' }),
    });
    const cookie = jar(signedIn);
    const { id } = await guarded.newKey();
    const html = await (await guarded.get(path, { cookie, accept: 'text/html' })).text();
    const action = /action="(\/ops\/customers\/[^"]+\?csrf=[^"]+)"/.exec(html)?.[1] ?? '';
    const post = (to: string) =>
      fetch(guarded.baseUrl + to, {
        method: 'POST',
        headers: { cookie },
        body: new URLSearchParams({ act: 'revoke_key', id }),
      });
    expect((await post(path)).status, 'without it').toBe(403);
    expect((await post(`${path}?csrf=wrong`)).status).toBe(403);
    expect((await post(action)).status).toBe(200);
  });
});
