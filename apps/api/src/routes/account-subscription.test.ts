import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { digestAtRest } from '@palisade/access/keyed-hash';
import { startPaymentLabs, type PaymentLabs } from '@palisade/lab/payment-labs';
import { runningApi, SECRET, type RunningApi } from '../../test/running-api.ts';

let labs: PaymentLabs;
let api: RunningApi;
beforeAll(async () => {
  // No webhook arrives: what the buyer's own browser and the account ask for is enough.
  labs = await startPaymentLabs({ palisade: () => 'http://127.0.0.1:9' });
  labs.stripe.onEvent = undefined;
  labs.razorpay.onEvent = undefined;
  api = await runningApi(labs.env);
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await labs.close();
});

type Provider = 'stripe' | 'razorpay';
let counter = 0;
const newEmail = () => `subscriber${(counter += 1)}@example.com`;

/** From the price to the key, as a browser goes, without one. @returns the key */
async function subscribe(email: string, provider: Provider): Promise<string> {
  const opened = await fetch(`${api.baseUrl}/pricing/buy`, {
    method: 'POST',
    headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ product: 'pro', provider, email }),
  });
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const html = await opened.text();
  const ref = /\b(cs_test_\w+|sub_\w+)/.exec(opened.headers.get('refresh') ?? html)?.[1] ?? '';
  if (provider === 'stripe') labs.stripe.state.pay(ref);
  else labs.razorpay.state.charge(ref);
  const landed = await api.get(`/checkout/done?checkout=${ref}`, { accept: 'text/html', cookie });
  return /pal_live_\w+/.exec(await landed.text())?.[0] ?? '';
}
async function session(email: string) {
  const cookie = randomBytes(8).toString('hex');
  const now = new Date();
  const known = { id: randomUUID(), browser: 'test', createdAt: now, lastSeenAt: now };
  const expiresAt = new Date(now.getTime() + 60_000);
  await api.db.accountSession.create({ data: { ...known, email, expiresAt, digest: digestAtRest(SECRET, cookie) } });
  const headers = { cookie: `palisade_session=${cookie}` };
  return {
    async post(path: string, body: object = {}) {
      const answer = await api.post(`/api/account/${path}`, body, headers);
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    page: async (path: string) => (await api.get(path, { ...headers, accept: 'text/html' })).text(),
  };
}
const works = async (key: string) => (await api.get('/api/verify-key', { 'x-api-key': key })).status;

it.each([
  ['stripe', /\/p\/session\//],
  ['razorpay', /\/i\/sub_/],
] as const)('%s: card and invoices are on the provider’s page', async (provider, page) => {
  const email = newEmail();
  await subscribe(email, provider);
  const { status, body } = await (await session(email)).post('portal');
  expect([status, body['url']]).toEqual([200, expect.stringMatching(page)]);
});

it.each(['stripe', 'razorpay'] as const)(
  '%s: cancelled, it works to the end of the paid month, and a receipt stays',
  async (provider) => {
    const email = newEmail();
    const key = await subscribe(email, provider);
    const account = await session(email);
    const { status, body } = await account.post('subscription/cancel');
    expect([status, Date.parse(String(body['ends_at'])) > Date.now()]).toEqual([200, true]);
    expect(await works(key)).toBe(200);
    const html = await account.page('/account');
    expect(html).toMatch(/ends \d{4}-\d\d-\d\d/);
    expect(html).not.toContain('Cancel the subscription');
    const receipt = /\/account\/receipts\/\d+/.exec(html)?.[0] ?? '';
    const paper = await account.page(receipt);
    expect(paper).toContain(provider === 'stripe' ? '$7.00' : '₹499.00');
    expect(paper).toMatch(new RegExp(`href="${labs[provider].url}/i/inv?_\\w+"[^>]*>Invoice at`));
    labs[provider].faults.push({ path: /invoice|payments/, kind: 'status', times: 9 });
    expect(await account.page(receipt), 'without its provider').toContain('Receipt ');
    labs[provider].faults.length = 0;
    expect(await (await session(newEmail())).page(receipt), 'of another').toContain('no such receipt');
  },
);

it('of two subscriptions at two providers the later one ends, its month given back when it was not used', async () => {
  const email = newEmail();
  const keys = [await subscribe(email, 'stripe'), await subscribe(email, 'razorpay')];
  const account = await session(email);
  expect((await account.post('subscription/cancel')).status, 'which one?').toBe(400);
  expect(await account.page('/account')).toContain('You have 2 subscriptions that renew');
  expect(await account.post('subscription/merge')).toEqual({ status: 200, body: { ok: true, refunded: true } });
  expect([await works(keys[0] ?? ''), await works(keys[1] ?? '')]).toEqual([200, 403]);
  expect([...labs.razorpay.state.payments.values()].at(-1)).toMatchObject({ status: 'refunded' });
  expect((await account.post('subscription/merge')).status, 'there is one').toBe(404);
});

it('of two subscriptions the later one that was used ends with its paid month', async () => {
  const email = newEmail();
  const keys = [await subscribe(email, 'stripe'), await subscribe(email, 'stripe')];
  expect((await api.post('/api/scan/pro', { url: 'shop.test' }, { 'x-api-key': keys[1] ?? '' })).status).toBe(200);
  const account = await session(email);
  expect(await account.post('subscription/merge')).toEqual({ status: 200, body: { ok: true, refunded: false } });
  expect(await Promise.all(keys.map(works))).toEqual([200, 200]);
  expect(await account.page('/account')).not.toContain('subscriptions that renew');
});

it('without a subscription there is nothing to change', async () => {
  const email = newEmail();
  await api.newKey({ email });
  const account = await session(email);
  for (const path of ['portal', 'subscription/cancel', 'subscription/merge']) {
    expect([path, (await account.post(path)).status]).toEqual([path, 404]);
  }
});
