import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { webhookSecrets, type RazorpayConfig } from './billing-config.ts';
import { BadWebhook, BillingUnavailable } from './errors.ts';
import { razorpayInvoiceUrl } from './invoice-url.ts';
import { isMonthly, products, type ProductId } from './products.ts';
import type {
  CheckoutOrder,
  Located,
  NamedPayment,
  OpenedCheckout,
  PaymentProvider,
  ProviderPayment,
  ProviderState,
  WebhookEvent,
  WebhookHeaders,
} from './provider.ts';
import {
  disputeAnswer,
  invoiceAnswer,
  listOf,
  orderAnswer,
  paymentAnswer,
  planAnswer,
  refundAnswer,
  subscriptionAnswer,
  type PlanAnswer,
} from './razorpay-answers.ts';
import { checkedId, idPattern, RazorpayClient, RazorpayRefusal, type RazorpayOptions } from './razorpay-client.ts';
import { asPayment, fetchPayment, purchaseIn, razorpayProviderState } from './razorpay-provider-state.ts';
import { readEvent } from './webhook-body.ts';

/** Ten years in months: Razorpay requires an end, our subscription has none. */
const TOTAL_COUNT = 120;

export class RazorpayProvider implements PaymentProvider {
  readonly name = 'razorpay';
  readonly currency = 'INR';
  readonly #client: RazorpayClient;
  readonly #keyId: string;
  readonly #secrets: string[];
  readonly #plans = new Map<ProductId, string>();

  constructor(config: RazorpayConfig, options: RazorpayOptions = {}) {
    this.#client = new RazorpayClient(config, options);
    this.#keyId = config.keyId;
    this.#secrets = webhookSecrets(config.webhookSecret);
  }

