import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginPurchase } from './checkout.ts';
import { reconcile } from './reconcile.ts';
import { billingLab, type BillingLab } from './test/billing-lab.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await billingLab();
});
afterAll(() => lab.close());

describe('an abandoned checkout', () => {
  test.each(['stripe', 'razorpay'] as const)('%s: is asked about once, when its time is over', async (name) => {
    const { purchase, checkout } = await beginPurchase(lab.deps, {
      product: name === 'stripe' ? 'one_time_scan' : 'compliance_report',
      provider: name,
      email: 'gone@example.com',
    });
    const asked = () => lab[name].fake.requests.filter(({ path }) => path.endsWith(`/${checkout.ref}`)).length;
    const before = asked();
    await reconcile(lab.deps, { since: new Date(0) });
    expect(asked()).toBe(before);
    const later = { ...lab.deps, now: () => new Date(Date.now() + 25 * 3_600_000) };
    for (const _run of [1, 2, 3]) await reconcile(later, { since: new Date(0) });
    expect(asked()).toBe(before + 1);
    const kinds = await lab.deps.db.ledgerEntry.findMany({ where: { purchaseId: purchase.id } });
    expect(kinds.map(({ kind }) => kind)).toEqual(['opened', 'closed']);
    // Paid after all, it counts.
    lab[name].pay(checkout.ref);
    await reconcile(later, { since: new Date(0) });
    expect((await lab.mails('gone@example.com')).some(({ dedupeKey }) => dedupeKey.includes(purchase.id))).toBe(true);
  });
});
