import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { reserveToken } from '@palisade/access/reserve-token';
import { patienceFor } from '@palisade/billing/deadline';
import { ensureCompliancePaid } from '@palisade/billing/ensure-compliance-paid';
import { APP_SECRET, billingLab, type BillingLab } from '@palisade/billing/test/billing-lab';
import { paymentsApp, type PaymentsApp } from '../../test/payments-app.ts';

let lab: BillingLab;
let payments: PaymentsApp;
let counter = 0;
let email = '';

beforeAll(async () => {
  lab = await billingLab();
  payments = await paymentsApp(lab.deps);
});
afterAll(async () => {
  await payments.app.close();
  await lab.close();
});
beforeEach(() => {
  counter += 1;
  email = `payer${counter}@example.com`;
  lab.stripe.fake.events.length = 0;
  lab.razorpay.fake.events.length = 0;
  lab.razorpay.fake.faults.length = 0;
});

const post = (url: string, payload: object, on = payments) => on.post(url, payload);
const verify = (paymentId: string, address = email) =>
  post('/api/verify-one-time', { payment_id: paymentId, email: address });
const { pay } = {
  pay: (...wanted: Parameters<BillingLab['razorpay']['fake']['state']['pay']>) =>
    lab.razorpay.fake.state.pay(...wanted).id,
};

