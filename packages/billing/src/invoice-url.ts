/** Where a provider shows the invoice of a payment. Both create one for each period of a subscription. */
import type Stripe from 'stripe';
import { invoiceAnswer } from './razorpay-answers.ts';
import { checkedId, type RazorpayClient } from './razorpay-client.ts';
import { fetchPayment } from './razorpay-provider-state.ts';
import { ask, askOrNull } from './stripe-answers.ts';
import { idOf } from './stripe-locate.ts';

/** https://docs.stripe.com/api/invoices/object#invoice_object-hosted_invoice_url */
export async function stripeInvoiceUrl(stripe: Stripe, paymentId: string): Promise<string | null> {
  const invoiceId = paymentId.startsWith('in_') ? paymentId : await invoiceOfIntent(stripe, paymentId);
  const invoice = invoiceId === undefined ? null : await askOrNull(() => stripe.invoices.retrieve(invoiceId));
  return webAddress(invoice?.hosted_invoice_url);
}

async function invoiceOfIntent(stripe: Stripe, intentId: string): Promise<string | undefined> {
  const payment = { type: 'payment_intent', payment_intent: intentId } as const;
  const paid = await ask(() => stripe.invoicePayments.list({ payment, limit: 1 }));
  return idOf(paid.data[0]?.invoice);
}

/** https://razorpay.com/docs/api/payments/invoices/fetch-with-id/, `short_url` */
export async function razorpayInvoiceUrl(client: RazorpayClient, paymentId: string): Promise<string | null> {
  const named = paymentId.startsWith('inv_') ? paymentId : (await fetchPayment(client, paymentId))?.invoice_id;
  if (typeof named !== 'string') return null;
  const id = checkedId('inv', named);
  const invoice = await client.askOrNull(invoiceAnswer, () => client.sdk.invoices.fetch(id));
  return webAddress(invoice?.short_url);
}

/** It becomes a link on our page. */
function webAddress(url: string | null | undefined): string | null {
  return url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;
}
