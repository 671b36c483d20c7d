/**
 * Subscriptions and their invoices as Stripe creates them: coupons, credit balance, price changes
 * with proration, pauses, ends. Each action changes the objects and emits the events Stripe documents for it.
 */
import type Stripe from 'stripe';
import { found } from '../found.ts';
import { invoice, invoicePayment, line, type Billed } from './invoice-shapes.ts';
import type { StripeState, StripeStateHost } from './stripe-state.ts';
import { subscription } from './subscription-shapes.ts';

const DAY = 86_400;
const MONTH = 30 * DAY;

export interface Beginning {
  percentOff?: number | undefined;
  /** Free days before the first charge, as an operator may grant them in the dashboard. */
  trialDays?: number | undefined;
  taxPercent?: number | undefined;
}

type Collection = Stripe.Subscription.PauseCollection.Behavior;
const UNCOLLECTED: Record<Collection, NonNullable<Billed['uncollected']>> = {
  void: 'void',
  mark_uncollectible: 'uncollectible',
  keep_as_draft: 'draft',
};

/** The events Stripe sends for a new invoice, by its status. */
const TOLD: Partial<Record<string, string>> = {
  paid: 'invoice.paid',
  open: 'invoice.payment_failed',
  void: 'invoice.voided',
  uncollectible: 'invoice.marked_uncollectible',
};

export class StripeSubscriptions {
  readonly #state: StripeState;
  readonly #host: StripeStateHost;
  /** Cents by customer, negative is credit, as in `customer.balance`. */
  readonly #balances = new Map<string, number>();
  /** Proration lines that wait for the next invoice, newest first. */
  readonly #proration = new Map<string, Stripe.InvoiceLineItem[]>();
  readonly #taxes = new Map<string, number>();
  readonly #coupons = new Map<string, { percentOff: number; left: number }>();

  constructor(state: StripeState, host: StripeStateHost) {
    this.#state = state;
    this.#host = host;
  }

  start(session: Stripe.Checkout.Session, { percentOff, trialDays, taxPercent }: Beginning = {}): void {
    const start = this.#host.now();
    const sub = subscription({
      id: this.#host.id('sub'),
      customer: this.#host.id('cus'),
      metadata: this.#state.handedOn.get(session.id) ?? {},
      cycle: { start, end: start },
      amount: session.amount_subtotal ?? 0,
      currency: session.currency ?? 'usd',
      created: start,
    });
    this.#state.subscriptions.set(sub.id, sub);
    session.subscription = sub.id;
    session.customer = sub.customer;
    if (percentOff !== undefined) this.#coupons.set(sub.id, { percentOff, left: Infinity });
    if (taxPercent !== undefined) this.#taxes.set(sub.id, taxPercent);
    const made =
      trialDays === undefined ? this.#period(sub, true, 'subscription_create') : this.#trial(sub, start, trialDays);
    session.invoice = made.id;
    // Stripe guarantees no order. This is the most surprising one.
    this.#host.emit('invoice.paid', made);
  }

