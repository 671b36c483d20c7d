/**
 * What a Stripe account holds, and what payers, banks and its owner do to it. Every act
 * changes the objects and emits the events Stripe emits for it.
 */
import type Stripe from 'stripe';
import { charge, checkoutSession, paymentIntent, refund } from './checkout-shapes.ts';
import { dispute } from './dispute-shape.ts';
import { invoice, invoicePayment } from './invoice-shapes.ts';
import { subscription } from './subscription-shapes.ts';

const MONTH = 30 * 86_400;

export interface StripeStateHost {
  now(): number;
  id(prefix: string): string;
  emit(type: string, object: object): void;
}

export class StripeState {
  readonly sessions = new Map<string, Stripe.Checkout.Session>();
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  readonly charges = new Map<string, Stripe.Charge>();
  readonly refunds = new Map<string, Stripe.Refund>();
  readonly disputes = new Map<string, Stripe.Dispute>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  readonly invoices = new Map<string, Stripe.Invoice>();
  readonly invoicePayments = new Map<string, Stripe.InvoicePayment>();
  /** Metadata that a session hands on to its payment intent or subscription. */
  readonly handedOn = new Map<string, Record<string, string>>();
  readonly #host: StripeStateHost;

  constructor(host: StripeStateHost) {
    this.#host = host;
  }

  openSession(wanted: {
    mode: 'payment' | 'subscription';
    amount: number;
    currency: string;
    email: string | null;
    clientReferenceId: string | null;
    metadata: Record<string, string>;
    handedOn: Record<string, string>;
    successUrl: string | null;
    pageOrigin: string;
  }): Stripe.Checkout.Session {
    const id = this.#host.id('cs_test');
    const session = checkoutSession({
      id,
      mode: wanted.mode,
      created: this.#host.now(),
      currency: wanted.currency,
      amount_total: wanted.amount,
      amount_subtotal: wanted.amount,
      client_reference_id: wanted.clientReferenceId,
      customer_email: wanted.email,
      metadata: wanted.metadata,
      success_url: wanted.successUrl,
      url: `${wanted.pageOrigin}/c/pay/${id}`,
    });
    this.sessions.set(id, session);
    this.handedOn.set(id, wanted.handedOn);
    return session;
  }

  /** The payer pays. `later` leaves the money on its way, as bank debits do; end it with `settle`. */
  pay(sessionId: string, options: { later?: boolean } = {}): Stripe.Checkout.Session {
    const session = found(this.sessions, sessionId);
    if (session.status !== 'open') return session;
    session.status = 'complete';
    if (session.mode === 'subscription') {
      this.#startSubscription(session);
    } else {
      session.payment_intent = this.#intent(session, options.later ? 'processing' : 'succeeded').id;
    }
    session.payment_status = options.later ? 'unpaid' : 'paid';
    this.#host.emit('checkout.session.completed', session);
    return session;
  }

  settle(sessionId: string, succeeded: boolean): void {
    const session = found(this.sessions, sessionId);
    const intent = found(this.intents, String(session.payment_intent));
    if (intent.status !== 'processing') return;
    if (succeeded) {
      intent.status = 'succeeded';
      intent.amount_received = intent.amount;
      intent.latest_charge = this.#charge(intent).id;
      session.payment_status = 'paid';
    } else {
      intent.status = 'requires_payment_method';
    }
    this.#host.emit(`checkout.session.async_payment_${succeeded ? 'succeeded' : 'failed'}`, session);
  }

  expire(sessionId: string): void {
    const session = found(this.sessions, sessionId);
    if (session.status !== 'open') return;
    session.status = 'expired';
    this.#host.emit('checkout.session.expired', session);
  }

  refund(intentId: string, amount?: number): Stripe.Refund {
    const intent = found(this.intents, intentId);
    const paid = found(this.charges, String(intent.latest_charge));
    const value = Math.min(amount ?? Infinity, paid.amount - paid.amount_refunded);
    const made = refund({
      id: this.#host.id('re'),
      amount: value,
      currency: intent.currency,
      created: this.#host.now(),
      payment_intent: intent.id,
      charge: paid.id,
      status: 'succeeded',
    });
    this.refunds.set(made.id, made);
    paid.amount_refunded += value;
    paid.refunded = paid.amount_refunded >= paid.amount;
    this.#host.emit('refund.created', made);
    this.#host.emit('charge.refunded', paid);
    return made;
  }

  failRefund(refundId: string): void {
    const made = found(this.refunds, refundId);
    if (made.status === 'failed') return;
    made.status = 'failed';
    made.failure_reason = 'expired_or_canceled_card';
    const paid = found(this.charges, String(made.charge));
    paid.amount_refunded -= made.amount;
    paid.refunded = false;
    this.#host.emit('refund.failed', made);
  }

