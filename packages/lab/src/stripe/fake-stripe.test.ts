import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FakeStripe } from './fake-stripe.ts';

let fake: FakeStripe;
let stripe: Stripe;
beforeAll(async () => {
  fake = await new FakeStripe().listen();
  const { hostname, port } = new URL(fake.url);
  stripe = new Stripe(fake.secretKey, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 2,
  });
});
afterAll(() => fake.close());

const session = (amount: number, idempotencyKey?: string) =>
  stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: amount, product_data: { name: 'A' } } }],
      metadata: { purchase_id: 'p' },
    },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );

test('an idempotency key repeats the first response, and rejects other parameters', async () => {
  const first = await session(200, 'k1');
  fake.state.pay(first.id);
  expect(await session(200, 'k1')).toMatchObject({ id: first.id, status: 'open' });
  await expect(session(300, 'k1')).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
});

test('the SDK retries a dropped response, and one session is created', async () => {
  const before = fake.state.sessions.size;
  fake.faults.push({ method: 'POST', path: /sessions/, kind: 'drop_after', times: 1 });
  await session(200);
  expect(fake.state.sessions.size).toBe(before + 1);
});

test('lists are newest first, in pages, filtered by time', async () => {
  for (let index = 0; index < 7; index += 1) await session(200);
  const ids: string[] = [];
  for await (const { id } of stripe.checkout.sessions.list({ limit: 3 })) ids.push(id);
  expect(ids).toEqual([...fake.state.sessions.keys()].reverse());
  const none = await stripe.checkout.sessions.list({ created: { gte: Math.floor(Date.now() / 1000) + 60 } });
  expect(none.data).toEqual([]);
});

test('unknown objects, keys, modes and amounts are rejected as Stripe does', async () => {
  await expect(stripe.checkout.sessions.retrieve('cs_test_no')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
  await expect(session(10)).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  const stranger = new Stripe('sk_test_other', {
    host: '127.0.0.1',
    port: Number(new URL(fake.url).port),
    protocol: 'http',
  });
  await expect(stranger.checkout.sessions.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
});

test('a delayed payment is "processing" until the bank decides', async () => {
  const kinds = [];
  for (const succeeded of [true, false]) {
    const { id } = await session(200);
    fake.events.length = 0;
    fake.state.pay(id, { later: true });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    fake.state.settle(id, succeeded);
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(id, {
      expand: ['payment_intent.latest_charge'],
    });
    kinds.push([...fake.events.map(({ type }) => type), (intent as Stripe.PaymentIntent).status]);
  }
  expect(kinds).toEqual([
    ['checkout.session.completed', 'checkout.session.async_payment_succeeded', 'succeeded'],
    ['checkout.session.completed', 'checkout.session.async_payment_failed', 'requires_payment_method'],
  ]);
});

test('the SDK accepts the signature of an event, but not an old one', async () => {
  const event = fake.events.at(-1);
  if (!event) throw new Error('no event');
  const check = (signature: string) => stripe.webhooks.constructEvent(event.body, signature, fake.webhookSecret).id;
  expect(check(fake.sign(event.body, fake.webhookSecret))).toBe(event.id);
  const old = Math.floor(Date.now() / 1000) - 301;
  expect(() => check(fake.sign(event.body, fake.webhookSecret, old))).toThrow('Timestamp outside the tolerance zone');
});
