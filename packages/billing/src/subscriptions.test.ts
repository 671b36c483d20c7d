import { authenticateKey } from '@palisade/access/authenticate-key';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { beginPurchase } from './checkout.ts';
import { BillingUnavailable } from './errors.ts';
import { openMatters } from './matters.ts';
import { mergeSubscriptions } from './merge-subscriptions.ts';
import { reconcile } from './reconcile.ts';
import { settleMatter } from './settle-matter.ts';
import { APP_SECRET, billingLab, type BillingLab } from './test/billing-lab.ts';
import type { Misfortune } from './test/lab-provider.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await billingLab();
});
afterAll(() => lab.close());

const DAY = 86_400_000;
let counter = 0;

describe.each(['stripe', 'razorpay'] as const)('%s', (name) => {
  beforeEach(() => {
    lab[name].fake.events.length = 0;
  });

  const hooks = () => lab.deliver(lab[name]);
  async function subscribe(options: { percentOff?: number; email?: string } = {}) {
    counter += 1;
    const email = options.email ?? `subscriber${counter}@example.com`;
    const { purchase, checkout } = await beginPurchase(lab.deps, { product: 'pro', provider: name, email });
    lab[name].pay(checkout.ref, options.percentOff === undefined ? {} : { percentOff: options.percentOff });
    await hooks();
    const mail = (await lab.mails(email)).findLast(({ template }) => template === 'api_key');
    return { purchase, ref: checkout.ref, email, key: mail?.payload['key'] ?? '' };
  }
  const befall = async (ref: string, what: Misfortune) => {
    const done = lab[name].befall(ref, what);
    await hooks();
    return done;
  };
  const inDays = async (key: string, days: number) =>
    await authenticateKey(lab.deps.db, key, APP_SECRET, new Date(Date.now() + days * DAY)).then(
      () => 'opens',
      (error: unknown) => (error as { reason: string }).reason,
    );

  test.each<Misfortune>(['discount_once', 'free_forever', 'credit', 'dearer', 'cheaper', 'changes_of_price'])(
    'a renewal with another amount (%s) still is a renewal',
    async (what) => {
      const { ref, key } = await subscribe();
      if (!(await befall(ref, what))) return;
      lab[name].renew(ref, true);
      await hooks();
      expect(await inDays(key, 45)).toBe('opens');
      expect((await openMatters(lab.deps.db)).filter(({ kind }) => kind === 'mispaid')).toEqual([]);
    },
  );

  test('a change of the price within the month opens no further month', async () => {
    if (name === 'razorpay') return;
    const { ref, key } = await subscribe();
    await befall(ref, 'dearer');
    expect(await inDays(key, 29)).toBe('opens');
    expect(await inDays(key, 34)).toBe('unpaid');
  });

  test('a pause suspends the key, resuming restores it', async () => {
    const { ref, key } = await subscribe();
    await befall(ref, 'pause');
    expect(await inDays(key, 1)).toBe('suspended');
    await befall(ref, 'resume');
    expect(await inDays(key, 1)).toBe('opens');
  });

  test('a late payment has a grace period, which ends with the retries', async () => {
    const { ref, key } = await subscribe();
    lab[name].renew(ref, false);
    await hooks();
    expect(await inDays(key, 31)).toBe('opens');
    await befall(ref, 'give_up');
    expect(await inDays(key, 31)).not.toBe('opens');
    lab[name].renew(ref, true);
    await hooks();
    expect(await inDays(key, 31)).toBe('opens');
  });

  test('a cancellation at the period’s end works until then, not a day longer, and can be withdrawn', async () => {
    const { ref, key, purchase } = await subscribe();
    await lab[name].provider.cancelSubscription(ref, 'period_end');
    await lab.deps.db.subscription.update({ where: { purchaseId: purchase.id }, data: { cancelAskedAt: new Date() } });
    await hooks();
    await reconcile(lab.deps, { since: new Date(Date.now() - DAY) });
    expect(await inDays(key, 29)).toBe('opens');
    expect(await inDays(key, 31)).toBe('unpaid');
    if (!(await befall(ref, 'go_on'))) return;
    expect(await inDays(key, 31)).toBe('opens');
  });

  test('two for one address stay listed until one is refunded', async () => {
    const email = `twice-${name}@example.com`;
    const first = await subscribe({ email });
    expect(await openMatters(lab.deps.db)).not.toContainEqual(expect.objectContaining({ email }));
    const second = await subscribe({ email });
    const matter = (await openMatters(lab.deps.db)).find((one) => one.email === email);
    expect(matter).toMatchObject({ kind: 'two_subscriptions', purchaseId: second.purchase.id });
    const { differences } = await reconcile(lab.deps, { since: new Date() });
    expect(differences).toContainEqual(
      expect.objectContaining({ difference: 'two_subscriptions', purchaseId: second.purchase.id }),
    );
    await settleMatter(lab.deps, matter?.key ?? '', 'refund', 'operator:test');
    expect(await openMatters(lab.deps.db)).not.toContainEqual(expect.objectContaining({ email }));
    expect(await inDays(first.key, 1)).toBe('opens');
  });

  test('a month that was refunded on the provider’s own pages is no obstacle to ending the subscription', async () => {
    const email = `refunded-there-${name}@example.com`;
    await subscribe({ email });
    const { ref } = await subscribe({ email });
    lab[name].refund(lab[name].newestPaid(ref) ?? '');
    await hooks();
    expect(await mergeSubscriptions(lab.deps, email, 'account')).toBe(true);
    expect((await lab[name].provider.standing({ purchaseId: null, ref }))?.endedAt).not.toBeNull();
  });

  test('of two, the one whose month was given back is listed, also if it is the older', async () => {
    const email = `given-back-${name}@example.com`;
    const first = await subscribe({ email });
    lab[name].refund(lab[name].newestPaid(first.ref) ?? '');
    await hooks();
    const second = await subscribe({ email });
    const matters = (await openMatters(lab.deps.db)).filter((one) => one.email === email);
    expect(matters.map(({ kind, ref }) => [kind, ref])).toEqual([['two_subscriptions', first.ref]]);
    expect(await inDays(second.key, 1)).toBe('opens');
  });

  test.each(['refund', 'cancelSubscription'] as const)(
    'the later of two subscriptions stays listed if its %s fails, until it is refunded and ended',
    async (step) => {
      const email = `twice-${step.toLowerCase()}-${name}@example.com`;
      await subscribe({ email });
      const { ref } = await subscribe({ email });
      const { provider } = lab[name];
      const failing = vi.spyOn(provider, step).mockRejectedValueOnce(new BillingUnavailable('down'));
      await expect(mergeSubscriptions(lab.deps, email, 'account')).rejects.toThrow('down');
      await hooks();
      expect(await mergeSubscriptions(lab.deps, email, 'account')).toBe(true);
      failing.mockRestore();
      await hooks();
      const state = await provider.standing({ purchaseId: null, ref });
      expect(state?.endedAt).not.toBeNull();
      expect(state?.payments.map(({ amount, refunds }) => refunds.map((one) => one.amount - amount))).toEqual([[0]]);
      expect(await openMatters(lab.deps.db)).not.toContainEqual(expect.objectContaining({ email }));
    },
  );
});