  dispute(intentId: string): Stripe.Dispute {
    const intent = found(this.intents, intentId);
    const paid = found(this.charges, String(intent.latest_charge));
    paid.disputed = true;
    const made = dispute({
      id: this.#host.id('du'),
      amount: paid.amount,
      currency: paid.currency,
      created: this.#host.now(),
      payment_intent: intent.id,
      charge: paid.id,
      status: 'needs_response',
    });
    this.disputes.set(made.id, made);
    this.#host.emit('charge.dispute.created', made);
    return made;
  }

  closeDispute(disputeId: string, outcome: 'won' | 'lost'): void {
    const open = found(this.disputes, disputeId);
    if (open.status === 'won' || open.status === 'lost') return;
    open.status = outcome;
    this.#host.emit('charge.dispute.closed', open);
  }

  renew(subscriptionId: string, paid = true): Stripe.Invoice | null {
    const sub = found(this.subscriptions, subscriptionId);
    if (sub.status === 'canceled') return null;
    const made = this.#bill(sub, paid);
    sub.status = paid ? 'active' : 'past_due';
    this.#host.emit(paid ? 'invoice.paid' : 'invoice.payment_failed', made);
    this.#host.emit('customer.subscription.updated', sub);
    return made;
  }

  cancel(subscriptionId: string): void {
    const sub = found(this.subscriptions, subscriptionId);
    if (sub.status === 'canceled') return;
    sub.status = 'canceled';
    sub.canceled_at = this.#host.now();
    sub.ended_at = this.#host.now();
    this.#host.emit('customer.subscription.deleted', sub);
  }

  #intent(session: Stripe.Checkout.Session, status: 'succeeded' | 'processing'): Stripe.PaymentIntent {
    const intent = paymentIntent({
      id: this.#host.id('pi'),
      amount: session.amount_total ?? 0,
      currency: session.currency ?? 'usd',
      created: this.#host.now(),
      metadata: this.handedOn.get(session.id) ?? {},
      status,
    });
    this.intents.set(intent.id, intent);
    if (status === 'succeeded') intent.latest_charge = this.#charge(intent).id;
    return intent;
  }

  #charge(intent: Stripe.PaymentIntent): Stripe.Charge {
    const made = charge({
      id: this.#host.id('ch'),
      amount: intent.amount,
      currency: intent.currency,
      created: this.#host.now(),
      payment_intent: intent.id,
      metadata: intent.metadata,
    });
    this.charges.set(made.id, made);
    return made;
  }

  #startSubscription(session: Stripe.Checkout.Session): void {
    const start = this.#host.now();
    const sub = subscription({
      id: this.#host.id('sub'),
      customer: this.#host.id('cus'),
      metadata: this.handedOn.get(session.id) ?? {},
      cycle: { start, end: start },
      amount: session.amount_total ?? 0,
      currency: session.currency ?? 'usd',
      created: start,
    });
    this.subscriptions.set(sub.id, sub);
    session.subscription = sub.id;
    session.customer = sub.customer;
    const made = this.#bill(sub, true);
    session.invoice = made.id;
    // Stripe promises no order; this one is the order that surprises people.
    this.#host.emit('invoice.paid', made);
  }

  #bill(sub: Stripe.Subscription, paid: boolean): Stripe.Invoice {
    const item = sub.items.data[0];
    if (!item) throw new Error('a subscription without an item');
    const start = Math.max(item.current_period_end, sub.start_date);
    const made = invoice({
      id: this.#host.id('in'),
      subscription: sub.id,
      customer: String(sub.customer),
      amount: item.price.unit_amount ?? 0,
      currency: sub.currency,
      created: this.#host.now(),
      cycle: { start, end: start + MONTH },
      metadata: sub.metadata,
      paid,
    });
    this.invoices.set(made.id, made);
    sub.latest_invoice = made.id;
    if (!paid) return made;
    item.current_period_start = start;
    item.current_period_end = start + MONTH;
    const intent = paymentIntent({
      id: this.#host.id('pi'),
      amount: made.amount_paid,
      currency: made.currency,
      created: made.created,
      metadata: {},
      status: 'succeeded',
    });
    this.intents.set(intent.id, intent);
    intent.latest_charge = this.#charge(intent).id;
    const link = invoicePayment(this.#host.id('inpay'), {
      invoice: made.id,
      paymentIntent: intent.id,
      amount: made.amount_paid,
      currency: made.currency,
      created: made.created,
    });
    this.invoicePayments.set(link.id, link);
    return made;
  }
}

export function found<T>(map: Map<string, T>, id: string): T {
  const value = map.get(id);
  if (value === undefined) throw new Error(`the lab's Stripe holds no ${id}`);
  return value;
}
