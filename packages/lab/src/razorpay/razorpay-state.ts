/** The state of a Razorpay account, and what payers, banks and its owner do to it. */
import { found } from '../found.ts';
import {
  payment,
  refundOf,
  type Notes,
  type RazorpayDispute,
  type RazorpayInvoice,
  type RazorpayOrder,
  type RazorpayPayment,
  type RazorpayPlan,
  type RazorpayRefund,
  type RazorpaySubscription,
} from './razorpay-shapes.ts';

const MONTH = 30 * 86_400;

export interface RazorpayStateHost {
  now(): number;
  id(prefix: string): string;
  /** Base URL of its pages, without a trailing slash. */
  origin(): string;
  emit(type: string, entities: Record<string, object>): void;
}

export class RazorpayState {
  readonly orders = new Map<string, RazorpayOrder>();
  readonly payments = new Map<string, RazorpayPayment>();
  readonly refunds = new Map<string, RazorpayRefund>();
  readonly disputes = new Map<string, RazorpayDispute>();
  readonly plans = new Map<string, RazorpayPlan>();
  readonly subscriptions = new Map<string, RazorpaySubscription>();
  readonly invoices = new Map<string, RazorpayInvoice>();
  readonly #ending = new Set<string>();
  readonly #host: RazorpayStateHost;

  constructor(host: RazorpayStateHost) {
    this.#host = host;
  }

  openOrder(wanted: { amount: number; currency: string; receipt: string | null; notes: Notes }): RazorpayOrder {
    const order: RazorpayOrder = {
      id: this.#host.id('order'),
      entity: 'order',
      ...wanted,
      amount_paid: 0,
      amount_due: wanted.amount,
      offer_id: null,
      status: 'created',
      attempts: 0,
      created_at: this.#host.now(),
    };
    this.orders.set(order.id, order);
    return order;
  }

  /**
   * The payer pays an order. `authorized` leaves the capture to the shop, as an account without
   * automatic capture does. Without an order: a payment page made in the dashboard.
   */
  pay(
    orderId: string | null,
    wanted: { status?: 'authorized' | 'captured' | 'failed'; amount?: number; currency?: string; email?: string } = {},
  ): RazorpayPayment {
    const order = orderId === null ? undefined : found(this.orders, orderId);
    const made = payment({
      id: this.#host.id('pay'),
      amount: wanted.amount ?? order?.amount ?? 0,
      currency: wanted.currency ?? order?.currency ?? 'INR',
      status: wanted.status === 'failed' ? 'failed' : 'authorized',
      created_at: this.#host.now(),
      order_id: orderId,
      ...(wanted.email === undefined ? {} : { email: wanted.email }),
    });
    this.payments.set(made.id, made);
    if (order && order.status !== 'paid') order.status = 'attempted';
    if (order) order.attempts += 1;
    this.#host.emit(made.status === 'failed' ? 'payment.failed' : 'payment.authorized', { payment: made });
    if (made.status === 'authorized' && wanted.status !== 'authorized') this.capture(made.id);
    return made;
  }

  /** Null when it cannot be captured; capturing twice has no effect. */
  capture(paymentId: string): RazorpayPayment | null {
    const paid = found(this.payments, paymentId);
    const order = paid.order_id === null ? undefined : found(this.orders, paid.order_id);
    if (paid.status !== 'authorized' || order?.status === 'paid') return null;
    paid.status = 'captured';
    paid.captured = true;
    paid.fee = Math.round(paid.amount * 0.0236);
    paid.tax = Math.round(paid.amount * 0.0036);
    this.#host.emit('payment.captured', { payment: paid });
    if (!order) return paid;
    order.status = 'paid';
    order.amount_paid = paid.amount;
    order.amount_due = order.amount - paid.amount;
    this.#host.emit('order.paid', { payment: paid, order });
    return paid;
  }

