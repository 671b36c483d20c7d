/** Stripe's own state of a payment or a subscription. */
import type Stripe from 'stripe';
import type {
  ProviderDispute,
  ProviderPayment,
  ProviderRefund,
  ProviderSubscription,
  ProviderState,
} from './provider.ts';
import { askOrNull, everyOne, pages, PAGE } from './stripe-answers.ts';
import { creditedOutside } from './stripe-credit-notes.ts';
import { idOf } from './stripe-locate.ts';

/** Newest invoices whose payments are checked for refunds and disputes. For older ones the list is sufficient. */
const INVOICES = 12;

export async function stripeIntentState(
  stripe: Stripe,
  held: string | Stripe.PaymentIntent,
): Promise<ProviderPayment | null> {
  const intent =
    typeof held === 'string'
      ? await askOrNull(() => stripe.paymentIntents.retrieve(held, { expand: ['latest_charge'] }))
      : held;
  if (intent?.object !== 'payment_intent') return null;
  return await asPayment(stripe, intent, null);
}

/** @param paymentId a payment that changed: fetched in full although its invoice may be old */
export async function stripeSubscriptionState(
  stripe: Stripe,
  subscriptionId: string,
  paymentId?: string,
): Promise<Pick<ProviderState, 'payments' | 'failedRenewals' | 'endedAt' | 'endedUnpaid' | 'subscription'>> {
  const subscription = await askOrNull(() => stripe.subscriptions.retrieve(subscriptionId));
  if (!subscription) return { payments: [], failedRenewals: [], endedAt: null, subscription: null };
  const asked = { subscription: subscriptionId, limit: PAGE, expand: ['data.payments'] };
  const invoices: Stripe.Invoice[] = [];
  const payments: ProviderPayment[] = [];
  const failedRenewals: string[] = [];
  for await (const invoice of pages(stripe.invoices.list(asked))) {
    const closely = invoices.push(invoice) <= INVOICES;
    if (failed(subscription, invoice)) failedRenewals.push(invoice.id);
    // Paid is what Stripe marks as paid: by card, credit, a coupon that left nothing to pay, or out of band.
    if (invoice.status !== 'paid') continue;
    payments.push(...(await paymentsOf(stripe, subscription, invoice, (id) => closely || id === paymentId)));
  }
  const ended = subscription.status === 'canceled' ? (subscription.ended_at ?? subscription.canceled_at) : null;
  return {
    payments,
    failedRenewals,
    endedAt: ended === null ? null : new Date(ended * 1000),
    endedUnpaid: ended !== null && subscription.cancellation_details?.reason === 'payment_failed',
    subscription: asSubscription(subscription, invoices),
  };
}

/** The account can be set to write off what it could not collect; elsewhere, it is the operator who forgives. */
function failed({ status }: Stripe.Subscription, invoice: Stripe.Invoice): boolean {
  const due = invoice.status === 'open' || (invoice.status === 'uncollectible' && status === 'unpaid');
  return due && invoice.attempt_count > 0;
}

async function paymentsOf(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
  closely: (intentId: string) => boolean,
): Promise<ProviderPayment[]> {
  const end = await periodEnd(stripe, subscription, invoice);
  const paidAt = invoice.status_transitions.paid_at ?? invoice.created;
  const listed = (id: string, amount: number, at: number): ProviderPayment => ({
    id,
    amount: Math.max(0, amount),
    currency: invoice.currency.toUpperCase(),
    price: null,
    status: 'captured',
    paidAt: new Date(at * 1000),
    periodEnd: end,
    refunds: [],
    disputes: [],
  });
  const payments: ProviderPayment[] = [];
  const { data = [], has_more: more = false } = invoice.payments ?? {};
  const parts = more ? await everyOne(stripe.invoicePayments.list({ invoice: invoice.id, limit: PAGE })) : data;
  for (const { status, payment, amount_paid: amount, status_transitions: when } of parts) {
    const id = idOf(payment.payment_intent);
    if (status !== 'paid' || id === undefined) continue;
    const intent = closely(id)
      ? await askOrNull(() => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
      : null;
    if (intent) payments.push({ ...(await asPayment(stripe, intent, end)), price: null });
    else if (!closely(id)) payments.push(listed(id, amount ?? 0, when.paid_at ?? paidAt));
  }
  if (payments.length > 0) return payments;
  const refunds = await creditedOutside(stripe, invoice);
  return [{ ...listed(invoice.id, invoice.amount_paid, paidAt), refunds }];
}

/** https://docs.stripe.com/api/subscriptions/object#subscription_object-status: Stripe refuses to cancel these. */
export const OVER: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);

