/** Razorpay's own state of an order, a payment or a subscription. */
import type {
  Located,
  ProviderDispute,
  ProviderPayment,
  ProviderRefund,
  ProviderSubscription,
  ProviderState,
} from './provider.ts';
import {
  disputeAnswer,
  invoiceAnswer,
  listOf,
  orderAnswer,
  paymentAnswer,
  refundAnswer,
  subscriptionAnswer,
  type InvoiceAnswer,
  type PaymentAnswer,
  type SubscriptionAnswer,
} from './razorpay-answers.ts';
import { checkedId, type RazorpayClient } from './razorpay-client.ts';

/** Newest invoices whose payments are fetched. For older ones the list is sufficient. */
const INVOICES = 12;

export async function razorpayProviderState(client: RazorpayClient, located: Located): Promise<ProviderState | null> {
  const standing = located.ref.startsWith('sub_')
    ? await subscriptionStanding(client, located.ref, located.paymentId)
    : located.ref.startsWith('pay_')
      ? await barePaymentStanding(client, located.ref)
      : await orderStanding(client, located.ref);
  if (standing && located.disputeId !== undefined) await addDispute(client, standing.payments, located.disputeId);
  return standing;
}

async function orderStanding(client: RazorpayClient, id: string): Promise<ProviderState | null> {
  const ref = checkedId('order', id);
  const order = await client.askOrNull(orderAnswer, () => client.sdk.orders.fetch(ref));
  if (order?.id !== ref) return null;
  const answers = await client.askOrNull(listOf(paymentAnswer), () => client.sdk.orders.fetchPayments(ref));
  const payments = await Promise.all((answers ?? []).map((answer) => withRefunds(client, answer, null)));
  return { ...single, ref, purchaseId: purchaseIn(order), payments };
}

async function barePaymentStanding(client: RazorpayClient, id: string): Promise<ProviderState | null> {
  const answer = await fetchPayment(client, id);
  if (!answer) return null;
  const payments = [await withRefunds(client, answer, null)];
  return { ...single, ref: id, purchaseId: null, payments };
}

const single = { subscription: null, failedRenewals: [], endedAt: null, closed: false };

async function subscriptionStanding(
  client: RazorpayClient,
  id: string,
  paymentId?: string,
): Promise<ProviderState | null> {
  const ref = checkedId('sub', id);
  const subscription = await client.askOrNull(subscriptionAnswer, () => client.sdk.subscriptions.fetch(ref));
  if (subscription?.id !== ref) return null;
  const payments: ProviderPayment[] = [];
  let seen = 0;
  const list = (page: { count: number; skip: number }) => client.sdk.invoices.all({ ...page, subscription_id: ref });
  for await (const invoice of client.pages(invoiceAnswer, list)) {
    seen += 1;
    if (invoice.status !== 'paid') continue;
    const end = new Date((invoice.billing_end ?? subscription.current_end ?? 0) * 1000);
    const closely = seen <= INVOICES || invoice.payment_id === paymentId;
    const answer = invoice.payment_id && closely ? await fetchPayment(client, invoice.payment_id) : null;
    // Its amount may differ from the plan's (an offer, an add-on): the invoice shows that the period is paid.
    const payment = answer ? await withRefunds(client, answer, end) : asListed(invoice, end);
    payments.push({ ...payment, price: null });
  }
  const behind = subscription.status === 'pending' || subscription.status === 'halted';
  const ended = subscription.status === 'cancelled' ? (subscription.ended_at ?? Math.floor(Date.now() / 1000)) : null;
  return {
    ref,
    purchaseId: subscription.notes['purchase_id'] ?? null,
    payments,
    failedRenewals: behind ? [`${ref}:${subscription.current_end ?? 0}`] : [],
    endedAt: ended === null ? null : new Date(ended * 1000),
    subscription: asSubscription(subscription),
    closed: subscription.status === 'expired',
  };
}

/** `authenticated`: the first charge is pending or scheduled. `completed`: all charges are made, the last one still counts. */
const RUNS = new Set(['authenticated', 'active', 'pending', 'completed']);
/** Retries are over: paid periods still count, nothing beyond. */
const PAID_ONLY = new Set(['halted']);