  /** The next period. A subscription due to end there ends; a paused one creates no invoice. */
  renew(subscriptionId: string, paid = true): Stripe.Invoice | null {
    const sub = found(this.#state.subscriptions, subscriptionId);
    if (sub.status === 'canceled' || sub.status === 'paused') return null;
    if (sub.cancel_at_period_end) {
      this.cancel(subscriptionId);
      return null;
    }
    const made = this.#period(sub, paid, 'subscription_cycle');
    if (sub.pause_collection === null) sub.status = made.status === 'paid' ? 'active' : 'past_due';
    const told = TOLD[made.status ?? ''];
    if (told !== undefined) this.#host.emit(told, made);
    this.#host.emit('customer.subscription.updated', sub);
    return made;
  }

  /** The newest failed invoice is paid after all: by a retry, with another card, or to the seller, outside Stripe. */
  retry(subscriptionId: string, outside = false): void {
    const sub = found(this.#state.subscriptions, subscriptionId);
    const open = [...this.#state.invoices.values()].findLast(
      (one) => one.status === 'open' && one.parent?.subscription_details?.subscription === sub.id,
    );
    if (!open || (sub.status !== 'past_due' && sub.status !== 'unpaid')) return;
    const { amount_due: due, starting_balance: balance, total } = open;
    const paid = { status: 'paid' as const, amount_paid: due, amount_remaining: 0, attempt_count: 2 };
    Object.assign(open, { ...paid, ending_balance: Math.min(0, total + balance), next_payment_attempt: null });
    open.status_transitions.paid_at = this.#host.now();
    if (!outside) this.#pay(open);
    sub.status = 'active';
    this.#host.emit('invoice.paid', open);
    this.#host.emit('customer.subscription.updated', sub);
  }

  /** `null`: collected again, from the next invoice on. It stays `active` throughout. */
  pauseCollection(subscriptionId: string, behavior: Collection | null): void {
    const sub = found(this.#state.subscriptions, subscriptionId);
    if (sub.status !== 'active') return;
    sub.pause_collection = behavior === null ? null : { behavior, resumes_at: null };
    this.#host.emit('customer.subscription.updated', sub);
  }

  /** All retries of the last invoice have failed, and the account is set to leave it unpaid. */
  giveUp(subscriptionId: string): void {
    const sub = found(this.#state.subscriptions, subscriptionId);
    if (sub.status !== 'past_due') return;
    sub.status = 'unpaid';
    this.#host.emit('customer.subscription.updated', sub);
  }

  /** Discount on each invoice from the next one on: once, or forever. */
  discount(subscriptionId: string, percentOff: number, duration: 'once' | 'forever'): void {
    const sub = found(this.#state.subscriptions, subscriptionId);
    this.#coupons.set(sub.id, { percentOff, left: duration === 'once' ? 1 : Infinity });
    this.#host.emit('customer.subscription.updated', sub);
  }

  /** Credit of the customer, deducted from the next invoices. */
  credit(subscriptionId: string, cents: number): void {
    const customer = String(found(this.#state.subscriptions, subscriptionId).customer);
    this.#balances.set(customer, (this.#balances.get(customer) ?? 0) - cents);
  }

  /** A new price from now on, invoiced immediately (`proration_behavior: always_invoice`). */
  changePrice(subscriptionId: string, unitAmount: number): Stripe.Invoice | null {
    const sub = found(this.#state.subscriptions, subscriptionId);
    const item = sub.items.data[0];
    if (!item || sub.status !== 'active') return null;
    const [end, now] = [item.current_period_end, this.#host.now()];
    const share = Math.max(0, end - now) / MONTH;
    const before = Math.round((item.price.unit_amount ?? 0) * share);
    const after = Math.round(unitAmount * share);
    item.price.unit_amount = unitAmount;
    const billed = this.#billed(sub, { start: now, end }, after - before, 'subscription_update');
    const made = this.#invoice({ ...billed, tax: this.#taxOn(sub, after - before) }, [
      line({ ...billed, amount: -before }, { proration: true, suffix: 'credit' }),
      line({ ...billed, amount: after }, { proration: true, suffix: 'debit' }),
    ]);
    sub.latest_invoice = made.id;
    this.#host.emit('invoice.paid', made);
    this.#host.emit('customer.subscription.updated', sub);
    return made;
  }

  /** As `create_prorations` does, Stripe's default: the cost or credit of the change is added to the next invoice. */
  changePriceLater(subscriptionId: string, unitAmount: number): void {
    const sub = found(this.#state.subscriptions, subscriptionId);
    const item = sub.items.data[0];
    if (!item || sub.status !== 'active') return;
    const [end, now] = [item.current_period_end, this.#host.now()];
    const share = Math.max(0, end - now) / MONTH;
    const waiting = this.#proration.get(sub.id) ?? [];
    const billed = this.#billed(sub, { start: now, end }, 0, 'subscription_update');
    const parts = { credit: -(item.price.unit_amount ?? 0), debit: unitAmount };
    for (const [suffix, price] of Object.entries(parts)) {
      const amount = Math.round(price * share);
      waiting.unshift(line({ ...billed, amount }, { proration: true, suffix: `${suffix}${waiting.length}` }));
    }
    this.#proration.set(sub.id, waiting);
    item.price.unit_amount = unitAmount;
    this.#host.emit('customer.subscription.updated', sub);
  }

  pause(subscriptionId: string): void {
    const sub = found(this.#state.subscriptions, subscriptionId);
    if (sub.status !== 'active') return;
    sub.status = 'paused';
    this.#host.emit('customer.subscription.paused', sub);
  }

  resume(subscriptionId: string): void {
    const sub = found(this.#state.subscriptions, subscriptionId);
    if (sub.status !== 'paused') return;
    sub.status = 'active';
    this.#host.emit('customer.subscription.resumed', sub);
  }

  cancelAtPeriodEnd(subscriptionId: string, ends: boolean): void {
    const sub = found(this.#state.subscriptions, subscriptionId);
    if (sub.status === 'canceled' || sub.cancel_at_period_end === ends) return;
    sub.cancel_at_period_end = ends;
    sub.cancel_at = ends ? (sub.items.data[0]?.current_period_end ?? null) : null;
    sub.canceled_at = ends ? this.#host.now() : null;
    this.#host.emit('customer.subscription.updated', sub);
  }

  cancel(
    subscriptionId: string,
    reason: Stripe.Subscription.CancellationDetails.Reason = 'cancellation_requested',
  ): void {
    const sub = found(this.#state.subscriptions, subscriptionId);
    if (sub.status === 'canceled') return;
    sub.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason };
    sub.status = 'canceled';
    sub.canceled_at = this.#host.now();
    sub.ended_at = this.#host.now();
    this.#host.emit('customer.subscription.deleted', sub);
  }

  /** Paid by an invoice over zero; it ends with the first period. */
  #trial(sub: Stripe.Subscription, start: number, days: number): Stripe.Invoice {
    const cycle = { start, end: start + days * DAY };
    Object.assign(sub, { status: 'trialing', trial_start: cycle.start, trial_end: cycle.end });
    Object.assign(sub.items.data[0] ?? {}, { current_period_start: cycle.start, current_period_end: cycle.end });
    const billed = this.#billed(sub, cycle, 0, 'subscription_create');
    const made = this.#invoice(billed, [line(billed, { proration: false })]);
    sub.latest_invoice = made.id;
    return made;
  }

  /** The next period's invoice: coupon first, then tax, then the customer's credit. The period starts whether paid or not. */
  #period(sub: Stripe.Subscription, paid: boolean, reason: Billed['reason']): Stripe.Invoice {
    const item = sub.items.data[0];
    if (!item) throw new Error('the subscription has no item');
    const start = Math.max(item.current_period_end, sub.start_date);
    const cycle = { start, end: start + MONTH };
    const changes = this.#proration.get(sub.id) ?? [];
    this.#proration.delete(sub.id);
    const month = (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
    const price = changes.reduce((sum, { amount }) => sum + amount, month);
    const coupon = this.#coupons.get(sub.id);
    const discount = coupon && coupon.left > 0 ? Math.round((month * coupon.percentOff) / 100) : 0;
    if (coupon) coupon.left -= 1;
    const tax = this.#taxOn(sub, price - discount);
    const behavior = sub.pause_collection?.behavior;
    const uncollected = behavior && UNCOLLECTED[behavior];
    const billed = { ...this.#billed(sub, cycle, price, reason), discount, tax, paid, uncollected };
    // The changes first, then the month: https://docs.stripe.com/api/invoices/object#invoice_object-lines
    const made = this.#invoice(billed, [...changes, line({ ...billed, amount: month }, { proration: false })]);
    sub.latest_invoice = made.id;
    Object.assign(item, { current_period_start: start, current_period_end: cycle.end });
    return made;
  }

  #taxOn(sub: Stripe.Subscription, cents: number): number {
    return Math.max(0, Math.round((cents * (this.#taxes.get(sub.id) ?? 0)) / 100));
  }

  #billed(sub: Stripe.Subscription, cycle: Billed['cycle'], amount: number, reason: Billed['reason']): Billed {
    const customer = String(sub.customer);
    return {
      id: this.#host.id('in'),
      subscription: sub.id,
      customer,
      amount,
      discount: 0,
      tax: 0,
      balance: this.#balances.get(customer) ?? 0,
      currency: sub.currency,
      created: this.#host.now(),
      cycle,
      metadata: sub.metadata,
      reason,
      paid: true,
    };
  }

  /** An invoice with nothing left to pay is paid immediately and has no payment. */
  #invoice(billed: Billed, lines: Stripe.InvoiceLineItem[]): Stripe.Invoice {
    const made = invoice(billed, lines);
    made.hosted_invoice_url = `${this.#host.origin()}/i/${made.id}`;
    this.#balances.set(billed.customer, made.ending_balance ?? 0);
    this.#state.invoices.set(made.id, made);
    if (made.status === 'paid' && made.amount_paid > 0) this.#pay(made);
    return made;
  }

  #pay(made: Stripe.Invoice): void {
    const intent = this.#state.charged(made.amount_paid, made.currency);
    const link = invoicePayment(this.#host.id('inpay'), {
      invoice: made.id,
      paymentIntent: intent.id,
      amount: made.amount_paid,
      currency: made.currency,
      created: made.created,
    });
    this.#state.invoicePayments.set(link.id, link);
  }
}