describe('a month that the seller received outside Stripe', () => {
  const hooks = () => lab.deliver(lab.stripe);
  const two = async (email: string) => {
    for (const _one of [1, 2]) {
      const { checkout } = await beginPurchase(lab.deps, { product: 'pro', provider: 'stripe', email });
      lab.stripe.pay(checkout.ref);
      if (_one === 2) {
        lab.stripe.renew(checkout.ref, false);
        lab.stripe.befall(checkout.ref, 'retry_outside');
      }
      await hooks();
    }
    const purchase = await lab.deps.db.purchase.findFirstOrThrow({ where: { email }, orderBy: { createdAt: 'desc' } });
    const { ref } = await lab.deps.db.ledgerEntry.findFirstOrThrow({ where: { purchaseId: purchase.id, kind: 'opened' } }); // prettier-ignore
    return { purchase, ref };
  };
  const kinds = async (email: string) =>
    (await openMatters(lab.deps.db)).filter((one) => one.email === email).map(({ kind, amount }) => [kind, amount]);

  test('is credited once, ends, and stays a matter until the seller has sent it back', async () => {
    const email = 'outside@example.com';
    const { ref } = await two(email);
    // The merge is lost twice: before the subscription ends, and before its answer arrives.
    const failing = vi.spyOn(lab.stripe.provider, 'cancelSubscription').mockRejectedValueOnce(new BillingUnavailable('down')); // prettier-ignore
    await expect(mergeSubscriptions(lab.deps, email, 'account')).rejects.toThrow('down');
    failing.mockRestore();
    await hooks();
    expect(await mergeSubscriptions(lab.deps, email, 'account')).toBe(true);
    await hooks();
    const state = await lab.stripe.provider.standing({ purchaseId: null, ref });
    expect(state?.endedAt).not.toBeNull();
    expect(state?.payments.map(({ amount, refunds }) => [amount, refunds.map((one) => one.amount)])).toContainEqual([700, [700]]); // prettier-ignore
    expect([...lab.stripe.fake.state.creditNotes.values()].map(({ amount }) => amount)).toEqual([700]);
    expect(await kinds(email)).toEqual([['return_outside', 700]]);
    const matter = (await openMatters(lab.deps.db)).find((one) => one.email === email);
    await settleMatter(lab.deps, matter?.key ?? '', 'dismiss', 'operator:test');
    expect(await kinds(email)).toEqual([]);
  });
});

