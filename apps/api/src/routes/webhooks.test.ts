import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { processProviderEvent } from '@palisade/billing/provider-events';
import { billingLab, type BillingLab } from '@palisade/billing/test/billing-lab';
import { paymentsApp, type PaymentsApp } from '../../test/payments-app.ts';

let lab: BillingLab;
let hooks: PaymentsApp;
let counter = 0;
let email = '';

beforeAll(async () => {
  lab = await billingLab();
  hooks = await paymentsApp(lab.deps);
});
afterAll(async () => {
  await hooks.app.close();
  await lab.close();
});
beforeEach(() => {
  counter += 1;
  email = `payer${counter}@example.com`;
  hooks.queued.length = 0;
  lab.stripe.fake.events.length = 0;
  lab.razorpay.fake.events.length = 0;
});

describe.each(['stripe', 'razorpay'] as const)('POST /api/webhooks/%s', (name) => {
  test('each event is queued once; a forged or unsigned one gets 400 and is not stored', async () => {
    const { body } = await hooks.post('/api/checkout', { product: 'one_time_scan', provider: name, email });
    lab[name].pay(String(body['order_id'] ?? String(body['checkout_url']).split('/').at(-1)));
    const event = lab[name].fake.events[0];
    if (!event) throw new Error('paying made no event');
    const headers = lab[name].fake.webhookHeaders(event);
    const before = await lab.deps.db.providerEvent.count();
    for (const [payload, given] of [
      [event.body.replace('1', '2'), headers],
      [event.body, {}],
      ['', headers],
      ['not json', headers],
    ] as const) {
      const answer = await hooks.send(name, payload, given);
      expect([answer.statusCode, Object.keys(JSON.parse(answer.body) as object)]).toEqual([400, ['error']]);
    }
    expect(await lab.deps.db.providerEvent.count()).toBe(before);
    const twice = await Promise.all([hooks.send(name, event.body, headers), hooks.send(name, event.body, headers)]);
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(hooks.queued).toHaveLength(1);
    await hooks.sendAll(lab[name]);
    expect(await lab.mails(email)).toHaveLength(1);
  });

  test('a body of any content type, or none, is read as bytes; other routes still require JSON', async () => {
    const event = {
      id: `evt_type_${name}`,
      type: 'x',
      body: '{"id":"evt_t","object":"event","event":"x","type":"x","data":{"object":{}}}',
    };
    const headers = lab[name].fake.webhookHeaders(event);
    for (const type of [{}, { 'content-type': 'text/plain' }, { 'content-type': 'application/x-unheard-of' }]) {
      const url = `/api/webhooks/${name}`;
      const answer = await hooks.app.inject({
        method: 'POST',
        url,
        headers: { ...headers, ...type },
        payload: event.body,
      });
      expect(answer.statusCode).toBe(200);
    }
    const payload = '{}';
    const other = await hooks.app.inject({
      method: 'POST',
      url: '/api/checkout',
      headers: { 'content-type': 'a/b' },
      payload,
    });
    expect(other.statusCode).toBe(415);
  });

  test('an event about something that is not ours changes nothing', async () => {
    const body = {
      stripe:
        '{"id":"evt_x","object":"event","type":"charge.refunded","data":{"object":{"object":"charge","payment_intent":"pi_gone"}}}',
      razorpay: '{"entity":"event","event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_gone"}}}}',
    }[name];
    const event = { id: `evt_${name}`, type: 'x', body };
    const answer = await hooks.send(name, body, lab[name].fake.webhookHeaders(event));
    expect(answer.statusCode).toBe(200);
    expect(await processProviderEvent(lab.deps, hooks.queued[0] ?? '')).toBe('not_ours');
  });

  test('a signed event that is nested too deeply is refused, not an internal error', async () => {
    const nested = (depth: number) => `${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`;
    for (const [body, status] of [
      [`{"id":"evt_deep_${name}","object":"event","type":"x","event":"x","data":{"object":${nested(40)}}}`, 200],
      [`{"id":"evt_deeper_${name}","object":"event","type":"x","event":"x","data":{"object":${nested(5_000)}}}`, 400],
      [`{"id":"evt_open_${name}","data":${'['.repeat(200_000)}`, 400],
    ] as const) {
      const event = { id: `evt_deep_${(counter += 1)}`, type: 'x', body };
      expect((await hooks.send(name, body, lab[name].fake.webhookHeaders(event))).statusCode).toBe(status);
    }
    hooks.queued.splice(0);
  });

  test('a signed event with a member "__proto__" is an event like any other', async () => {
    const body = `{"id":"evt_proto","object":"event","type":"x","event":"x","data":{"object":{"__proto__":null,"a":[{"__proto__":{"b":1}}]}}}`;
    const event = { id: `evt_proto_${name}`, type: 'x', body };
    expect((await hooks.send(name, body, lab[name].fake.webhookHeaders(event))).statusCode).toBe(200);
    hooks.queued.splice(0);
  });

  test('any body with a valid signature is accepted or refused, and never breaks the processing', async () => {
    await fc.assert(
      fc.asyncProperty(signedBody(name), async (body) => {
        const event = { id: `evt_fuzz_${(counter += 1)}`, type: 'x', body };
        const { statusCode } = await hooks.send(name, body, lab[name].fake.webhookHeaders(event));
        expect([200, 400]).toContain(statusCode);
        for (const id of hooks.queued.splice(0)) {
          expect(['settled', 'nothing_new', 'not_ours']).toContain(await processProviderEvent(lab.deps, id));
        }
      }),
      { numRuns: 150, endOnFailure: true },
    );
    expect(await lab.deps.db.accessToken.count({ where: { email } })).toBe(0);
  });
});

/** Real events with one part replaced, and JSON of any shape. */
function signedBody(name: 'stripe' | 'razorpay'): fc.Arbitrary<string> {
  const types = {
    stripe: ['checkout.session.completed', 'charge.refunded', 'invoice.paid', 'customer.subscription.deleted'],
    razorpay: ['payment.captured', 'refund.processed', 'subscription.charged', 'payment.dispute.created'],
  }[name];
  const oddity = fc.oneof(
    fc.constantFrom<unknown>(
      'pay_1',
      'order_1',
      null,
      '',
      '\u0000',
      'pay_../../refunds',
      'cs_',
      [],
      {},
      -1,
      '\ud800',
      '__proto__',
    ),
    fc.jsonValue(),
  );
  const object = fc.record(
    Object.fromEntries(
      ['id', 'object', 'payment_intent', 'subscription', 'order_id', 'notes', 'metadata'].map((key) => [key, oddity]),
    ),
    { requiredKeys: [] },
  );
  const event = fc.tuple(fc.constantFrom(...types), object).map(([type, entity]) =>
    name === 'stripe'
      ? { id: `evt_${(counter += 1)}`, object: 'event', type, data: { object: entity } }
      : {
          entity: 'event',
          event: type,
          payload: { payment: { entity }, order: { entity }, subscription: { entity } },
        },
  );
  return fc.oneof(event, fc.jsonValue()).map((value) => JSON.stringify(value) ?? '');
}
