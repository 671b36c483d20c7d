import { afterAll, beforeAll, expect, test } from 'vitest';
import { booksOf, movementsOf } from './books.ts';
import { beginPurchase } from './checkout.ts';
import { billingLab, type BillingLab } from './test/billing-lab.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await billingLab();
});
afterAll(() => lab.close());

test('a month of the books adds up to the providers’ balance', async () => {
  for (const [email, back] of [
    ['=cmd@example.com', 0],
    ['b@example.com', 4_000],
    ['c@example.com', 9_900],
  ] as const) {
    const { checkout } = await beginPurchase(lab.deps, { product: 'one_time_scan', provider: 'razorpay', email });
    const paid = lab.razorpay.pay(checkout.ref);
    if (back > 0) lab.razorpay.refund(paid, back);
  }
  for (const event of lab.razorpay.fake.events.splice(0)) await lab.webhook(lab.razorpay, event);
  const month = new Date().toISOString().slice(0, 7);
  const [head, ...rows] = (await booksOf(lab.deps.db, month)).trim().split('\r\n');
  expect(head).toBe('date,kind,provider,reference,payment,product,buyer,amount,currency,purchase');
  expect(rows).toHaveLength(5);
  expect(rows.reduce((sum, row) => sum + Number(row.split(',')[7]), 0)).toBeCloseTo(3 * 99 - 40 - 99);
  expect(rows.filter((row) => row.includes(`,'=cmd@example.com,`))).toHaveLength(1);
  expect(await booksOf(lab.deps.db, '2020-02')).toBe(`${head}\r\n`);
});

test.each([
  ['stripe', 'won', 0, ['paid', 'disputed', 'dispute_won']],
  ['stripe', 'lost', -100, ['paid', 'disputed']],
  // https://razorpay.com/docs/api/disputes/entity: deducted when lost, not before.
  ['razorpay', 'won', 0, ['paid']],
  ['razorpay', 'lost', -100, ['paid', 'dispute_lost']],
] as const)('a dispute at %s that is %s is booked as the provider books it', async (name, outcome, percent, kinds) => {
  const email = `${name}-${outcome}@example.com`;
  const { purchase, checkout } = await beginPurchase(lab.deps, { product: 'one_time_scan', provider: name, email });
  const dispute = lab[name].dispute(lab[name].pay(checkout.ref));
  const hooks = () => lab.deliver(lab[name]);
  await hooks();
  lab[name].closeDispute(dispute, outcome);
  await hooks();
  const all = await movementsOf(lab.deps.db, { from: new Date(0), to: new Date(Date.now() + 86_400_000) });
  const theirs = all.filter((one) => one.purchase.id === purchase.id);
  expect(theirs.map(({ entry }) => entry.kind)).toEqual(kinds);
  expect(theirs.reduce((sum, { amount }) => sum + amount, 0)).toBe(purchase.amount * (1 + percent / 100));
});

test.each(['retrieval', 'fraud'] as const)('a bank inquiry (%s) takes nothing from the buyer', async (phase) => {
  const email = `${phase}@example.com`;
  const { purchase, checkout } = await beginPurchase(lab.deps, {
    product: 'one_time_scan',
    provider: 'razorpay',
    email,
  });
  lab.razorpay.fake.state.dispute(lab.razorpay.pay(checkout.ref), phase);
  for (const event of lab.razorpay.fake.events.splice(0)) await lab.webhook(lab.razorpay, event);
  const kinds = (await lab.deps.db.ledgerEntry.findMany({ where: { purchaseId: purchase.id } })).map(
    ({ kind }) => kind,
  );
  expect(kinds.toSorted()).toEqual(['opened', 'paid']);
});
