/** What Stripe itself holds true about a payment or a subscription. */
import type Stripe from 'stripe';
import type { ProviderDispute, ProviderPayment, ProviderRefund, Standing } from './provider.ts';
import { ask, askOrNull } from './stripe-answers.ts';
import { idOf } from './stripe-locate.ts';

/** Newest invoices looked at: renewals older than these ended long ago, and were recorded then. */
const INVOICES = 12;

export async function intentStanding(
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

export async function subscriptionStanding(
  stripe: Stripe,
  subscriptionId: string,
): Promise<Pick<Standing, 'payments' | 'failedRenewals' | 'endedAt'>> {
  const subscription = await askOrNull(() => stripe.subscriptions.retrieve(subscriptionId));
  if (!subscription) return { payments: [], failedRenewals: [], endedAt: null };
  const invoices = await ask(() =>
    stripe.invoices.list({ subscription: subscriptionId, limit: INVOICES, expand: ['data.payments'] }),
  );
  const payments: ProviderPayment[] = [];
  const failedRenewals: string[] = [];
  for (const invoice of invoices.data) {
    if (invoice.status === 'open' && invoice.attempt_count > 0) failedRenewals.push(invoice.id);
    if (invoice.status !== 'paid') continue;
    const intentId = idOf(invoice.payments?.data.find((one) => one.status === 'paid')?.payment.payment_intent);
    const intent =
      intentId === undefined
        ? null
        : await askOrNull(() => stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }));
    if (intent) payments.push(await asPayment(stripe, intent, periodEnd(invoice)));
  }
  const ended = subscription.status === 'canceled' ? (subscription.ended_at ?? subscription.canceled_at) : null;
  return { payments, failedRenewals, endedAt: ended === null ? null : new Date(ended * 1000) };
}

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
    status: paid ? 'captured' : intent.status === 'canceled' ? 'failed' : 'pending',
    paidAt: new Date((charge?.created ?? intent.created) * 1000),
    periodEnd: paidUntil,
    refunds: paid ? await refundsOf(stripe, intent.id) : [],
    disputes: charge?.disputed ? await disputesOf(stripe, intent.id) : [],
  };
}

/** Asked even when the charge says nothing was refunded: a failed refund is told nowhere else. */
async function refundsOf(stripe: Stripe, intentId: string): Promise<ProviderRefund[]> {
  const refunds = await askOrNull(() => stripe.refunds.list({ payment_intent: intentId, limit: 100 }));
  return (refunds?.data ?? []).map((refund) => ({
    id: refund.id,
    amount: refund.amount,
    failed: refund.status === 'failed' || refund.status === 'canceled',
  }));
}

async function disputesOf(stripe: Stripe, intentId: string): Promise<ProviderDispute[]> {
  const disputes = await ask(() => stripe.disputes.list({ payment_intent: intentId, limit: 100 }));
  return disputes.data
    .filter((dispute) => !dispute.status.startsWith('warning_'))
    .map((dispute) => ({ id: dispute.id, outcome: outcomeOf(dispute.status) }));
}

function outcomeOf(status: string): ProviderDispute['outcome'] {
  if (status === 'won' || status === 'lost') return status;
  // Stripe closes an early-fraud inquiry as prevented without taking the money.
  return status === 'prevented' ? 'won' : 'open';
}

function periodEnd(invoice: Stripe.Invoice): Date {
  const ends = invoice.lines.data.map((line) => line.period.end);
  return new Date(Math.max(...ends, 0) * 1000);
}