function asSubscription(answer: SubscriptionAnswer): ProviderSubscription {
  const { id, status } = answer;
  return {
    ref: id,
    status,
    runs: RUNS.has(status) || PAID_ONLY.has(status),
    grace: RUNS.has(status),
    customerId: answer.customer_id ?? null,
    periodEnd: answer.current_end == null ? null : new Date(answer.current_end * 1000),
    cancelAtPeriodEnd: null,
    grantedUntil: null,
    manageUrl: answer.short_url ?? null,
  };
}

function asListed(invoice: InvoiceAnswer, periodEnd: Date): ProviderPayment {
  return {
    id: invoice.payment_id ?? invoice.id,
    amount: invoice.amount_paid ?? 0,
    currency: (invoice.currency ?? 'INR').toUpperCase(),
    price: null,
    status: 'captured',
    paidAt: new Date((invoice.paid_at ?? 0) * 1000),
    periodEnd,
    refunds: [],
    disputes: [],
  };
}

export async function fetchPayment(client: RazorpayClient, id: string): Promise<PaymentAnswer | null> {
  const ref = checkedId('pay', id);
  const answer = await client.askOrNull(paymentAnswer, () => client.sdk.payments.fetch(ref));
  return answer?.id === ref ? answer : null;
}

/** Fetched even when nothing seems refunded: a failed refund is reported nowhere else. */
async function withRefunds(client: RazorpayClient, answer: PaymentAnswer, end: Date | null): Promise<ProviderPayment> {
  const payment = asPayment(answer, end);
  if (payment.status !== 'captured') return payment;
  const refunds: ProviderRefund[] = [];
  const list = (page: { count: number; skip: number }) => client.sdk.payments.fetchMultipleRefund(answer.id, page);
  for await (const { id, amount, status, created_at: at } of client.pages(refundAnswer, list)) {
    refunds.push({ id, amount, failed: status === 'failed', at: dateOf(at) });
  }
  return refunds.length === 0 ? payment : { ...payment, refunds };
}

/** From the payment alone, which knows how much was refunded but not by which refunds. */
export function asPayment(answer: PaymentAnswer, periodEnd: Date | null): ProviderPayment {
  const captured = (answer.status === 'captured' && answer.captured !== false) || answer.status === 'refunded';
  const refunded = answer.status === 'refunded' ? answer.amount : answer.amount_refunded;
  return {
    id: answer.id,
    amount: answer.amount,
    currency: answer.currency.toUpperCase(),
    price: answer.amount,
    status: captured
      ? 'captured'
      : answer.status === 'authorized' || answer.status === 'failed'
        ? answer.status
        : 'pending',
    paidAt: new Date((answer.created_at ?? 0) * 1000),
    periodEnd,
    refunds: refunded > 0 ? [{ id: `${answer.id}:refunds`, amount: refunded, failed: false, at: null }] : [],
    disputes: [],
  };
}

async function addDispute(client: RazorpayClient, payments: ProviderPayment[], id: string): Promise<void> {
  const ref = checkedId('disp', id);
  const dispute = await client.askOrNull(disputeAnswer, () => client.sdk.disputes.fetch(ref));
  const payment = payments.find((candidate) => candidate.id === dispute?.payment_id);
  if (!dispute || !payment || INQUIRES.has(dispute.phase ?? '')) return;
  const { status, amount, created_at: at } = dispute;
  payment.disputes.push({ id: dispute.id, outcome: outcomeOf(status), amount, at: dateOf(at) });
}

/** A bank inquiry takes no money: a chargeback that follows is a separate dispute. */
const INQUIRES = new Set(['retrieval', 'fraud']);

function dateOf(seconds: number | null | undefined): Date | null {
  return seconds == null ? null : new Date(seconds * 1000);
}

function outcomeOf(status: string): ProviderDispute['outcome'] {
  if (status === 'won' || status === 'lost') return status;
  // Closed without a verdict: an inquiry that ended, the money stayed.
  return status === 'closed' ? 'won' : 'open';
}

export function purchaseIn(order: {
  notes: Record<string, string>;
  receipt?: string | null | undefined;
}): string | null {
  return order.notes['purchase_id'] ?? order.receipt ?? null;
}
