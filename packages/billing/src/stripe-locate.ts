/** From any object in an event to the checkout session it started with. */
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Located } from './provider.ts';
import { ask, askOrNull } from './stripe-answers.ts';

const id = z.string().regex(/^[a-z]+_[A-Za-z0-9_]{1,250}$/);

/** What an event is about: all that is kept of it. */
export const stripeSubject = z.object({
  data: z.object({
    object: z.discriminatedUnion('object', [
      z.object({ object: z.literal('checkout.session'), id }),
      z.object({ object: z.literal('payment_intent'), id }),
      z.object({ object: z.literal('charge'), payment_intent: id.nullish() }),
      z.object({ object: z.literal('refund'), payment_intent: id.nullish() }),
      z.object({ object: z.literal('dispute'), payment_intent: id.nullish() }),
      z.object({ object: z.literal('invoice'), id }),
      z.object({ object: z.literal('invoice_payment'), invoice: id }),
      z.object({ object: z.literal('credit_note'), invoice: id }),
      z.object({ object: z.literal('subscription'), id }),
    ]),
  }),
});

export async function locateStripeEvent(stripe: Stripe, payload: unknown): Promise<Located | null> {
  const parsed = stripeSubject.safeParse(payload);
  if (!parsed.success) return null;
  const { object } = parsed.data.data;
  switch (object.object) {
    case 'checkout.session': {
      const session = await askOrNull(() => stripe.checkout.sessions.retrieve(object.id));
      return session && { purchaseId: ourPurchase(session), ref: session.id };
    }
    case 'payment_intent':
      return await locateIntent(stripe, object.id);
    case 'invoice':
    case 'invoice_payment':
    case 'credit_note': {
      const invoiceId = object.object === 'invoice' ? object.id : object.invoice;
      const invoice = await askOrNull(() => stripe.invoices.retrieve(invoiceId));
      return invoice && (await locateInvoice(stripe, invoice));
    }
    case 'subscription':
      return await locateSubscription(stripe, object.id);
    default:
      return object.payment_intent ? await locateIntent(stripe, object.payment_intent) : null;
  }
}

/** A single payment belongs to its session; a subscription's to an invoice, which may be old. */
export async function locateIntent(stripe: Stripe, intentId: string): Promise<Located | null> {
  const sessions = await ask(() => stripe.checkout.sessions.list({ payment_intent: intentId, limit: 1 }));
  const session = sessions.data[0];
  if (session) return { purchaseId: ourPurchase(session), ref: session.id };
  const paid = await ask(() =>
    stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intentId }, limit: 1 }),
  );
  const invoiceId = idOf(paid.data[0]?.invoice);
  const invoice = invoiceId === undefined ? null : await askOrNull(() => stripe.invoices.retrieve(invoiceId));
  const located = invoice && (await locateInvoice(stripe, invoice));
  return located && { ...located, paymentId: intentId };
}

async function locateInvoice(stripe: Stripe, invoice: Stripe.Invoice): Promise<Located | null> {
  const subscription = idOf(invoice.parent?.subscription_details?.subscription);
  return subscription === undefined ? null : await locateSubscription(stripe, subscription);
}

export async function locateSubscription(stripe: Stripe, subscriptionId: string): Promise<Located | null> {
  const sessions = await ask(() => stripe.checkout.sessions.list({ subscription: subscriptionId, limit: 1 }));
  const session = sessions.data[0];
  return session ? { purchaseId: ourPurchase(session), ref: session.id } : null;
}

export function ourPurchase(session: Stripe.Checkout.Session): string | null {
  return session.metadata?.['purchase_id'] ?? session.client_reference_id;
}

export function idOf(held: string | { id: string } | null | undefined): string | undefined {
  return typeof held === 'string' ? held : held?.id;
}