test('a first month that is free by coupon issues the key', async () => {
  counter += 1;
  const email = `free${counter}@example.com`;
  const { checkout } = await beginPurchase(lab.deps, { product: 'pro', provider: 'stripe', email });
  lab.stripe.fake.events.length = 0;
  lab.stripe.pay(checkout.ref, { percentOff: 100 });
  for (const event of lab.stripe.fake.events.splice(0)) await lab.webhook(lab.stripe, event);
  expect((await lab.mails(email)).map(({ template }) => template)).toEqual(['api_key']);
});

test('an invoice that the operator forgave covers its period', async () => {
  const { purchase, checkout } = await beginPurchase(lab.deps, { product: 'pro', provider: 'stripe', email: 'f@g.hi' });
  lab.stripe.pay(checkout.ref);
  lab.stripe.renew(checkout.ref, false);
  const { state } = lab.stripe.fake;
  const sub = [...state.subscriptions.values()].at(-1);
  const open = state.invoices.get(String(sub?.latest_invoice));
  if (!sub || !open) throw new Error('no subscription');
  Object.assign(open, { status: 'void' });
  Object.assign(sub, { status: 'active' });
  Object.assign(sub.items.data[0] ?? {}, { current_period_end: lab.stripe.fake.now() + 60 * 86_400 });
  for (const event of lab.stripe.fake.events.splice(0)) await lab.webhook(lab.stripe, event);
  const key = await lab.deps.db.apiKey.findFirstOrThrow({ where: { source: `purchase:${purchase.id}` } });
  expect(key.paidUntil?.getTime()).toBeGreaterThan(Date.now() + 55 * DAY);
});

describe('payments of the wrong amount', () => {
  async function mispaid(provider: 'stripe' | 'razorpay' = 'razorpay') {
    counter += 1;
    const email = `mispaid${counter}@example.com`;
    const order = { product: 'one_time_scan' as const, provider, email };
    const { purchase, checkout } = await beginPurchase(lab.deps, order);
    lab.razorpay.fake.events.length = 0;
    const payment = lab.razorpay.fake.state.pay(checkout.ref, { amount: 9_800 });
    for (const event of lab.razorpay.fake.events.splice(0)) await lab.webhook(lab.razorpay, event);
    const matter = async () => (await openMatters(lab.deps.db)).find(({ ref }) => ref === payment.id);
    return { email, purchase, payment, matter };
  }

  test('stay listed, run after run, until accepted', async () => {
    const { email, payment, matter } = await mispaid();
    for (const _run of [1, 2]) {
      const { differences, open } = await reconcile(lab.deps, { since: new Date() });
      expect(differences).toContainEqual(expect.objectContaining({ difference: 'mispaid', ref: payment.id }));
      expect(open).toBeGreaterThan(0);
    }
    await settleMatter(lab.deps, (await matter())?.key ?? '', 'accept', 'operator:test');
    expect(await matter()).toBeUndefined();
    expect((await lab.mails(email)).map(({ template }) => template)).toEqual(['one_time_token']);
  });

  test('or until refunded, which the operator can order', async () => {
    const { email, payment, matter } = await mispaid();
    const { key = '' } = (await matter()) ?? {};
    await settleMatter(lab.deps, key, 'refund', 'operator:test');
    expect(lab.razorpay.fake.state.payments.get(payment.id)?.status).toBe('refunded');
    expect(await matter()).toBeUndefined();
    expect(await lab.mails(email)).toEqual([]);
    await expect(settleMatter(lab.deps, key, 'refund', 'operator:test')).rejects.toThrow('no such open matter');
  });

  test('a dispute stays listed until it is decided or put aside', async () => {
    counter += 1;
    const order = {
      product: 'one_time_scan' as const,
      provider: 'razorpay' as const,
      email: `d${counter}@example.com`,
    };
    const { checkout } = await beginPurchase(lab.deps, order);
    const dispute = lab.razorpay.dispute(lab.razorpay.pay(checkout.ref));
    for (const event of lab.razorpay.fake.events.splice(0)) await lab.webhook(lab.razorpay, event);
    const key = `disputed:${dispute}`;
    expect(await openMatters(lab.deps.db)).toContainEqual(expect.objectContaining({ key }));
    await settleMatter(lab.deps, key, 'dismiss', 'operator:test');
    expect(await openMatters(lab.deps.db)).not.toContainEqual(expect.objectContaining({ key }));
  });
});
