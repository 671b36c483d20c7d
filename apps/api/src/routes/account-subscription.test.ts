import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestAtRest } from '@palisade/access/keyed-hash';
import { providersOf } from '@palisade/billing/billing-deps';
import { billingConfigFrom } from '@palisade/billing/billing-from-config';
import { settle } from '@palisade/billing/settle';
import { readConfig } from '@palisade/config/config';
import { startPaymentLabs, type PaymentLabs } from '@palisade/lab/payment-labs';
import { runningApi, SECRET, type RunningApi } from '../../test/running-api.ts';

let labs: PaymentLabs;
let api: RunningApi;
beforeAll(async () => {
  // No webhook arrives: the requests of the buyer's browser and of the account are enough.
  labs = await startPaymentLabs({ palisade: () => 'http://127.0.0.1:9' });
  labs.stripe.onEvent = undefined;
  labs.razorpay.onEvent = undefined;
  api = await runningApi({ ...labs.env, SCAN_TIMEOUT_MS: '1000' });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await labs.close();
});

type Provider = 'stripe' | 'razorpay';
let counter = 0;
const newEmail = () => `subscriber${(counter += 1)}@example.com`;

/** Buys a subscription through the pages, as a browser would. @returns the API key */
async function subscribe(email: string, provider: Provider, terms: { trialDays?: number } = {}): Promise<string> {
  const opened = await api.form('/pricing/buy', { product: 'pro', provider, email });
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  // Not a page in response to the form: Back from Razorpay's page would end at "Confirm Form Resubmission".
  expect(opened.status).toBe(provider === 'razorpay' ? 303 : 200);
  const to = opened.headers.get('refresh') ?? opened.headers.get('location') ?? '';
  const ref = /\b(cs_test_\w+|sub_\w+)/.exec(to)?.[1] ?? '';
  if (provider === 'stripe') labs.stripe.state.pay(ref, terms);
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
    delete: async () => await fetch(`${api.baseUrl}/api/account`, { method: 'DELETE', headers }),
    form: async (path: string) => {
      const asked = { ...headers, accept: 'text/html', 'sec-fetch-site': 'same-origin' };
      const init = { method: 'POST', headers: asked, body: new URLSearchParams() };
      return (await fetch(`${api.baseUrl}/account/${path}`, init)).text();
    },
    page: async (path: string) => (await api.get(path, { ...headers, accept: 'text/html' })).text(),
  };
}
/** Does what a webhook causes: settles each purchase by the provider's state. */
async function settleAll(email: string): Promise<void> {
  const publicBaseUrl = () => api.baseUrl;
  const providers = providersOf(billingConfigFrom(readConfig(labs.env), publicBaseUrl));
  const deps = { db: api.db, providers, appSecret: SECRET, publicBaseUrl, enqueueMail: async () => undefined };
  for (const { id, provider, ledger } of await api.db.purchase.findMany({
    where: { email },
    include: { ledger: true },
  })) {
    const opened = ledger.find(({ kind }) => kind === 'opened');
    await settle(deps, provider as Provider, { purchaseId: id, ref: opened?.ref ?? '' });
  }
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

it('a customer that was deleted at Stripe: the account shows the end, and a new subscription can be bought', async () => {
  const email = newEmail();
  const key = await subscribe(email, 'stripe');
  const { state } = labs.stripe;
  state.deleteCustomer(String([...state.subscriptions.values()].at(-1)?.customer));
  const account = await session(email);
  const { status, body } = await account.post('portal');
  expect([status, body['error']]).toEqual([404, expect.stringContaining('you can subscribe again')]);
  expect(await works(key)).toBe(403);
  expect((await account.post('portal')).status).toBe(404);
  expect(await works(await subscribe(email, 'stripe'))).toBe(200);
});

it('Stripe refuses: the message does not promise that a later attempt helps', async () => {
  const email = newEmail();
  await subscribe(email, 'stripe');
  labs.stripe.state.portalIsSetUp = false;
  const { status, body } = await (await session(email)).post('portal');
  labs.stripe.state.portalIsSetUp = true;
  expect([status, body['error']]).toEqual([503, 'Stripe refused: No configuration provided']);
  const order = { product: 'pro', provider: 'stripe', email: 'refused@example.com' };
  const refused = await api.post('/api/checkout', order);
  expect([refused.status, await refused.json()]).toEqual([400, { error: 'Stripe does not accept this email address' }]);
});

it.each(['stripe', 'razorpay'] as const)(
  '%s: a cancelled subscription works to the end of the paid month, and its receipt stays',
  async (provider) => {
    const email = newEmail();
    const key = await subscribe(email, provider);
    const account = await session(email);
    const { status, body } = await account.post('subscription/cancel');
    expect([status, Date.parse(String(body['ends_at'])) > Date.now()]).toEqual([200, true]);
    expect(await works(key)).toBe(200);
    const html = await account.page('/account');
    expect(html).toMatch(/Cancelled\. It ends on \d{4}-\d\d-\d\d, and the key works until then/);
    expect(html).toMatch(/ends on \d{4}-\d\d-\d\d/);
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

describe('the account describes the state of a subscription', () => {
  const card = 'Manage card and invoices with the payment provider';
  const cancel = 'Cancel the subscription at the end';

  it('at Stripe: renewing, past due with grace, paused, not collected, cancelled and taken back', async () => {
    const email = newEmail();
    await subscribe(email, 'stripe');
    const account = await session(email);
    const { recurring, subscriptions } = labs.stripe.state;
    const id = [...subscriptions.keys()].at(-1) ?? '';
    const reads = async (words: RegExp, buttons: readonly string[]) => {
      await settleAll(email);
      const html = await account.page('/account');
      expect(html).toMatch(words);
      expect([words, [card, cancel].filter((one) => html.includes(one))]).toEqual([words, buttons]);
    };
    await reads(/It renews on \d{4}-/, [card, cancel]);
    recurring.cancelAtPeriodEnd(id, true);
    await reads(/Cancelled. It ends on \d{4}-.*undo this/, [card]);
    recurring.cancelAtPeriodEnd(id, false);
    await reads(/It renews/, [card, cancel]);
    recurring.pauseCollection(id, 'mark_uncollectible');
    await reads(/You are not charged for now\. The key works until/, [card, cancel]);
    recurring.pauseCollection(id, null);
    recurring.renew(id, false);
    await reads(/The last payment failed. The payment provider will try again\. The key works until/, [card, cancel]);
    recurring.retry(id);
    await reads(/It renews/, [card, cancel]);
    recurring.pause(id);
    await reads(/Paused. The key does not work/, [card, cancel]);
    recurring.resume(id);
    await reads(/It renews/, [card, cancel]);
    labs.stripe.state.cancel(id);
    await reads(/>ended</, []);
  });

  it('on trial: until when, and what follows', async () => {
    const email = newEmail();
    const key = await subscribe(email, 'stripe', { trialDays: 14 });
    expect(await works(key)).toBe(200);
    expect(await (await session(email)).page('/account')).toMatch(/On trial until \d{4}-.*The first month is charged/);
  });

  it('at Razorpay: past due, given up, paused and ended', async () => {
    const email = newEmail();
    await subscribe(email, 'razorpay');
    const account = await session(email);
    const { state } = labs.razorpay;
    const id = [...state.subscriptions.keys()].at(-1) ?? '';
    const reads = async (words: RegExp) => {
      await settleAll(email);
      expect(await account.page('/account')).toMatch(words);
    };
    await reads(/It renews on \d{4}-/);
    state.charge(id, false);
    await reads(/The last payment failed. The payment provider will try again/);
    state.halt(id);
    await reads(/has stopped trying\. The key works until/);
    state.charge(id);
    state.pause(id);
    await reads(/Paused. The key does not work/);
    // Razorpay ends a subscription at once if no paid month is running, and the page does not promise one.
    const said = await account.form('subscription/cancel');
    expect(said).toContain('has ended, and its key no longer works');
    await reads(/>ended</);
  });
});

it('of two subscriptions at two providers the later one ends, and its unused month is refunded', async () => {
  const email = newEmail();
  const keys = [await subscribe(email, 'stripe'), await subscribe(email, 'razorpay')];
  const account = await session(email);
  expect((await account.post('subscription/cancel')).status, 'which one?').toBe(400);
  expect(await account.page('/account')).toContain('You have 2 subscriptions that renew');
  expect(await account.post('subscription/merge')).toEqual({ status: 200, body: { ok: true, refunded: true } });
  expect([await works(keys[0] ?? ''), await works(keys[1] ?? '')]).toEqual([200, 403]);
  expect([...labs.razorpay.state.payments.values()].at(-1)).toMatchObject({ status: 'refunded' });
  expect((await account.post('subscription/merge')).status, 'only one is left').toBe(404);
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

it('a provider that hangs ends no request later than a scan, and deletes nothing', async () => {
  const email = newEmail();
  const key = await subscribe(email, 'stripe');
  const account = await session(email);
  labs.stripe.faults.push({ path: /./, kind: 'hang' });
  const started = performance.now();
  const answers = await Promise.all([
    account.post('portal'),
    account.post('subscription/cancel'),
    account.post('subscription/merge'),
    account.delete(),
  ]);
  const took = performance.now() - started;
  labs.stripe.faults.length = 0;
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 404, 503]);
  expect(took).toBeLessThan(9_000);
  expect(await works(key)).toBe(200);
});

it('without a subscription there is nothing to change', async () => {
  const email = newEmail();
  await api.newKey({ email });
  const account = await session(email);
  for (const path of ['portal', 'subscription/cancel', 'subscription/merge']) {
    expect([path, (await account.post(path)).status]).toEqual([path, 404]);
  }
});
