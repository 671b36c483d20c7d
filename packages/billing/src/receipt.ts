/** A payment's receipt for its buyer. */
import type { Tx } from '@palisade/db/client';
import type { ProviderName } from './provider.ts';
import { isProductId, products } from './products.ts';
import { money } from './money.ts';

/** @param entryId of a payment in the ledger; null unless it belongs to this buyer */
export async function receiptOf(db: Tx, email: string, entryId: string) {
  if (!/^\d{1,18}$/.test(entryId)) return null;
  const paid = await db.ledgerEntry.findUnique({
    where: { id: BigInt(entryId) },
    include: { purchase: { include: { ledger: true } } },
  });
  if (!paid || (paid.kind !== 'paid' && paid.kind !== 'accepted') || paid.purchase.email !== email) return null;
  const { purchase, ref, amount, at } = paid;
  const currency = paid.currency ?? purchase.currency;
  const failed = new Set(purchase.ledger.filter(({ kind }) => kind === 'refund_failed').map((fact) => fact.ref));
  const back = purchase.ledger
    .filter((fact) => fact.kind === 'refunded' && fact.paymentRef === ref && !failed.has(fact.ref))
    .reduce((sum, fact) => sum + (fact.amount ?? 0), 0);
  return {
    number: `${at.toISOString().slice(0, 10).replaceAll('-', '')}-${entryId}`,
    buyer: email,
    name: isProductId(purchase.product) ? products[purchase.product].name : purchase.product,
    sum: money(amount ?? 0, currency),
    on: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at),
    by: purchase.provider === 'stripe' ? 'Stripe' : 'Razorpay',
    provider: purchase.provider as ProviderName,
    reference: ref,
    refunded: back > 0 ? money(back, currency) : null,
  };
}
