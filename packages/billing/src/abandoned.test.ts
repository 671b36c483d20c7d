import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginPurchase } from './checkout.ts';
import { customerOf, reportOwners, type Customer } from './customer.ts';
import { eraseCustomer } from './erase-customer.ts';
import { reconcile } from './reconcile.ts';
import { billingLab, type BillingLab } from './test/billing-lab.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await billingLab();
});
afterAll(() => lab.close());

describe('an abandoned checkout', () => {
  test('can be paid at Stripe for as long as an Idempotency-Key repeats its address', async () => {
    const { checkout } = await beginPurchase(lab.deps, { product: 'pro', provider: 'stripe', email: 'slow@example.com' }); // prettier-ignore
    const { created, expires_at: expires } = lab.stripe.fake.state.sessions.get(checkout.ref) ?? {};
    expect(Number(expires) - Number(created)).toBe(24 * 3600);
  });

  test.each(['stripe', 'razorpay'] as const)('%s: is checked once, after it has expired', async (name) => {
    const { purchase, checkout } = await beginPurchase(lab.deps, {
      product: name === 'stripe' ? 'one_time_scan' : 'compliance_report',
      provider: name,
      email: 'gone@example.com',
    });
    const asked = () => lab[name].fake.requests.filter(({ path }) => path.endsWith(`/${checkout.ref}`)).length;
    const before = asked();
    await reconcile(lab.deps, { since: new Date(0) });
    expect(asked()).toBe(before);
    const later = { ...lab.deps, now: () => new Date(Date.now() + 26 * 3_600_000) };
    for (const _run of [1, 2, 3]) await reconcile(later, { since: new Date(0) });
    expect(asked()).toBe(before + 1);
    const kinds = await lab.deps.db.ledgerEntry.findMany({ where: { purchaseId: purchase.id } });
    expect(kinds.map(({ kind }) => kind)).toEqual(['opened', 'closed']);
    // If it is paid after all, it counts.
    lab[name].pay(checkout.ref);
    await reconcile(later, { since: new Date(0) });
    expect((await lab.mails('gone@example.com')).some(({ dedupeKey }) => dedupeKey.includes(purchase.id))).toBe(true);
  });
});

describe('abandoned checkouts', () => {
  let counter = 0;
  async function begin(product: 'one_time_scan' | 'compliance_report') {
    const email = `late${(counter += 1)}@example.com`;
    lab.razorpay.fake.events.length = 0;
    const { purchase, checkout } = await beginPurchase(lab.deps, { product, provider: 'razorpay', email });
    return { purchase, ref: checkout.ref, email };
  }
  const later = () => ({ ...lab.deps, now: () => new Date(Date.now() + 26 * 3_600_000) });
  const kinds = async (purchaseId: string) =>
    (await lab.deps.db.ledgerEntry.findMany({ where: { purchaseId }, orderBy: { id: 'asc' } })).map(({ kind }) => kind);

  test('is checked again, and not given up, when its provider is unavailable', async () => {
    const { purchase } = await begin('one_time_scan');
    lab.razorpay.fake.faults.push({ path: /orders/, kind: 'drop_before' });
    const { differences } = await reconcile(later(), { since: new Date() });
    lab.razorpay.fake.faults.length = 0;
    expect(differences.map(({ difference }) => difference)).toContain('unreachable');
    expect(await kinds(purchase.id)).toEqual(['opened']);
    await reconcile(later(), { since: new Date() });
    expect(await kinds(purchase.id)).toEqual(['opened', 'closed']);
  });

  test('is closed once when two processes check it', async () => {
    const { purchase } = await begin('compliance_report');
    await Promise.all([reconcile(later(), { since: new Date() }), reconcile(later(), { since: new Date() })]);
    expect(await kinds(purchase.id)).toEqual(['opened', 'closed']);
  });

  test('that is authorized after expiry is captured and counts', async () => {
    const { purchase, ref, email } = await begin('one_time_scan');
    await reconcile(later(), { since: new Date() });
    lab.razorpay.authorize(ref);
    for (const event of lab.razorpay.fake.events.splice(0)) await lab.webhook(lab.razorpay, event);
    expect(await kinds(purchase.id)).toEqual(['opened', 'closed', 'paid']);
    expect((await lab.mails(email)).map(({ template }) => template)).toEqual(['one_time_token']);
  });
});

test('checkouts started by others for an address hide none of its owner’s purchases', async () => {
  const email = 'owner@example.com';
  for (const product of ['pro', 'compliance_report'] as const) {
    const { checkout } = await beginPurchase(lab.deps, { product, provider: 'stripe', email });
    lab.stripe.pay(checkout.ref);
    for (const event of lab.stripe.fake.events.splice(0)) await lab.webhook(lab.stripe, event);
  }
  const stranger = (nr: number) => ({ id: randomUUID(), email, source: `stranger:${nr}` });
  const strangers = Array.from({ length: 300 }, (_, nr) => stranger(nr));
  const order = { provider: 'razorpay', product: 'compliance_report', amount: 24_900, currency: 'INR' } as const;
  await lab.deps.db.purchase.createMany({
    data: strangers.map(({ id, source }) => ({ ...order, id, email, origin: source })),
  });
  await lab.deps.db.accessToken.createMany({
    data: strangers.map(({ id, source }) => ({
      id,
      email,
      source,
      kind: 'compliance' as const,
      digest: Buffer.from(id),
      last4: 'none',
    })),
  });
  const bought = (customer: Customer) => customer.purchases.filter(({ state }) => state === 'paid').length;
  const shown = await customerOf(lab.deps.db, email);
  expect([bought(shown), shown.tokens.filter(({ state }) => state === 'good').length]).toEqual([2, 1]);
  expect(shown.purchases.length).toBeLessThan(50);
  expect(await reportOwners(lab.deps.db, email)).toHaveLength(2);
  expect((await customerOf(lab.deps.db, email, { whole: true })).purchases).toHaveLength(302);
  await eraseCustomer(lab.deps, email, 'account');
  expect(await lab.deps.db.purchase.count({ where: { email } })).toBe(0);
  expect(await lab.deps.db.accessToken.count({ where: { revokedAt: null, last4: 'none' } })).toBe(0);
  // One of the owner's own purchases each, and none of the others'.
  expect(await lab.deps.db.auditEntry.count({ where: { action: 'account.erase' } })).toBe(2);
});
