/**
 * Subscriptions and their invoices as Stripe makes them: coupons, credit balance, changes of price
 * with proration, pauses, ends. Each act changes the objects and emits the events Stripe documents for it.
 */
import type Stripe from 'stripe';
import { found } from '../found.ts';
import { invoice, invoicePayment, line, type Billed } from './invoice-shapes.ts';
import type { StripeState, StripeStateHost } from './stripe-state.ts';
import { subscription } from './subscription-shapes.ts';

const MONTH = 30 * 86_400;

export class StripeSubscriptions {
  readonly #state: StripeState;
  readonly #host: StripeStateHost;
  /** Cents by customer, negative is credit, as `customer.balance`. */
  readonly #balances = new Map<string, number>();
  readonly #coupons = new Map<string, { percentOff: number; left: number }>();

  constructor(state: StripeState, host: StripeStateHost) {
    this.#state = state;
    this.#host = host;
  }

  start(session: Stripe.Checkout.Session, percentOff?: number): void {
    const start = this.#host.now();
    const sub = subscription({
      id: this.#host.id('sub'),
      customer: this.#host.id('cus'),
      metadata: this.#state.handedOn.get(session.id) ?? {},
      cycle: { start, end: start },
      amount: session.amount_total ?? 0,
      currency: session.currency ?? 'usd',
      created: start,
    });
    this.#state.subscriptions.set(sub.id, sub);
    session.subscription = sub.id;
    session.customer = sub.customer;
    if (percentOff !== undefined) this.#coupons.set(sub.id, { percentOff, left: Infinity });
    const made = this.#period(sub, true, 'subscription_create');
    session.invoice = made.id;
    // Stripe promises no order; this one is the order that surprises people.
    this.#host.emit('invoice.paid', made);
  }

  /** The next period. One that was asked to end there ends; a paused one makes no invoice. */
  renew(subscriptionId: string, paid = true): Stripe.Invoice | null {
    const sub = found(this.#state.subscriptions, subscriptionId);
    if (sub.status === 'canceled' || sub.status === 'paused') return null;
    if (sub.cancel_at_period_end) {
      this.cancel(subscriptionId);
      return null;
    }
    const made = this.#period(sub, paid, 'subscription_cycle');
    sub.status = made.status === 'paid' ? 'active' : 'past_due';
    this.#host.emit(made.status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed', made);
    this.#host.emit('customer.subscription.updated', sub);
    return made;
  }

  /** All retries of the last invoice have failed, and the account says: leave it unpaid. */
  giveUp(subscriptionId: string): void {
    const sub = found(this.#state.subscriptions, subscriptionId);
    if (sub.status !== 'past_due') return;
    sub.status = 'unpaid';
    this.#host.emit('customer.subscription.updated', sub);
  }

  /** Off each invoice from the next one on: once, or for ever. */
  discount(subscriptionId: string, percentOff: number, duration: 'once' | 'forever'): void {
    const sub = found(this.#state.subscriptions, subscriptionId);
    this.#coupons.set(sub.id, { percentOff, left: duration === 'once' ? 1 : Infinity });
    this.#host.emit('customer.subscription.updated', sub);
  }

  /** Credit of the customer: taken off the next invoices. */
  credit(subscriptionId: string, cents: number): void {
    const customer = String(found(this.#state.subscriptions, subscriptionId).customer);
    this.#balances.set(customer, (this.#balances.get(customer) ?? 0) - cents);
  }

  /** Another price from now on, invoiced at once (`proration_behavior: always_invoice`). */
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
    const made = this.#invoice({ ...billed, paid: true }, [
      line({ ...billed, amount: -before }, { proration: true, suffix: 'credit' }),
      line({ ...billed, amount: after }, { proration: true, suffix: 'debit' }),
    ]);
    sub.latest_invoice = made.id;
    this.#host.emit('invoice.paid', made);
    this.#host.emit('customer.subscription.updated', sub);
    return made;
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

  cancel(subscriptionId: string): void {
    const sub = found(this.#state.subscriptions, subscriptionId);
    if (sub.status === 'canceled') return;
    sub.status = 'canceled';
    sub.canceled_at = this.#host.now();
    sub.ended_at = this.#host.now();
    this.#host.emit('customer.subscription.deleted', sub);
  }

  /** The next period's invoice: coupon first, then tax (none here), then the customer's credit. */
  #period(sub: Stripe.Subscription, paid: boolean, reason: Billed['reason']): Stripe.Invoice {
    const item = sub.items.data[0];
    if (!item) throw new Error('a subscription without an item');
    const start = Math.max(item.current_period_end, sub.start_date);
    const cycle = { start, end: start + MONTH };
    const price = (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
    const coupon = this.#coupons.get(sub.id);
    const discount = coupon && coupon.left > 0 ? Math.round((price * coupon.percentOff) / 100) : 0;
    if (coupon) coupon.left -= 1;
    const billed = { ...this.#billed(sub, cycle, price, reason), discount, paid };
    const made = this.#invoice(billed, [line(billed, { proration: false })]);
    sub.latest_invoice = made.id;
    if (made.status === 'paid') Object.assign(item, { current_period_start: start, current_period_end: cycle.end });
    return made;
  }

  #billed(sub: Stripe.Subscription, cycle: Billed['cycle'], amount: number, reason: Billed['reason']): Billed {
    const customer = String(sub.customer);
    return {
      id: this.#host.id('in'),
      subscription: sub.id,
      customer,
      amount,
      discount: 0,
      balance: this.#balances.get(customer) ?? 0,
      currency: sub.currency,
      created: this.#host.now(),
      cycle,
      metadata: sub.metadata,
      reason,
      paid: true,
    };
  }

  /** An invoice that leaves nothing to pay is paid at once and has no payment. */
  #invoice(billed: Billed, lines: Stripe.InvoiceLineItem[]): Stripe.Invoice {
    const made = invoice(billed, lines);
    this.#balances.set(billed.customer, made.ending_balance ?? 0);
    this.#state.invoices.set(made.id, made);
    if (made.status !== 'paid' || made.amount_paid === 0) return made;
    const intent = this.#state.charged(made.amount_paid, made.currency);
    const link = invoicePayment(this.#host.id('inpay'), {
      invoice: made.id,
      paymentIntent: intent.id,
      amount: made.amount_paid,
      currency: made.currency,
      created: made.created,
    });
    this.#state.invoicePayments.set(link.id, link);
    return made;
  }
}