test('a provider that hangs is waited for no longer than callers of scans are', async () => {
  const hasty = await paymentsApp({ ...lab.deps, patienceMs: 300 });
  lab.razorpay.fake.faults.push({ path: /./, kind: 'hang' });
  const started = performance.now();
  const answers = await Promise.all([
    post('/api/verify-one-time', { payment_id: 'pay_hangs', email }, hasty),
    post('/api/checkout', { product: 'one_time_scan', provider: 'razorpay', email }, hasty),
    post('/api/compliance-report/pay', { provider: 'razorpay', email, url: 'https://a.example' }, hasty),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(performance.now() - started).toBeLessThan(10_000);
  await hasty.app.close();
});

test.each([
  [1_000, 5_000],
  [15_000, 15_000],
  [120_000, 15_000],
])('with a scan timeout of %i ms, a provider has %i ms', (timeoutMs, patienceMs) => {
  expect(patienceFor(timeoutMs)).toBe(patienceMs);
});

describe('POST /api/checkout', () => {
  test('an address can begin a limited number of checkouts an hour', async () => {
    const few = await paymentsApp(lab.deps, 2);
    const order = { product: 'pro', provider: 'stripe', email };
    await lab.deps.db.quotaCounter.deleteMany();
    const answers = await Promise.all([1, 2, 3, 4].map(() => post('/api/checkout', order, few)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429]);
    expect(await lab.deps.db.purchase.count({ where: { email } })).toBe(2);
    await few.app.close();
  });
  test.each([
    ['one_time_scan', 9_900],
    ['compliance_report', 24_900],
  ] as const)('razorpay %s', async (product, amount) => {
    const { status, body } = await post('/api/checkout', { product, provider: 'razorpay', email });
    expect({ status, body }).toEqual({
      status: 200,
      body: { order_id: expect.stringMatching(/^order_/), amount, currency: 'INR', key: 'rzp_test_lab' },
    });
  });
  test('razorpay pro is a subscription, with one plan for all buyers', async () => {
    for (let index = 0; index < 2; index += 1) {
      const { body } = await post('/api/checkout', { product: 'pro', provider: 'razorpay', email });
      expect(body).toEqual({
        subscription_id: expect.stringMatching(/^sub_/),
        amount: 49_900,
        currency: 'INR',
        key: 'rzp_test_lab',
      });
    }
    expect(lab.razorpay.fake.state.plans.size).toBe(1);
  });
  test.each(['pro', 'one_time_scan', 'compliance_report'] as const)('stripe %s', async (product) => {
    const { status, body } = await post('/api/checkout', {
      product,
      provider: 'stripe',
      email,
      url: 'https://example.com',
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: { checkout_url: expect.stringContaining('/c/pay/cs_test_') },
    });
  });
  test.each([
    [{}],
    [{ product: 'free', provider: 'stripe', email: 'a@b.co' }],
    [{ product: 'pro', provider: 'paypal', email: 'a@b.co' }],
    [{ product: 'pro', provider: 'stripe', email: 'nobody' }],
    [{ product: 'pro', provider: 'stripe', email: 'a@b.co', url: 'ftp://example.com' }],
  ])('400 for %j', async (body) => {
    expect(await post('/api/checkout', body)).toMatchObject({ status: 400, body: { error: expect.any(String) } });
  });
  test('503 for a provider that is off, or down', async () => {
    const off = await paymentsApp({ ...lab.deps, providers: {} });
    const body = { product: 'pro', provider: 'stripe', email };
    expect(await post('/api/checkout', body, off)).toMatchObject({
      status: 503,
      body: { error: 'payments by stripe are not configured on this server' },
    });
    await off.app.close();
    lab.razorpay.fake.faults.push({ path: /./, kind: 'drop_before' });
    expect(await post('/api/checkout', { ...body, provider: 'razorpay' })).toMatchObject({ status: 503 });
  });
});

describe('POST /api/verify-one-time', () => {
  const mailed = async () => (await lab.mails(email)).map(({ payload }) => payload['token']);

  test('captures, issues one token, mails it once, and returns it again to the same address', async () => {
    const id = pay(null, { amount: 9_900, status: 'authorized' });
    const answers = await Promise.all([verify(id), verify(id), verify(id), verify(id, ` ${email.toUpperCase()}`)]);
    expect(new Set(answers.map(({ status, body }) => `${status} ${String(body['token'])}`)).size).toBe(1);
    expect(answers[0]).toEqual({ status: 200, body: { ok: true, token: expect.stringMatching(/^pal_scan_/) } });
    expect(lab.razorpay.fake.state.payments.get(id)).toMatchObject({ status: 'captured' });
    expect(await mailed()).toEqual([answers[0]?.body['token']]);
    const token = String(answers[0]?.body['token']);
    await reserveToken(lab.deps.db, { token, kind: 'one_time', leaseMs: 0 }, APP_SECRET);
    expect((await verify(id, 'somebody@else.example')).status).toBe(403);
    expect((await verify(id)).body['token']).toBe(token);
  });

  test('of several concurrent addresses, one gets it', async () => {
    const id = pay(null, { amount: 9_900 });
    const answers = await Promise.all([verify(id, `a-${email}`), verify(id, `b-${email}`), verify(id, `c-${email}`)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
  });

  test('a payment for a checkout that began here belongs to the address of that checkout', async () => {
    const { body } = await post('/api/checkout', { product: 'one_time_scan', provider: 'razorpay', email });
    const id = pay(String(body['order_id']));
    expect((await verify(id, 'somebody@else.example')).status).toBe(403);
    for (const event of lab.razorpay.fake.events) await lab.webhook(lab.razorpay, event);
    const { status, body: answer } = await verify(id);
    expect(status).toBe(200);
    expect(await mailed()).toEqual([answer['token']]);
  });

  test.each([
    ['not succeeded', 402, () => pay(null, { amount: 9_900, status: 'failed' })],
    ['another amount', 402, () => pay(null, { amount: 9_800 })],
    ['another currency', 402, () => pay(null, { amount: 9_900, currency: 'USD' })],
    ['unknown', 404, () => 'pay_T0000000000000'],
    ['not a payment', 404, () => 'order_T0000000000'],
    ['a path', 400, () => '../orders/order_x'],
    ['a query', 400, () => '?count=100'],
    ['empty', 400, () => ''],
  ])('%s: %i', async (_case, status, id) => {
    expect(await verify(id())).toMatchObject({ status, body: { error: expect.any(String) } });
    expect(await mailed()).toEqual([]);
  });

  test('refunded: 402, before the claim and after', async () => {
    const before = pay(null, { amount: 9_900 });
    lab.razorpay.fake.state.refund(before);
    expect((await verify(before)).status).toBe(402);
    const after = pay(null, { amount: 9_900 });
    const token = String((await verify(after)).body['token']);
    lab.razorpay.fake.state.refund(after);
    expect((await verify(after)).status).toBe(402);
    for (const event of lab.razorpay.fake.events) await lab.webhook(lab.razorpay, event);
    const order = { token, kind: 'one_time' as const, leaseMs: 0 };
    await expect(reserveToken(lab.deps.db, order, APP_SECRET)).rejects.toMatchObject({ reason: 'revoked' });
  });

  test('paid for another product, or a subscription: 402', async () => {
    const order = lab.razorpay.fake.state.openOrder({
      amount: 9_900,
      currency: 'INR',
      receipt: null,
      notes: { product: 'compliance_report' },
    });
    expect((await verify(pay(order.id))).status).toBe(402);
    const { body } = await post('/api/checkout', { product: 'pro', provider: 'razorpay', email });
    expect((await verify(lab.razorpay.pay(String(body['subscription_id'])))).status).toBe(402);
  });

  test('an address may ask for 30 unknown payments an hour; what Razorpay knows does not count', async () => {
    const remoteAddress = '198.51.100.77';
    const ask = async (id: string) => {
      const payload = { payment_id: id, email };
      const answer = await payments.app.inject({ method: 'POST', url: '/api/verify-one-time', remoteAddress, payload });
      return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after']) };
    };
    const { body } = await post('/api/checkout', { product: 'one_time_scan', provider: 'razorpay', email });
    const bought = pay(String(body['order_id']));
    for (const event of lab.razorpay.fake.events) await lab.webhook(lab.razorpay, event);
    const elsewhere = pay(null, { amount: 9_900 });
    const refused = pay(null, { amount: 9_900, status: 'failed' });
    const lookUp = vi.spyOn(lab.razorpay.provider, 'findPayment');
    const statuses: number[] = [];
    for (let n = 0; n < 35; n += 1) {
      if (n < 30) expect([(await ask(elsewhere)).status, (await ask(refused)).status]).toEqual([200, 402]);
      statuses.push((await ask(`pay_Invented${n}`)).status);
    }
    expect(statuses).toEqual([...Array<number>(30).fill(404), ...Array<number>(5).fill(429)]);
    expect(lookUp.mock.calls.filter(([id]) => id.startsWith('pay_Invented'))).toHaveLength(30);
    expect((await ask('pay_Invented')).retryAfter).toBeGreaterThan(0);
    expect((await ask('pay_Invented')).retryAfter).toBeLessThanOrEqual(3600);
    // A payment that has arrived is found, whatever others behind the same address do; so are all from another address.
    expect((await ask(bought)).status).toBe(200);
    expect((await verify('pay_Invented')).status).toBe(404);
    lookUp.mockRestore();
  });

  test('in a flood from many addresses, each has few unknown payments, and buyers are served', async () => {
    const ask = async (id: string, remoteAddress: string) => {
      const payload = { payment_id: id, email };
      return (await payments.app.inject({ method: 'POST', url: '/api/verify-one-time', remoteAddress, payload }))
        .statusCode;
    };
    const flood = '198.51.100.78';
    expect(await ask('pay_Invented0', flood)).toBe(404);
    await lab.deps.db
      .$executeRaw`update quota_counter set used = 300 where subject = 'address:rate:unknown-payment:service'`;
    const statuses: number[] = [];
    for (let n = 1; n < 5; n += 1) statuses.push(await ask(`pay_Invented${n}`, flood));
    expect(statuses).toEqual([404, 404, 429, 429]);
    const bought = pay(null, { amount: 9_900 });
    const mistyped = `${bought}x`;
    expect([await ask(mistyped, '198.51.100.79'), await ask(bought, '198.51.100.79')]).toEqual([404, 200]);
  });

  test('provider down: 503, and nothing is lost', async () => {
    const id = pay(null, { amount: 9_900 });
    lab.razorpay.fake.faults.push({ path: /./, kind: 'status', status: 502 });
    expect((await verify(id)).status).toBe(503);
    lab.razorpay.fake.faults.length = 0;
    expect((await verify(id)).status).toBe(200);
  });
});

describe('POST /api/compliance-report/pay', () => {
  test('razorpay: the token is inert until the order is paid, then works before any webhook', async () => {
    const { status, body } = await post('/api/compliance-report/pay', {
      provider: 'razorpay',
      email,
      url: 'https://example.com',
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        order_id: expect.stringMatching(/^order_/),
        amount: 24_900,
        key: 'rzp_test_lab',
        token: expect.stringMatching(/^pal_comp_/),
      },
    });
    const token = String(body['token']);
    const order = { token, kind: 'compliance' as const, leaseMs: 0 };
    await expect(reserveToken(lab.deps.db, order, APP_SECRET)).rejects.toMatchObject({ reason: 'unpaid' });
    await expect(ensureCompliancePaid(lab.deps, token)).rejects.toMatchObject({ statusCode: 402 });
    pay(String(body['order_id']), { status: 'authorized' });
    await ensureCompliancePaid(lab.deps, token);
    await ensureCompliancePaid(lab.deps, token);
    await reserveToken(lab.deps.db, order, APP_SECRET);
    expect(await lab.mails(email)).toHaveLength(1);
  });
  test('an unknown token is left to the token check', async () => {
    await ensureCompliancePaid(lab.deps, 'pal_comp_nothing');
  });
  test('stripe: the payment page, then the token by email', async () => {
    const { body } = await post('/api/compliance-report/pay', {
      provider: 'stripe',
      email,
      url: 'https://example.com',
    });
    expect(body).toEqual({ checkout_url: expect.stringContaining('/c/pay/cs_test_'), amount: 300 });
    lab.stripe.pay(String(body['checkout_url']).split('/').at(-1) ?? '');
    await payments.sendAll(lab.stripe);
    expect(await lab.mails(email)).toMatchObject([{ template: 'compliance_token' }]);
  });
  test('400 without a url, or with one that no scan accepts', async () => {
    expect((await post('/api/compliance-report/pay', { provider: 'razorpay', email })).status).toBe(400);
    const bad = { provider: 'razorpay', email, url: 'file:///etc/passwd' };
    expect((await post('/api/compliance-report/pay', bad)).status).toBe(400);
  });
});
