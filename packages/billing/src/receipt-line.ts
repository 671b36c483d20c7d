import type { LedgerEntry, Purchase } from './ledger.ts';
import { money } from './money.ts';
import { isProductId, products } from './products.ts';

/** `Pro subscription, ₹499.00, paid on 22 November 2026 by Razorpay, reference pay_…`. */
export function receiptLine(
  purchase: Pick<Purchase, 'product' | 'provider'>,
  paid: Pick<LedgerEntry, 'amount' | 'currency' | 'at' | 'ref'>,
): string {
  const name = isProductId(purchase.product) ? products[purchase.product].name : purchase.product;
  const by = purchase.provider === 'stripe' ? 'Stripe' : 'Razorpay';
  const on = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(paid.at);
  return `${name}, ${money(paid.amount ?? 0, paid.currency ?? 'USD')}, paid on ${on} by ${by}, reference ${paid.ref}`;
}