  refund(paymentId: string, amount?: number): RazorpayRefund {
    const paid = found(this.payments, paymentId);
    const value = Math.min(amount ?? Infinity, paid.amount - paid.amount_refunded);
    const made = refundOf(paid, { id: this.#host.id('rfnd'), amount: value, created_at: this.#host.now() });
    this.refunds.set(made.id, made);
    paid.amount_refunded += value;
    this.#refundStatus(paid);
    this.#host.emit('refund.created', { refund: made, payment: paid });
    this.#host.emit('refund.processed', { refund: made, payment: paid });
    return made;
  }

  failRefund(refundId: string): void {
    const made = found(this.refunds, refundId);
    if (made.status === 'failed') return;
    made.status = 'failed';
    const paid = found(this.payments, made.payment_id);
    paid.amount_refunded -= made.amount;
    this.#refundStatus(paid);
    this.#host.emit('refund.failed', { refund: made, payment: paid });
  }

  #refundStatus(paid: RazorpayPayment): void {
    const full = paid.amount_refunded >= paid.amount;
    paid.refund_status = full ? 'full' : paid.amount_refunded > 0 ? 'partial' : null;
    paid.status = full ? 'refunded' : 'captured';
  }

  dispute(paymentId: string, phase: RazorpayDispute['phase'] = 'chargeback'): RazorpayDispute {
    const paid = found(this.payments, paymentId);
    const made: RazorpayDispute = {
      id: this.#host.id('disp'),
      entity: 'dispute',
      payment_id: paid.id,
      amount: paid.amount,
      currency: paid.currency,
      amount_deducted: 0,
      reason_code: 'chargeback_authorization',
      respond_by: this.#host.now() + 7 * 86_400,
      status: 'open',
      phase,
      created_at: this.#host.now(),
    };
    this.disputes.set(made.id, made);
    this.#host.emit('payment.dispute.created', { payment: paid, dispute: made });
    return made;
  }

  closeDispute(disputeId: string, outcome: 'won' | 'lost'): void {
    const open = found(this.disputes, disputeId);
    if (open.status === 'won' || open.status === 'lost') return;
    open.status = outcome;
    if (outcome === 'lost') open.amount_deducted = open.amount;
    this.#host.emit(`payment.dispute.${outcome}`, {
      payment: found(this.payments, open.payment_id),
      dispute: open,
    });
  }

  openSubscription(wanted: {
    planId: string;
    totalCount: number;
    notes: Notes;
    shortUrl: string;
  }): RazorpaySubscription {
    const now = this.#host.now();
    const subscription: RazorpaySubscription = {
      id: this.#host.id('sub'),
      entity: 'subscription',
      plan_id: found(this.plans, wanted.planId).id,
      customer_id: null,
      status: 'created',
      current_start: null,
      current_end: null,
      ended_at: null,
      quantity: 1,
      notes: wanted.notes,
      charge_at: now,
      start_at: null,
      end_at: now + wanted.totalCount * MONTH,
      auth_attempts: 0,
      total_count: wanted.totalCount,
      paid_count: 0,
      customer_notify: true,
      created_at: now,
      expire_by: null,
      short_url: wanted.shortUrl,
      has_scheduled_changes: false,
      change_scheduled_at: null,
      source: 'api',
      offer_id: null,
      remaining_count: wanted.totalCount,
    };
    this.subscriptions.set(subscription.id, subscription);
    return subscription;
  }

  /** The first charge, or the next one. `amount`: differs from the plan's with an offer or an add-on. */
  charge(subscriptionId: string, succeeds = true, options: { amount?: number } = {}): RazorpayInvoice | null {
    const sub = found(this.subscriptions, subscriptionId);
    if (sub.status === 'cancelled' || sub.status === 'paused') return null;
    if (this.#ending.has(sub.id)) {
      this.cancel(sub.id);
      return null;
    }
    const plan = found(this.plans, sub.plan_id);
    const amount = options.amount ?? plan.item.amount;
    const start = sub.current_end ?? this.#host.now();
    const id = this.#host.id('inv');
    const invoice: RazorpayInvoice = {
      id,
      short_url: `${this.#host.origin()}/i/${id}`,
      entity: 'invoice',
      subscription_id: sub.id,
      order_id: null,
      payment_id: null,
      status: 'issued',
      amount,
      amount_paid: 0,
      amount_due: amount,
      currency: plan.item.currency,
      billing_start: start,
      billing_end: start + MONTH,
      paid_at: null,
      issued_at: this.#host.now(),
      type: 'invoice',
      created_at: this.#host.now(),
    };
    this.invoices.set(invoice.id, invoice);
    const paid = payment({
      id: this.#host.id('pay'),
      amount,
      currency: plan.item.currency,
      status: succeeds ? 'captured' : 'failed',
      created_at: this.#host.now(),
      invoice_id: invoice.id,
    });
    this.payments.set(paid.id, paid);
    if (!succeeds) {
      if (sub.status === 'active') sub.status = 'pending';
      this.#host.emit('payment.failed', { payment: paid });
      this.#host.emit('subscription.pending', { subscription: sub });
      return invoice;
    }
    Object.assign(invoice, {
      status: 'paid',
      payment_id: paid.id,
      amount_paid: paid.amount,
      amount_due: 0,
      paid_at: this.#host.now(),
    });
    const [first, end] = [sub.status === 'created', start + MONTH];
    Object.assign(sub, { status: 'active', current_start: start, current_end: end, charge_at: end });
    sub.paid_count += 1;
    sub.remaining_count -= 1;
    if (first) this.#host.emit('subscription.activated', { subscription: sub });
    this.#host.emit('subscription.charged', { subscription: sub, payment: paid });
    return invoice;
  }

  pause(subscriptionId: string): void {
    const sub = found(this.subscriptions, subscriptionId);
    if (sub.status !== 'active') return;
    sub.status = 'paused';
    this.#host.emit('subscription.paused', { subscription: sub });
  }

  resume(subscriptionId: string): void {
    const sub = found(this.subscriptions, subscriptionId);
    if (sub.status !== 'paused') return;
    sub.status = 'active';
    this.#host.emit('subscription.resumed', { subscription: sub });
  }

  /** All retries have failed. */
  halt(subscriptionId: string): void {
    const sub = found(this.subscriptions, subscriptionId);
    if (sub.status !== 'pending') return;
    sub.status = 'halted';
    this.#host.emit('subscription.halted', { subscription: sub });
  }

  /** It stays active until the next charge would be due. */
  cancelAtCycleEnd(subscriptionId: string): RazorpaySubscription {
    const sub = found(this.subscriptions, subscriptionId);
    this.#ending.add(sub.id);
    return sub;
  }

  cancel(subscriptionId: string): void {
    const sub = found(this.subscriptions, subscriptionId);
    if (sub.status === 'cancelled') return;
    sub.status = 'cancelled';
    sub.ended_at = this.#host.now();
    this.#host.emit('subscription.cancelled', { subscription: sub });
  }
}
