import { authenticateKey } from '@palisade/access/authenticate-key';
import { consumeToken, reserveToken } from '@palisade/access/reserve-token';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beginPurchase } from './checkout.ts';
import type { ProductId } from './products.ts';
import { reconcile } from './reconcile.ts';
import { inTransaction, record, settle } from './settle.ts';
import { APP_SECRET, billingLab, justNow, type BillingLab } from './test/billing-lab.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await billingLab();
});
afterAll(() => lab.close());

const DAY = 86_400_000;

describe.each(['stripe', 'razorpay'] as const)('%s', (name) => {
  beforeEach(() => {
    lab[name].fake.events.length = 0;
  });

  const begin = (product: ProductId) => lab.begin(lab[name], product);
  const hooks = () => lab.deliver(lab[name]);
  const secretMailed = async (email: string) => {
    const mails = (await lab.mails(email)).filter(({ template }) => !['renewal_failed', 'receipt'].includes(template));
    expect(mails).toHaveLength(1);
    return mails[0]?.payload['token'] ?? mails[0]?.payload['key'] ?? '';
  };
  const usable = async (token: string, kind: 'one_time' | 'compliance') =>
    await reserveToken(lab.deps.db, { token, kind, leaseMs: 0 }, APP_SECRET).then(
      () => 'usable',
      (error: unknown) => (error as { reason: string }).reason,
    );
  const keyState = async (key: string, now = new Date()) =>
    await authenticateKey(lab.deps.db, key, APP_SECRET, now).then(
      ({ plan }) => plan,
      (error: unknown) => (error as { reason: string }).reason,
    );

  test.each([
    ['one_time_scan', 'one_time'],
    ['compliance_report', 'compliance'],
  ] as const)('%s: one token, one mail, in any order and however often', async (product, kind) => {
    const since = justNow();
    const { purchase, ref, email } = await begin(product);
    await hooks();
    expect(await lab.mails(email)).toEqual([]);
    lab[name].pay(ref);
    const events = [...lab[name].fake.events];
    await Promise.all([
      ...events.map((event) => lab.webhook(lab[name], event)),
      ...events.map((event) => lab.webhook(lab[name], event)),
      settle(lab.deps, name, { purchaseId: purchase.id, ref }),
      settle(lab.deps, name, { purchaseId: null, ref }),
      reconcile(lab.deps, { since }),
    ]);
    expect(await usable(await secretMailed(email), kind)).toBe('usable');
    expect(await lab.deps.db.accessToken.count({ where: { email } })).toBe(1);
  });

  test('a full refund revokes the token, a failed refund restores it, a partial one changes nothing', async () => {
    const { ref, email } = await begin('one_time_scan');
    const paid = lab[name].pay(ref);
    await hooks();
    const token = await secretMailed(email);
    lab[name].refund(paid, 50);
    await hooks();
    expect(await usable(token, 'one_time')).toBe('usable');
    const rest = lab[name].refund(paid);
    await hooks();
    expect(await usable(token, 'one_time')).toBe('revoked');
    lab[name].failRefund(rest);
    await hooks();
    expect(await usable(token, 'one_time')).toBe('usable');
    await secretMailed(email);
  });

  test('a dispute revokes the token, winning restores it, losing does not', async () => {
    for (const outcome of ['won', 'lost'] as const) {
      const { ref, email } = await begin('compliance_report');
      const dispute = lab[name].dispute(lab[name].pay(ref));
      await hooks();
      lab[name].closeDispute(dispute, outcome);
      await hooks();
      // Stripe's payments show that they are disputed, so nothing was issued before; Razorpay's do not.
      if (name === 'stripe' && outcome === 'lost') expect(await lab.mails(email)).toEqual([]);
      else expect(await usable(await secretMailed(email), 'compliance')).toBe(outcome === 'won' ? 'usable' : 'revoked');
    }
  });

  test('events in reverse order give the same result', async () => {
    const { ref, email } = await begin('one_time_scan');
    lab[name].refund(lab[name].pay(ref));
    lab[name].fake.events.reverse();
    await hooks();
    expect(await lab.mails(email)).toEqual([]);
    expect(await lab.deps.db.accessToken.count({ where: { email } })).toBe(0);
  });

  test('a used token stays used through refund and failed refund', async () => {
    const { ref, email } = await begin('one_time_scan');
    const paid = lab[name].pay(ref);
    await hooks();
    const token = await secretMailed(email);
    const held = await reserveToken(lab.deps.db, { token, kind: 'one_time', leaseMs: 1_000 }, APP_SECRET);
    expect(await consumeToken(lab.deps.db, held)).toBe(true);
    lab[name].failRefund(lab[name].refund(paid));
    await hooks();
    expect(await usable(token, 'one_time')).toBe('used');
  });

  test('nothing is delivered for a token refunded while in use', async () => {
    const { ref, email } = await begin('one_time_scan');
    const paid = lab[name].pay(ref);
    await hooks();
    const order = { token: await secretMailed(email), kind: 'one_time' as const, leaseMs: 60_000 };
    const held = await reserveToken(lab.deps.db, order, APP_SECRET);
    lab[name].refund(paid);
    await hooks();
    expect(await consumeToken(lab.deps.db, held)).toBe(false);
  });

  test('a subscription: one key, renewed, late within grace, then suspended, restored, cancelled', async () => {
    const { ref, email } = await begin('pro');
    lab[name].pay(ref);
    await hooks();
    const key = await secretMailed(email);
    expect(await keyState(key)).toBe('pro');
    expect(await keyState(key, new Date(Date.now() + 29 * DAY))).toBe('pro');

    lab[name].renew(ref, false);
    await hooks();
    expect((await lab.mails(email)).map(({ template }) => template).toSorted()).toEqual(['api_key', 'renewal_failed']);
    expect(await keyState(key, new Date(Date.now() + 31 * DAY))).toBe('pro');
    expect(await keyState(key, new Date(Date.now() + 45 * DAY))).toBe('unpaid');

    lab[name].renew(ref, true);
    await hooks();
    expect(await keyState(key, new Date(Date.now() + 45 * DAY))).toBe('pro');
    expect(await secretMailed(email)).toBe(key);

    lab[name].cancel(ref);
    await hooks();
    expect(await keyState(key)).toBe('revoked');
  });

  test('a refunded first month suspends the key; the next payment reactivates it', async () => {
    const { ref, email } = await begin('pro');
    const paid = lab[name].pay(ref);
    await hooks();
    const key = await secretMailed(email);
    lab[name].refund(paid);
    await hooks();
    expect(await keyState(key)).toBe('suspended');
    lab[name].renew(ref, true);
    await hooks();
    expect(await keyState(key)).toBe('pro');
  });

  test('different facts recorded concurrently both count', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { purchase, ref, email } = await begin('one_time_scan');
      const paymentId = lab[name].pay(ref);
      const disputeId = lab[name].dispute(paymentId);
      for (const event of lab[name].fake.events.splice(0)) await lab.webhook(lab[name], event);
      const standing = await lab[name].provider.standing({ purchaseId: null, ref, disputeId });
      const [payment] = standing?.payments ?? [];
      if (!standing || !payment) throw new Error('the payment is not there');
      const back = { amount: payment.amount, at: null };
      const refunds = [{ ...back, id: `${paymentId}-back`, failed: false }];
      const won = { ...payment, disputes: [{ ...back, id: disputeId, outcome: 'won' as const }] };
      const learned = [{ ...payment, refunds }, won].map((one) => ({ ...standing, payments: [one] }));
      await Promise.all(
        learned.map((one) => inTransaction(lab.deps, (tx) => record(tx, lab.deps, purchase.id, one, new Date()))),
      );
      const tokens = await lab.deps.db.accessToken.findMany({ where: { email } });
      expect(tokens.filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
    }
  });

  test('a payment of another amount buys nothing and is reported', async () => {
    const { purchase, ref, email } = await begin('one_time_scan');
    lab[name].pay(ref);
    const standing = await lab[name].provider.standing({ purchaseId: null, ref });
    const payments =
      standing?.payments.map((one) => ({ ...one, amount: one.amount - 100, price: one.amount - 100 })) ?? [];
    if (!standing) throw new Error('the payment is not there');
    const { state, news } = await inTransaction(lab.deps, (tx) =>
      record(tx, lab.deps, purchase.id, { ...standing, payments }, new Date()),
    );
    expect(state).toMatchObject({ entitled: false, held: 0 });
    expect(news.map(({ kind }) => kind)).toEqual(['mispaid']);
    expect(await lab.mails(email)).toEqual([]);
  });

  test('one payment pays for one purchase', async () => {
    const first = await begin('one_time_scan');
    const second = await begin('one_time_scan');
    lab[name].pay(first.ref);
    await hooks();
    const standing = await lab[name].provider.standing({ purchaseId: null, ref: first.ref });
    if (!standing) throw new Error('the payment is not there');
    const { state } = await inTransaction(lab.deps, (tx) =>
      record(tx, lab.deps, second.purchase.id, standing, new Date()),
    );
    expect(state).toMatchObject({ everPaid: false, entitled: false });
    expect(await lab.mails(second.email)).toEqual([]);
  });

  test('an event is processed again if its provider was down', async () => {
    const { ref, email } = await begin('one_time_scan');
    lab[name].pay(ref);
    lab[name].fake.faults.push({ path: /./, kind: 'status', status: 500 });
    await expect(hooks()).rejects.toThrow();
    expect((await reconcile(lab.deps, { since: new Date() })).differences).toContainEqual(
      expect.objectContaining({ provider: name, difference: 'unreachable' }),
    );
    lab[name].fake.faults.length = 0;
    const later = { ...lab.deps, now: () => new Date(Date.now() + 120_000) };
    const { differences } = await reconcile(later, { since: new Date(Date.now() + 60_000) });
    expect(differences).toContainEqual(expect.objectContaining({ difference: 'event_unfinished' }));
    await secretMailed(email);
  });

  test('the ledger cannot be rewritten', async () => {
    const { purchase, ref } = await begin('one_time_scan');
    lab[name].pay(ref);
    await hooks();
    const where = { purchaseId: purchase.id };
    await expect(lab.deps.db.ledgerEntry.deleteMany({ where })).rejects.toThrow('append-only');
    await expect(lab.deps.db.ledgerEntry.updateMany({ where, data: { amount: 1 } })).rejects.toThrow('append-only');
  });
});

