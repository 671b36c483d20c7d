import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FakeRazorpay } from './fake-razorpay.ts';

let fake: FakeRazorpay;
beforeAll(async () => {
  fake = await new FakeRazorpay().listen();
});
afterAll(() => fake.close());

async function ask(path: string, body?: object, credentials = `${fake.keyId}:${fake.keySecret}`) {
  const answer = await fetch(`${fake.url}/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Basic ${btoa(credentials)}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const order = (amount = 9_900) => fake.state.openOrder({ amount, currency: 'INR', receipt: 'r', notes: [] });
const refusal = { error: { code: 'BAD_REQUEST_ERROR', description: expect.any(String) as string } };

test.each([
  ['an unknown payment', '/payments/pay_00000000000000', undefined],
  ['an unknown order', '/orders/order_00000000000000', undefined],
  ['an unknown path', '/nothing', undefined],
  ['an order of less than a rupee', '/orders', { amount: 99, currency: 'INR' }],
  ['a receipt of 41 characters', '/orders', { amount: 100, currency: 'INR', receipt: 'x'.repeat(41) }],
  ['a subscription without an end', '/subscriptions', { plan_id: 'plan_x' }],
])('%s is a 400, as with Razorpay', async (_case, path, body) => {
  expect(await ask(path, body)).toMatchObject({ status: 400, body: refusal });
});

test('a wrong key is a 401', async () => {
  expect((await ask('/payments', undefined, 'rzp_test_other:x')).status).toBe(401);
});

test('a payment is captured once, in full, and only one payment per order', async () => {
  const { id } = order();
  const [first, second] = [1, 2].map(() => fake.state.pay(id, { status: 'authorized' }).id);
  expect((await ask(`/payments/${first}/capture`, { amount: 9_800, currency: 'INR' })).status).toBe(400);
  const captured = await ask(`/payments/${first}/capture`, { amount: 9_900, currency: 'INR' });
  expect(captured.body).toMatchObject({ status: 'captured', captured: true });
  expect(await ask(`/payments/${first}/capture`, { amount: 9_900, currency: 'INR' })).toMatchObject({
    status: 400,
    body: { error: { description: expect.stringContaining('already been captured') as string } },
  });
  expect((await ask(`/payments/${second}/capture`, { amount: 9_900, currency: 'INR' })).status).toBe(400);
  expect((await ask(`/orders/${id}`)).body).toMatchObject({ status: 'paid', amount_paid: 9_900, amount_due: 0 });
});

test('refunds add up, and a failed one is subtracted again', () => {
  const paid = fake.state.pay(order().id);
  fake.state.refund(paid.id, 4_000);
  expect(paid).toMatchObject({ status: 'captured', refund_status: 'partial', amount_refunded: 4_000 });
  const rest = fake.state.refund(paid.id);
  expect(paid).toMatchObject({ status: 'refunded', refund_status: 'full', amount_refunded: 9_900 });
  fake.state.failRefund(rest.id);
  expect(paid).toMatchObject({ status: 'captured', refund_status: 'partial', amount_refunded: 4_000 });
});

test('lists are newest first, in pages of at most a hundred, by time', async () => {
  for (let index = 0; index < 105; index += 1) order();
  const page = async (query: string) => (await ask(`/orders?${query}`)).body['items'] as { id: string }[];
  const all = [...(await page('count=200')), ...(await page('count=200&skip=100'))].map(({ id }) => id);
  expect(all).toEqual([...fake.state.orders.keys()].reverse());
  expect(await page(`from=${fake.now() + 60}`)).toEqual([]);
});

test('a webhook is signed over its body and includes its id', () => {
  fake.state.pay(order().id);
  const event = fake.events.at(-1);
  if (!event) throw new Error('no event');
  expect(fake.webhookHeaders(event)).toEqual({
    'x-razorpay-event-id': event.id,
    'x-razorpay-signature': createHmac('sha256', fake.webhookSecret).update(event.body).digest('hex'),
  });
  expect(JSON.parse(event.body)).toMatchObject({
    entity: 'event',
    event: 'order.paid',
    contains: ['payment', 'order'],
  });
});

test.each([
  ['another key', { key_id: 'rzp_test_other' }],
  ['an unknown order', { order_id: 'order_00000000000000' }],
  ['another amount', { amount: '100' }],
  ['no callback URL', { callback_url: '' }],
])('the hosted checkout rejects a form with %s', async (_case, wrong) => {
  const fields = { key_id: fake.keyId, order_id: order().id, amount: '9900', callback_url: 'http://shop.test/done' };
  const body = new URLSearchParams({ ...fields, ...wrong });
  expect((await fetch(`${fake.url}/v1/checkout/embedded`, { method: 'POST', body })).status).toBe(400);
});

test.each([
  ['success', 'captured'],
  ['later', 'authorized'],
])('after %s the hosted checkout returns with a signature over order and payment', async (pay, status) => {
  const { id } = order();
  const fields = { key_id: fake.keyId, order_id: id, amount: '9900', callback_url: 'http://shop.test/done', pay };
  const body = new URLSearchParams(fields);
  const html = await (await fetch(`${fake.url}/v1/checkout/embedded/pay`, { method: 'POST', body })).text();
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '';
  const paid = value('razorpay_payment_id');
  const signature = createHmac('sha256', fake.keySecret).update(`${id}|${paid}`).digest('hex');
  expect([value('razorpay_order_id'), value('razorpay_signature')]).toEqual([id, signature]);
  expect(fake.state.payments.get(paid)?.status).toBe(status);
});
