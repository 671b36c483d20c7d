import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BadBillingRequest, BadWebhook, BillingUnavailable } from './errors.ts';
import { products, type ProductId } from './products.ts';
import type { WebhookEvent } from './provider.ts';
import { labRazorpay, labStripe, type LabProvider } from './test/lab-provider.ts';

/** One contract that every provider must pass, through its real SDK against a real server. */
describe.each([
  ['stripe', labStripe],
  ['razorpay', labRazorpay],
] as const)('%s', (_name, start) => {
  let lab: LabProvider;
  beforeEach(async () => {
    lab = await start();
  });
  afterEach(() => lab.fake.close());

  const order = (product: ProductId) => ({
    purchaseId: randomUUID(),
    product,
    amount: products[product].price[lab.provider.currency],
    currency: lab.provider.currency,
    email: 'buyer@example.com',
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  const lastEvent = (): WebhookEvent => {
    const event = lab.fake.events.at(-1);
    if (!event) throw new Error('no event yet');
    return lab.provider.readWebhook(Buffer.from(event.body), lab.fake.webhookHeaders(event));
  };

  test.each(['one_time_scan', 'compliance_report', 'pro'] as const)(
    '%s: opened, paid, reported as paid',
    async (product) => {
      const wanted = order(product);
      const { ref } = await lab.provider.open(wanted);
      const unpaid = await lab.provider.standing({ purchaseId: null, ref });
      expect(unpaid).toMatchObject({ ref, purchaseId: wanted.purchaseId, payments: [], endedAt: null });

      const paymentId = lab.pay(ref);
      const standing = await lab.provider.standing({ purchaseId: null, ref });
      expect(standing?.payments).toMatchObject([
        {
          id: paymentId,
          amount: wanted.amount,
          currency: wanted.currency,
          status: 'captured',
          refunds: [],
          disputes: [],
        },
      ]);
      const periodEnd = standing?.payments[0]?.periodEnd;
      if (product === 'pro') expect(periodEnd?.getTime()).toBeGreaterThan(Date.now() + 27 * 86_400_000);
      else expect(periodEnd).toBeNull();
      expect(await lab.provider.locate(lastEvent())).toMatchObject({ purchaseId: wanted.purchaseId, ref });
    },
  );

  test('every event of a purchase refers to it: paid, refunded, disputed, renewed, cancelled', async () => {
    const single = await opened('one_time_scan');
    const paid = lab.pay(single.ref);
    lab.failRefund(lab.refund(paid, 100));
    lab.refund(paid);
    lab.closeDispute(lab.dispute(paid), 'lost');
    await expectAllEventsLeadTo(single);

    const monthly = await opened('pro');
    lab.pay(monthly.ref);
    const renewal = lab.renew(monthly.ref, true);
    lab.refund(String(renewal));
    lab.renew(monthly.ref, false);
    lab.cancel(monthly.ref);
    await expectAllEventsLeadTo(monthly);
  });

  test('each period of a subscription has an invoice on the provider’s own page, a single payment has none', async () => {
    const monthly = await opened('pro');
    const paid = [lab.pay(monthly.ref), String(lab.renew(monthly.ref, true))];
    const urls = await Promise.all(paid.map((id) => lab.provider.invoiceUrl(id)));
    expect(new Set(urls).size).toBe(2);
    for (const url of urls) {
      expect(url).toMatch(new RegExp(`^${lab.fake.url}/i/inv?_`));
      const page = await fetch(url ?? '');
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('paid')]);
    }
    const single = await opened('one_time_scan');
    expect(await lab.provider.invoiceUrl(lab.pay(single.ref))).toBeNull();
    expect(await lab.provider.invoiceUrl(`${_name === 'stripe' ? 'in' : 'inv'}_${'A'.repeat(14)}`)).toBeNull();
  });

  async function opened(product: ProductId) {
    lab.fake.events.length = 0;
    const wanted = order(product);
    return { purchaseId: wanted.purchaseId, ref: (await lab.provider.open(wanted)).ref };
  }
  async function expectAllEventsLeadTo(purchase: { purchaseId: string; ref: string }) {
    expect(lab.fake.events.length).toBeGreaterThan(3);
    for (const event of lab.fake.events) {
      const read = lab.provider.readWebhook(Buffer.from(event.body), lab.fake.webhookHeaders(event));
      expect(await lab.provider.locate(read), event.type).toMatchObject(purchase);
      // What is stored until the event is processed, which may be never: no address, name, card or bank.
      expect(JSON.stringify(read.payload), event.type).toMatch(/^(?:[{}:,]|"[a-z]+(?:[._][A-Za-z0-9_]+)?")+$/);
      expect(JSON.stringify(read.payload), event.type).not.toMatch(/email|contact|notes|metadata|card|amount/);
    }
  }

  test('reports refunds and disputes, and their outcome', async () => {
    const { ref } = await lab.provider.open(order('one_time_scan'));
    const paid = lab.pay(ref);
    const refund = lab.refund(paid, 100);
    const dispute = lab.dispute(paid);
    const look = async () => {
      const located = (await lab.provider.locate(disputeEvent)) ?? { purchaseId: null, ref };
      return (await lab.provider.standing(located))?.payments[0];
    };
    const disputeEvent = lastEvent();
    expect(await look()).toMatchObject({
      refunds: [{ id: refund, amount: 100, failed: false }],
      disputes: [{ id: dispute, outcome: 'open' }],
    });
    lab.failRefund(refund);
    lab.closeDispute(dispute, 'won');
    expect(await look()).toMatchObject({
      refunds: [{ id: refund, failed: true }],
      disputes: [{ id: dispute, outcome: 'won' }],
    });
  });

  test('a failed refund can be requested again', async () => {
    const { ref } = await lab.provider.open(order('one_time_scan'));
    const paid = lab.pay(ref);
    const refunds = async () => (await lab.provider.standing({ purchaseId: null, ref }))?.payments[0]?.refunds ?? [];
    await lab.provider.refund(paid);
    lab.failRefund((await refunds())[0]?.id ?? '');
    await lab.provider.refund(paid);
    expect((await refunds()).map(({ failed }) => failed).toSorted()).toEqual([false, true]);
  });

  test('a payment that was not made through the provider is refused, not asked for again and again', async () => {
    await expect(lab.provider.refund('in_marked_as_paid')).rejects.toThrow(BadBillingRequest);
  });

  test('a refund after a partial one refunds the rest, and another changes nothing', async () => {
    const { ref } = await lab.provider.open(order('one_time_scan'));
    const paid = lab.pay(ref);
    lab.refund(paid, 100);
    await lab.provider.refund(paid);
    await lab.provider.refund(paid);
    const [payment] = (await lab.provider.standing({ purchaseId: null, ref }))?.payments ?? [];
    expect(payment?.refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(payment?.amount);
  });

  test('a renewal extends, a failed one is named, a cancellation has its time', async () => {
    const { ref } = await lab.provider.open(order('pro'));
    lab.pay(ref);
    lab.renew(ref, true);
    lab.renew(ref, false);
    const standing = await lab.provider.standing({ purchaseId: null, ref });
    const ends = standing?.payments.map(({ periodEnd }) => periodEnd?.getTime() ?? 0) ?? [];
    expect(ends).toHaveLength(2);
    expect(Math.max(...ends) - Math.min(...ends)).toBe(30 * 86_400_000);
    expect(standing?.failedRenewals).toHaveLength(1);
    expect(standing?.endedAt).toBeNull();
    lab.cancel(ref);
    expect((await lab.provider.standing({ purchaseId: null, ref }))?.endedAt).toBeInstanceOf(Date);
  });

  test('lists everything that changed since a given time, however many items', async () => {
    const refs: string[] = [];
    for (let index = 0; index < 101; index += 1) {
      const { ref } = await lab.provider.open(order('one_time_scan'));
      lab.pay(ref);
      refs.push(ref);
    }
    const seen = new Set<string>();
    for await (const located of lab.provider.recent(new Date(Date.now() - 60_000))) seen.add(located.ref);
    expect(refs.filter((ref) => !seen.has(ref))).toEqual([]);
    const later: unknown[] = [];
    for await (const located of lab.provider.recent(new Date(Date.now() + 60_000))) later.push(located);
    expect(later).toEqual([]);
  });

  test('also lists recent changes to old payments', async () => {
    const purchases = [];
    for (const product of ['one_time_scan', 'compliance_report', 'pro', 'pro'] as const) {
      purchases.push({ ...(await opened(product)), paymentId: '' });
    }
    for (const purchase of purchases) purchase.paymentId = lab.pay(purchase.ref);
    const [refunded, disputed, renewed, refundedMonth] = purchases;
    lab.fake.clockOffset = 40 * 86_400;
    lab.refund(String(refunded?.paymentId));
    lab.dispute(String(disputed?.paymentId));
    lab.renew(String(renewed?.ref), true);
    lab.refund(String(refundedMonth?.paymentId));
    const seen = new Set<string>();
    for await (const located of lab.provider.recent(new Date(Date.now() + 20 * 86_400_000))) seen.add(located.ref);
    expect(purchases.map(({ ref }) => seen.has(ref))).toEqual([true, true, true, true]);
  });

  test('a lost response opens no second checkout', async () => {
    lab.fake.faults.push({ method: 'POST', path: /./, kind: 'drop_after', times: 1 });
    const wanted = order('one_time_scan');
    const { ref } = await lab.provider.open(wanted);
    expect((await lab.provider.standing({ purchaseId: null, ref }))?.purchaseId).toBe(wanted.purchaseId);
    const checkouts = [];
    const listPath = lab.name === 'stripe' ? '/v1/checkout/sessions?limit=100' : '/v1/orders?count=100';
    const authorization = lab.name === 'stripe' ? 'Bearer sk_test_lab' : `Basic ${btoa('rzp_test_lab:lab_secret')}`;
    const listed = (await (await fetch(lab.fake.url + listPath, { headers: { authorization } })).json()) as {
      data?: unknown[];
      items?: unknown[];
    };
    checkouts.push(...(listed.data ?? listed.items ?? []));
    expect(checkouts).toHaveLength(1);
  });

  test.each([
    ['500', { kind: 'status', status: 500 }],
    ['429', { kind: 'status', status: 429 }],
    ['401', { kind: 'status', status: 401 }],
    ['silence', { kind: 'hang' }],
    ['a closed socket', { kind: 'drop_before' }],
    ['an invalid response', { kind: 'garbage' }],
  ] as const)('%s is "unavailable", in bounded time, as an Error', async (_case, fault) => {
    const { ref } = await lab.provider.open(order('one_time_scan'));
    lab.fake.faults.push({ path: /./, ...fault });
    const provider = fault.kind === 'hang' ? lab.impatient : lab.provider;
    await expect(provider.standing({ purchaseId: null, ref })).rejects.toBeInstanceOf(BillingUnavailable);
    await expect(provider.open(order('one_time_scan'))).rejects.toBeInstanceOf(BillingUnavailable);
  });

  test('unknown objects are null, and ids with path traversal reach nothing', async () => {
    const unknown = { stripe: ['cs_test_no', 'pi_no'], razorpay: ['order_no', 'pay_no'] }[lab.name];
    expect(await lab.provider.standing({ purchaseId: null, ref: unknown[0] ?? '' })).toBeNull();
    expect(await lab.provider.findPayment(unknown[1] ?? '')).toBeNull();
    const { ref } = await lab.provider.open(order('one_time_scan'));
    lab.fake.requests.length = 0;
    for (const id of [`../checkout/sessions/${ref}`, `../orders/${ref}`, '?count=100', 'pay_/../x', 'pay_1%2f..']) {
      expect(await lab.provider.findPayment(id).catch((error: unknown) => (error as Error).name)).toSatisfy(
        (outcome) => outcome === null || outcome === 'BadBillingRequest',
        id,
      );
    }
    const reached = lab.fake.requests.filter(({ path }) => !path.startsWith('/v1/payment_intents/'));
    expect(reached).toEqual([]);
  });

  test('a forged, altered, unsigned or old webhook is rejected', async () => {
    const { ref } = await lab.provider.open(order('one_time_scan'));
    lab.pay(ref);
    const event = lab.fake.events.at(-1);
    if (!event) throw new Error('paying made no event');
    const headers = lab.fake.webhookHeaders(event);
    expect(lab.provider.readWebhook(Buffer.from(event.body), headers)).toMatchObject({
      id: event.id,
      type: event.type,
    });
    const refused = [
      [event.body.replace('"id"', '"ID"'), headers],
      [`${event.body} `, headers],
      [event.body, {}],
      [event.body, { ...headers, 'stripe-signature': 't=1,v1=00', 'x-razorpay-signature': '00' }],
      [event.body, { ...headers, 'stripe-signature': '', 'x-razorpay-signature': '' }],
    ] as const;
    for (const [body, given] of refused) {
      expect(() => lab.provider.readWebhook(Buffer.from(body), given)).toThrow(BadWebhook);
    }
  });

  test('the signature is that of the bytes sent: a byte order mark is one of them, and accepted', async () => {
    const event = { id: 'evt_1', type: 'account.updated', body: '\ufeff{"id":"evt_1","event":"x","type":"x"}' };
    const read = (body: string | Buffer, signed = event) =>
      lab.provider.readWebhook(Buffer.from(body), lab.fake.webhookHeaders(signed));
    expect(read(event.body)).toMatchObject({ type: 'x' });
    expect(() => read(event.body.slice(1))).toThrow('the signature does not match the body');
    const plain = { ...event, body: event.body.slice(1) };
    expect(() => read(`\ufeff${plain.body}`, plain)).toThrow('the signature does not match the body');
    const text = { ...event, body: 'hello' };
    expect(() => read(text.body, text)).toThrow('the body is not JSON');
  });
});

test.each(['now', 'period_end'] as const)('stripe: a subscription that is over needs no end (%s)', async (when) => {
  const { fake, provider, pay } = await labStripe();
  const { price } = products.pro;
  const order = { purchaseId: randomUUID(), product: 'pro', amount: price.USD, currency: 'USD' } as const;
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { ref } = await provider.open({ ...order, email: 'buyer@example.com', expiresAt });
  pay(ref);
  for (const status of ['incomplete_expired', 'canceled'] as const) {
    for (const one of fake.state.subscriptions.values()) one.status = status;
    await provider.cancelSubscription(ref, when);
  }
  await fake.close();
});