test.each([
  [false, 'closed', 0],
  [true, 'paid', 1],
] as const)('a bank debit that takes days and succeeds: %s', async (succeeds, kind, mails) => {
  const email = `debit-${String(succeeds)}@example.com`;
  const order = { product: 'one_time_scan', provider: 'stripe', email } as const;
  const { purchase, checkout } = await beginPurchase(lab.deps, order);
  const look = async () => await settle(lab.deps, 'stripe', { purchaseId: null, ref: checkout.ref });
  lab.stripe.payLater(checkout.ref);
  expect(await look()).toMatchObject({ waiting: true, news: [] });
  lab.stripe.settleLater(checkout.ref, succeeds);
  expect(await look()).toMatchObject({ waiting: false, news: [{ purchaseId: purchase.id, kind }] });
  expect(await lab.mails(email)).toHaveLength(mails);
});

test.each([
  ['on top of the price', 40],
  ['within the price', 0],
])('with tax %s the price counts as paid', async (_where, onTop) => {
  const email = `taxed-${onTop}@example.com`;
  const order = { product: 'one_time_scan', provider: 'stripe', email } as const;
  const { purchase, checkout } = await beginPurchase(lab.deps, order);
  const session = lab.stripeState.pay(checkout.ref);
  session.amount_total = purchase.amount + onTop;
  session.total_details = { amount_discount: 0, amount_shipping: 0, amount_tax: onTop || 33 };
  Object.assign(lab.stripeState.intents.get(String(session.payment_intent)) ?? {}, {
    amount: session.amount_total,
    amount_received: session.amount_total,
  });
  const settled = await settle(lab.deps, 'stripe', { purchaseId: null, ref: checkout.ref });
  expect(settled?.news).toMatchObject([{ kind: 'paid', amount: purchase.amount + onTop }]);
});
