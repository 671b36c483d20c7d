/**
 * Money that Stripe did not collect: the seller received it elsewhere and marked the invoice as paid. The seller must also
 * return it; a credit note records that at Stripe, and moves no money. https://docs.stripe.com/api/credit_notes
 */
import type Stripe from 'stripe';
import { BadBillingRequest } from './errors.ts';
import type { ProviderRefund } from './provider.ts';
import { ask, askOrNull, pages, PAGE } from './stripe-answers.ts';

/** Such a payment has no id of its own: that of its invoice stands for it. */
export const OUTSIDE_STRIPE = 'in_';

export const notAtStripe = (paymentId: string): BadBillingRequest =>
  new BadBillingRequest(`Stripe did not collect this payment (${paymentId}): the seller must return it`);

/** Records that all of it is given back. Requested twice, it is one credit note. */
export async function creditOutside(stripe: Stripe, invoiceId: string): Promise<void> {
  const invoice = await askOrNull(() => stripe.invoices.retrieve(invoiceId));
  if (invoice === null) throw notAtStripe(invoiceId);
  const left = invoice.amount_paid - invoice.post_payment_credit_notes_amount;
  if (left <= 0) return;
  const note = { invoice: invoiceId, amount: left, out_of_band_amount: left };
  await ask(() => stripe.creditNotes.create(note, { idempotencyKey: `refund:${invoiceId}:${left}` }));
}

/** What was given back of such a payment, as the seller's credit notes say. */
export async function creditedOutside(stripe: Stripe, invoice: Stripe.Invoice): Promise<ProviderRefund[]> {
  if (invoice.post_payment_credit_notes_amount === 0) return [];
  const credited: ProviderRefund[] = [];
  for await (const note of pages(stripe.creditNotes.list({ invoice: invoice.id, limit: PAGE }))) {
    const { id, out_of_band_amount: amount, status, created } = note;
    if (amount !== null && amount > 0)
      credited.push({ id, amount, failed: status === 'void', at: new Date(created * 1000) });
  }
  return credited;
}
