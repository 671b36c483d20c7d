import { afterAll, beforeAll, expect, test } from 'vitest';
import { booksOf } from './books.ts';
import { beginPurchase } from './checkout.ts';
import { billingLab, type BillingLab } from './test/billing-lab.ts';

let lab: BillingLab;
beforeAll(async () => {
  lab = await billingLab();
});
afterAll(() => lab.close());

test('a month of the books adds up to what the providers hold', async () => {
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