/** Statuses under which Stripe lets customers use the service; `unpaid`, `paused` and the incomplete ones are not. */
const RUNS = new Set(['active', 'trialing', 'past_due']);
/** An invoice forgiven by an operator counts as settled. */
const FORGIVEN = new Set(['void', 'uncollectible']);

function asSubscription(subscription: Stripe.Subscription, invoices: readonly Stripe.Invoice[]): ProviderSubscription {
  const { id, status } = subscription;
  const end = currentEnd(subscription);
  const latest = invoices.find((invoice) => invoice.id === idOf(subscription.latest_invoice));
  // `void` means that the service is not offered meanwhile; the other two, that it is free or paid for later.
  const pause = subscription.pause_collection?.behavior;
  const free = pause === undefined ? FORGIVEN.has(latest?.status ?? '') : pause !== 'void';
  return {
    ref: id,
    // Stripe still reports it as active.
    status: pause !== undefined && status === 'active' ? 'collection_paused' : status,
    runs: RUNS.has(status),
    grace: status !== 'unpaid',
    customerId: idOf(subscription.customer) ?? null,
    periodEnd: end,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || (subscription.cancel_at ?? null) !== null,
    grantedUntil: free && (status === 'active' || status === 'trialing') ? end : null,
    manageUrl: null,
  };
}

/** The bounds of the period are on the items. */
function currentEnd(subscription: Stripe.Subscription): Date | null {
  const ends = subscription.items.data.map((item) => item.current_period_end);
  return ends.length === 0 ? null : new Date(Math.max(...ends) * 1000);
}

/** `requires_payment_method`: none was given yet, or it was declined, days later for a bank debit. */
const FAILED = new Set<Stripe.PaymentIntent.Status>(['canceled', 'requires_payment_method']);

async function asPayment(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
  paidUntil: Date | null,
): Promise<ProviderPayment> {
  const chargeId = idOf(intent.latest_charge);
  const charge =
    typeof intent.latest_charge === 'string' && chargeId !== undefined
      ? await askOrNull(() => stripe.charges.retrieve(chargeId))
      : (intent.latest_charge as Stripe.Charge | null);
  const paid = intent.status === 'succeeded';
  return {
    id: intent.id,
    amount: paid ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    price: paid ? intent.amount_received : intent.amount,
    status: paid ? 'captured' : FAILED.has(intent.status) ? 'failed' : 'pending',
    paidAt: new Date((charge?.created ?? intent.created) * 1000),
    periodEnd: paidUntil,
    refunds: paid ? await refundsOf(stripe, intent.id) : [],
    disputes: charge?.disputed ? await disputesOf(stripe, intent.id) : [],
  };
}

/** Fetched even when the charge shows no refund: a failed refund is reported nowhere else. */
export async function refundsOf(stripe: Stripe, intentId: string): Promise<ProviderRefund[]> {
  const refunds: ProviderRefund[] = [];
  for await (const { id, amount, status, created } of pages(
    stripe.refunds.list({ payment_intent: intentId, limit: PAGE }),
  )) {
    const failed = status === 'failed' || status === 'canceled';
    refunds.push({ id, amount, failed, at: new Date(created * 1000) });
  }
  return refunds;
}

async function disputesOf(stripe: Stripe, intentId: string): Promise<ProviderDispute[]> {
  const disputes: ProviderDispute[] = [];
  for await (const { id, status, amount, created } of pages(
    stripe.disputes.list({ payment_intent: intentId, limit: PAGE }),
  )) {
    if (status.startsWith('warning_')) continue;
    disputes.push({ id, outcome: outcomeOf(status), amount, at: new Date(created * 1000) });
  }
  return disputes;
}

function outcomeOf(status: string): ProviderDispute['outcome'] {
  if (status === 'won' || status === 'lost') return status;
  // Stripe closes an early-fraud inquiry as prevented without taking the money.
  return status === 'prevented' ? 'won' : 'open';
}

/**
 * The end of the period that an invoice pays for: that of its subscription line. A change within a period (proration
 * lines) opens no new one, and the invoice's own bounds are those of the previous period.
 */
async function periodEnd(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): Promise<Date | null> {
  const { data, has_more: more } = invoice.lines;
  // An invoice contains ten lines, changes first: the month's own may be on a later page.
  const lines = more ? await everyOne(stripe.invoices.listLineItems(invoice.id, { limit: PAGE })) : data;
  const ends = lines.filter((line) => !isChange(line)).map((line) => line.period.end);
  if (ends.length > 0) return new Date(Math.max(...ends) * 1000);
  const newest = lines.length === 0 && idOf(subscription.latest_invoice) === invoice.id;
  return newest ? currentEnd(subscription) : null;
}

function isChange({ parent }: Stripe.InvoiceLineItem): boolean {
  return parent?.type === 'invoice_item_details' || parent?.subscription_item_details?.proration === true;
}