  async open(order: CheckoutOrder): Promise<OpenedCheckout> {
    const notes = { purchase_id: order.purchaseId, product: order.product };
    const known = { amount: order.amount, currency: order.currency, publishableKey: this.#keyId };
    if (isMonthly(order.product)) {
      const planId = await this.#planFor(order);
      const expireBy = Math.floor(order.expiresAt.getTime() / 1000);
      const subscription = await this.#client.ask(subscriptionAnswer, () =>
        this.#client.sdk.subscriptions.create({
          plan_id: planId,
          total_count: TOTAL_COUNT,
          customer_notify: 0,
          notes,
          expire_by: expireBy,
        }),
      );
      return { ...known, ref: subscription.id, subscriptionId: subscription.id };
    }
    const opened = await this.#openOrder(order, notes);
    return { ...known, ref: opened, orderId: opened };
  }

  /** Orders have no idempotency key: after a lost response, the receipt shows whether there is one. */
  async #openOrder(order: CheckoutOrder, notes: Record<string, string>): Promise<string> {
    const { sdk } = this.#client;
    const before = async () =>
      (await this.#client.ask(listOf(orderAnswer), () => sdk.orders.all({ receipt: order.purchaseId }))).find(
        ({ receipt }) => receipt === order.purchaseId,
      );
    try {
      const { amount, currency, purchaseId: receipt } = order;
      return (await this.#client.ask(orderAnswer, () => sdk.orders.create({ amount, currency, receipt, notes }))).id;
    } catch (error) {
      const made = await before();
      if (made) return made.id;
      throw error;
    }
  }

  async #planFor(order: CheckoutOrder): Promise<string> {
    const remembered = this.#plans.get(order.product);
    if (remembered !== undefined) return remembered;
    const { sdk } = this.#client;
    const item = { name: products[order.product].name, amount: order.amount, currency: order.currency };
    let plan: PlanAnswer | undefined;
    for await (const one of this.#client.pages(planAnswer, (page) => sdk.plans.all(page))) {
      if (sells(one, item)) plan ??= one;
    }
    plan ??= await this.#client.ask(planAnswer, () => sdk.plans.create({ period: 'monthly', interval: 1, item }));
    this.#plans.set(order.product, plan.id);
    return plan.id;
  }

  readWebhook(rawBody: Buffer, headers: WebhookHeaders): WebhookEvent {
    if (this.#secrets.length === 0) throw new BillingUnavailable('RAZORPAY_WEBHOOK_SECRET is not set on this server');
    const signature = headers['x-razorpay-signature'];
    if (typeof signature !== 'string') throw new BadWebhook('the x-razorpay-signature header is missing');
    if (!this.#secrets.some((secret) => signed(rawBody, secret, signature))) {
      throw new BadWebhook('the signature does not match the body');
    }
    const id = headers['x-razorpay-event-id'];
    // The header is not signed. Without it the body identifies itself: a repeat is byte-identical.
    const named = typeof id === 'string' && /^[\w-]{1,100}$/.test(id);
    const fallback = createHash('sha256').update(rawBody).digest('hex');
    return readEvent(rawBody, ({ event }) => ({ id: named ? id : fallback, type: event }), subject);
  }

  async locate(event: WebhookEvent): Promise<Located | null> {
    const parsed = subject.safeParse(event.payload);
    if (!parsed.success) return null;
    const { subscription, order, payment, refund, dispute } = parsed.data.payload;
    if (subscription) return await this.#locateSubscription(subscription.entity.id);
    const paymentId = payment?.entity.id ?? refund?.entity.payment_id ?? dispute?.entity.payment_id;
    if (paymentId === undefined) return order ? await this.#locateOrder(order.entity.id) : null;
    const named = await this.findPayment(paymentId);
    if (!named) return null;
    const { purchaseId, ref } = named;
    return { purchaseId, ref, paymentId, ...(dispute ? { disputeId: dispute.entity.id } : {}) };
  }

  async #locateOrder(id: string): Promise<Located | null> {
    const order = await this.#client.askOrNull(orderAnswer, () =>
      this.#client.sdk.orders.fetch(checkedId('order', id)),
    );
    return order && { purchaseId: purchaseIn(order), ref: order.id };
  }

  async #locateSubscription(id: string): Promise<Located | null> {
    const { sdk } = this.#client;
    const found = await this.#client.askOrNull(subscriptionAnswer, () => sdk.subscriptions.fetch(checkedId('sub', id)));
    return found && { purchaseId: found.notes['purchase_id'] ?? null, ref: found.id };
  }

  async standing(located: Located): Promise<ProviderState | null> {
    return await razorpayProviderState(this.#client, located);
  }

  async findPayment(paymentId: string): Promise<NamedPayment | null> {
    const answer = await fetchPayment(this.#client, paymentId);
    if (!answer) return null;
    const payment = asPayment(answer, null);
    const bare = { payment, purchaseId: null, ref: answer.id, product: answer.notes['product'] ?? null };
    const { sdk } = this.#client;
    if (typeof answer.invoice_id === 'string') {
      const invoiceId = checkedId('inv', answer.invoice_id);
      const invoice = await this.#client.askOrNull(invoiceAnswer, () => sdk.invoices.fetch(invoiceId));
      const located = invoice?.subscription_id ? await this.#locateSubscription(invoice.subscription_id) : null;
      return { ...bare, ...located, recurring: true };
    }
    if (typeof answer.order_id !== 'string') return { ...bare, recurring: false };
    const orderId = checkedId('order', answer.order_id);
    const order = await this.#client.askOrNull(orderAnswer, () => sdk.orders.fetch(orderId));
    if (!order) return { ...bare, recurring: false };
    const product = order.notes['product'] ?? bare.product;
    return { payment, purchaseId: purchaseIn(order), ref: order.id, product, recurring: false };
  }

  async capture(payment: ProviderPayment): Promise<ProviderPayment> {
    const id = checkedId('pay', payment.id);
    try {
      const capture = () => this.#client.sdk.payments.capture(id, payment.amount, payment.currency);
      return asPayment(await this.#client.attempt(paymentAnswer, capture), payment.periodEnd);
    } catch (error) {
      // Captured by another process meanwhile, or the response was lost: the payment itself shows it.
      const answer = await fetchPayment(this.#client, id);
      const now = answer && asPayment(answer, payment.periodEnd);
      if (now?.status === 'captured' || (now && error instanceof RazorpayRefusal)) return now;
      throw error instanceof RazorpayRefusal ? new BillingUnavailable('the payment could not be captured') : error;
    }
  }

  async refund(paymentId: string): Promise<void> {
    const id = checkedId('pay', paymentId);
    const before = await fetchPayment(this.#client, id);
    if (before?.status === 'refunded') return;
    // Without an amount Razorpay refunds everything, and rejects that after a partial refund.
    const rest = before && before.amount_refunded > 0 ? { amount: before.amount - before.amount_refunded } : {};
    await this.#client.ask(refundAnswer, () => this.#client.sdk.payments.refund(id, rest));
  }

  async cancelSubscription(ref: string, when: 'now' | 'period_end'): Promise<void> {
    const id = checkedId('sub', ref);
    const { sdk } = this.#client;
    const subscription = await this.#client.askOrNull(subscriptionAnswer, () => sdk.subscriptions.fetch(id));
    if (!subscription || OVER.has(subscription.status)) return;
    // Before the first charge there is no period whose end could be awaited.
    const atEnd = when === 'period_end' && subscription.status === 'active';
    await this.#client.ask(subscriptionAnswer, () => sdk.subscriptions.cancel(id, atEnd));
  }

  /** Razorpay has no portal; the subscription's own page accepts a new card. */
  async portal(subscription: { ref: string }): Promise<string | null> {
    const id = checkedId('sub', subscription.ref);
    const found = await this.#client.askOrNull(subscriptionAnswer, () => this.#client.sdk.subscriptions.fetch(id));
    return found?.short_url ?? null;
  }

  async invoiceUrl(paymentId: string): Promise<string | null> {
    return await razorpayInvoiceUrl(this.#client, paymentId);
  }

  async *recent(since: Date): AsyncIterable<Located> {
    const { sdk } = this.#client;
    const from = Math.floor(since.getTime() / 1000);
    for await (const subscription of this.#client.pages(subscriptionAnswer, (page) =>
      sdk.subscriptions.all({ ...page, from }),
    )) {
      const located = { purchaseId: subscription.notes['purchase_id'] ?? null, ref: subscription.id };
      const listed = LISTED[subscription.status];
      yield { ...located, ...(listed ? { listed } : {}) };
    }
    const find = async (paymentId: string, more: Partial<Located> = {}): Promise<Located | null> => {
      const named = await this.findPayment(paymentId);
      return named && { purchaseId: named.purchaseId, ref: named.ref, ...more };
    };
    for await (const payment of this.#client.pages(paymentAnswer, (page) => sdk.payments.all({ ...page, from }))) {
      if (payment.status === 'failed') continue;
      // A single payment's order is known to us by its id; which subscription an invoice is of must be asked.
      const settled = payment.status === 'captured' && payment.amount_refunded === 0;
      const single = {
        purchaseId: null,
        ref: payment.order_id ?? payment.id,
        paymentId: payment.id,
        ...(settled ? { listed: 'paid' as const } : {}),
      };
      const located = payment.invoice_id ? await find(payment.id) : single;
      if (located) yield located;
    }
    const refunded = new Set<string>();
    for await (const { payment_id: id } of this.#client.pages(refundAnswer, (page) =>
      sdk.refunds.all({ ...page, from }),
    )) {
      if (!id || refunded.has(id)) continue;
      refunded.add(id);
      const located = await find(id, { paymentId: id });
      if (located) yield located;
    }
    for await (const dispute of this.#client.pages(disputeAnswer, (page) => sdk.disputes.all(page))) {
      const located = await find(dispute.payment_id, { paymentId: dispute.payment_id, disputeId: dispute.id });
      if (located) yield located;
    }
  }
}

function sells({ period, interval, item }: PlanAnswer, wanted: PlanAnswer['item']): boolean {
  const same = item.name === wanted.name && item.amount === wanted.amount && item.currency === wanted.currency;
  return same && period === 'monthly' && interval === 1;
}

/** Nothing is left to cancel. */
const OVER = new Set(['cancelled', 'completed', 'expired']);
const LISTED: Readonly<Record<string, Located['listed']>> = { created: 'open', expired: 'expired' };

const entity = <T extends z.ZodRawShape>(shape: T) => z.object({ entity: z.object(shape) }).optional();

const id = (prefix: Parameters<typeof idPattern>[0]) => z.string().regex(idPattern(prefix));
const subject = z.object({
  payload: z.object({
    payment: entity({ id: id('pay') }),
    order: entity({ id: id('order') }),
    subscription: entity({ id: id('sub') }),
    refund: entity({ payment_id: id('pay') }),
    dispute: entity({ id: id('disp'), payment_id: id('pay') }),
  }),
});

function signed(rawBody: Buffer, secret: string, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(rawBody).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
