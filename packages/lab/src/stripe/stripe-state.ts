/**
 * The state of a Stripe account, and what payers, banks and its owner do to it. Every action
 * changes the objects and emits the events Stripe emits for it.
 */
import type Stripe from 'stripe';
import { charge, checkoutSession, paymentIntent, refund } from './checkout-shapes.ts';
import { creditNote } from './credit-note-shape.ts';
import { dispute } from './dispute-shape.ts';
import { found } from '../found.ts';
import { StripeSubscriptions, type Beginning } from './stripe-subscriptions.ts';

export interface StripeStateHost {
  now(): number;
  id(prefix: string): string;
  /** Base URL of its pages, without a trailing slash. */
  origin(): string;
  emit(type: string, object: object): void;
}

export class StripeState {
  readonly sessions = new Map<string, Stripe.Checkout.Session>();
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  readonly charges = new Map<string, Stripe.Charge>();
  readonly refunds = new Map<string, Stripe.Refund>();
  readonly disputes = new Map<string, Stripe.Dispute>();
  readonly creditNotes = new Map<string, Stripe.CreditNote>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  readonly invoices = new Map<string, Stripe.Invoice>();
  readonly invoicePayments = new Map<string, Stripe.InvoicePayment>();
  /** Metadata that a session passes on to its payment intent or subscription. */
  readonly handedOn = new Map<string, Record<string, string>>();
  /** Whether the operator has saved the portal's settings. */
  portalIsSetUp = true;
  readonly #deletedCustomers = new Set<string>();
  readonly portals = new Map<string, Stripe.BillingPortal.Session>();
  readonly recurring: StripeSubscriptions;
  readonly #host: StripeStateHost;

  constructor(host: StripeStateHost) {
    this.#host = host;
    this.recurring = new StripeSubscriptions(this, host);
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
    cancelUrl: string | null;
    expiresAt: number | null;
    automaticTax: boolean;
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
      automatic_tax: { enabled: wanted.automaticTax, liability: null, provider: null, status: null },
      cancel_url: wanted.cancelUrl,
      ...(wanted.expiresAt === null ? {} : { expires_at: wanted.expiresAt }),
      url: `${wanted.pageOrigin}/c/pay/${id}`,
    });
    this.sessions.set(id, session);
    this.handedOn.set(id, wanted.handedOn);
    return session;
  }

  /**
   * The payer pays. `later` leaves the payment pending, as bank debits do; complete it with `settle`.
   * `percentOff`: with a coupon for every invoice of the subscription. Automatic tax is added according to the payer's address.
   */
  pay(sessionId: string, options: { later?: boolean } & Beginning = {}): Stripe.Checkout.Session {
    const session = found(this.sessions, sessionId);
    if (session.status !== 'open') return session;
    session.status = 'complete';
    const taxPercent = session.automatic_tax.enabled ? (options.taxPercent ?? 20) : undefined;
    const subtotal = session.amount_subtotal ?? 0;
    const tax = Math.round((subtotal * (taxPercent ?? 0)) / 100);
    session.amount_total = subtotal + tax;
    session.total_details = { amount_discount: 0, amount_shipping: 0, amount_tax: tax };
    if (session.mode === 'subscription') {
      this.recurring.start(session, { ...options, taxPercent });
    } else {
      session.payment_intent = this.#intent(session, options.later ? 'processing' : 'succeeded').id;
    }
    const free = options.percentOff === 100 || options.trialDays !== undefined;
    session.payment_status = options.later ? 'unpaid' : free ? 'no_payment_required' : 'paid';
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

  /** The seller says that this was given back outside Stripe. */
  creditOutOfBand(invoiceId: string, amount: number): Stripe.CreditNote {
    const invoice = found(this.invoices, invoiceId);
    const { currency, customer } = invoice;
    const known = { amount, currency, customer: String(customer), invoice: invoiceId, created: this.#host.now() };
    const made = creditNote({ id: this.#host.id('cn'), ...known });
    this.creditNotes.set(made.id, made);
    invoice.post_payment_credit_notes_amount += amount;
    this.#host.emit('credit_note.created', made);
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
    return this.recurring.renew(subscriptionId, paid);
  }

  cancel(subscriptionId: string): void {
    this.recurring.cancel(subscriptionId);
  }

  hasCustomer(id: string): boolean {
    return !this.#deletedCustomers.has(id) && [...this.subscriptions.values()].some(({ customer }) => customer === id);
  }

  /** As in the dashboard: ends the subscriptions of the customer. */
  deleteCustomer(id: string): void {
    this.#deletedCustomers.add(id);
    for (const one of this.subscriptions.values()) if (one.customer === id) this.cancel(one.id);
  }

  /** A successful payment, with its charge. */
  charged(amount: number, currency: string): Stripe.PaymentIntent {
    const intent = paymentIntent({
      id: this.#host.id('pi'),
      amount,
      currency,
      created: this.#host.now(),
      metadata: {},
      status: 'succeeded',
    });
    this.intents.set(intent.id, intent);
    intent.latest_charge = this.#charge(intent).id;
    return intent;
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
}
