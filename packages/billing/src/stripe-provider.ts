import Stripe from 'stripe';
import { PROVIDER_RETRIES, PROVIDER_TIMEOUT_MS, webhookSecrets, type StripeConfig } from './billing-config.ts';
import { BadWebhook, BillingUnavailable } from './errors.ts';
import { stripeInvoiceUrl } from './invoice-url.ts';
import { isMonthly, isProductId, products } from './products.ts';
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
  idOf,
  locateStripeEvent,
  stripeSubject,
  locateSubscription,
  locateIntent,
  ourPurchase,
} from './stripe-locate.ts';
import { ask, askOrNull, pages, PAGE, unlessRefunded } from './stripe-answers.ts';
import { creditOutside, notAtStripe, OUTSIDE_STRIPE } from './stripe-credit-notes.ts';
import { OVER, stripeIntentState, refundsOf, stripeSubscriptionState } from './stripe-provider-state.ts';
import { readEvent } from './webhook-body.ts';

export interface StripeProviderOptions {
  publicBaseUrl: () => string;
  timeoutMs?: number;
  retries?: number;
  /** Replaces sockets in tests. */
  httpClient?: Stripe.HttpClient;
}

/** Pinned: an SDK upgrade that changes the version does not compile, instead of changing silently. */
const API_VERSION = '2026-10-28.endive';

export class StripeProvider implements PaymentProvider {
  readonly name = 'stripe';
  readonly currency = 'USD';
  readonly #stripe: Stripe;
  readonly #secrets: string[];
  readonly #publicBaseUrl: () => string;
  readonly #automaticTax: boolean;

  constructor(config: StripeConfig, options: StripeProviderOptions) {
    this.#stripe = new Stripe(config.secretKey, {
      apiVersion: API_VERSION,
      maxNetworkRetries: options.retries ?? PROVIDER_RETRIES,
      timeout: options.timeoutMs ?? PROVIDER_TIMEOUT_MS,
      telemetry: false,
      ...(options.httpClient ? { httpClient: options.httpClient } : {}),
      ...hostOf(config.apiBaseUrl),
    });
    this.#secrets = webhookSecrets(config.webhookSecret);
    this.#publicBaseUrl = options.publicBaseUrl;
    this.#automaticTax = config.automaticTax ?? false;
  }

  async open(order: CheckoutOrder): Promise<OpenedCheckout> {
    const product = products[order.product];
    const metadata = { purchase_id: order.purchaseId, product: order.product };
    const monthly = isMonthly(order.product);
    const home = this.#publicBaseUrl().replace(/\/+$/, '');
    const session = await ask(() =>
      this.#stripe.checkout.sessions.create(
        {
          mode: monthly ? 'subscription' : 'payment',
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: order.currency.toLowerCase(),
                unit_amount: order.amount,
                product_data: { name: product.name },
                ...(monthly ? { recurring: { interval: 'month' as const } } : {}),
              },
            },
          ],
          customer_email: order.email,
          client_reference_id: order.purchaseId,
          metadata,
          // A charge, refund or dispute has the metadata of its payment intent, not of the session.
          ...(monthly ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
          // The price is in dollars for everyone, so that the amount received can be compared with it.
          adaptive_pricing: { enabled: false },
          ...(this.#automaticTax ? taxed(monthly) : {}),
          success_url: `${home}/checkout/done?checkout=${order.purchaseId}&session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${home}/checkout/cancelled?checkout=${order.purchaseId}`,
        },
        { idempotencyKey: `purchase:${order.purchaseId}:checkout` },
      ),
    );
    return {
      ref: session.id,
      amount: order.amount,
      currency: order.currency,
      ...(session.url === null ? {} : { checkoutUrl: session.url }),
    };
  }

  readWebhook(rawBody: Buffer, headers: WebhookHeaders): WebhookEvent {
    if (this.#secrets.length === 0) throw new BillingUnavailable('STRIPE_WEBHOOK_SECRET is not set on this server');
    const signature = headers['stripe-signature'];
    if (typeof signature !== 'string') throw new BadWebhook('the stripe-signature header is missing');
    const text = signedText(rawBody);
    const signed = this.#secrets.some((secret) => {
      try {
        this.#stripe.webhooks.signature?.verifyHeader(text, signature, secret, SIGNATURE_TOLERANCE_S);
        return this.#stripe.webhooks.signature !== null;
      } catch {
        // The next secret may match.
        return false;
      }
    });
    if (!signed) throw new BadWebhook('the signature does not match the body');
    return readEvent(rawBody, ({ id, type }) => ({ id, type }), stripeSubject);
  }

  async locate(event: WebhookEvent): Promise<Located | null> {
    return await locateStripeEvent(this.#stripe, event.payload);
  }

  async standing(located: Located): Promise<ProviderState | null> {
    const session = await askOrNull(() =>
      this.#stripe.checkout.sessions.retrieve(located.ref, { expand: ['payment_intent.latest_charge'] }),
    );
    if (session?.object !== 'checkout.session' || session.id !== located.ref) return null;
    const known = { ref: session.id, purchaseId: ourPurchase(session) };
    if (session.mode === 'subscription') {
      const subscription = typeof session.subscription === 'string' ? session.subscription : session.subscription?.id;
      const state = subscription
        ? await stripeSubscriptionState(this.#stripe, subscription, located.paymentId)
        : nothingYet;
      return { ...known, ...state, closed: session.status === 'expired' };
    }
    const intent = session.payment_intent ? await stripeIntentState(this.#stripe, session.payment_intent) : null;
    const payment = intent ?? paidSession(session);
    const payments = payment ? [beforeTax(payment, session)] : [];
    // Complete, but its payment failed: it cannot be paid again.
    const failed = session.status === 'complete' && payment?.status === 'failed';
    return { ...known, ...nothingYet, payments, closed: failed || session.status === 'expired' };
  }

  async findPayment(paymentId: string): Promise<NamedPayment | null> {
    const payment = await stripeIntentState(this.#stripe, paymentId);
    if (!payment) return null;
    const located = await locateIntent(this.#stripe, paymentId);
    const session = located && (await askOrNull(() => this.#stripe.checkout.sessions.retrieve(located.ref)));
    const product = session?.metadata?.['product'];
    return {
      payment,
      purchaseId: located?.purchaseId ?? null,
      ref: located?.ref ?? paymentId,
      product: isProductId(product) ? product : null,
      recurring: session?.mode === 'subscription',
    };
  }

  /** Checkout captures by itself; pending payments cannot be accelerated. */
  capture(payment: ProviderPayment): Promise<ProviderPayment> {
    return Promise.resolve(payment);
  }

  /** Requested twice, it is one refund. After a failure, its idempotency key would return the old response for a day. */
  async refund(paymentId: string): Promise<void> {
    if (paymentId.startsWith(OUTSIDE_STRIPE)) return await creditOutside(this.#stripe, paymentId);
    if (!paymentId.startsWith('pi_')) throw notAtStripe(paymentId);
    const failed = (await refundsOf(this.#stripe, paymentId)).filter((refund) => refund.failed).length;
    const idempotencyKey = `refund:${paymentId}:${failed}`;
    await ask(async () => {
      const refund = this.#stripe.refunds.create({ payment_intent: paymentId }, { idempotencyKey });
      await refund.catch(unlessRefunded);
    });
  }

  async cancelSubscription(ref: string, when: 'now' | 'period_end'): Promise<void> {
    const id = await this.#subscriptionBehind(ref);
    if (id === null) return;
    const subscription = await askOrNull(() => this.#stripe.subscriptions.retrieve(id));
    if (!subscription || OVER.has(subscription.status)) return;
    // Unknown: it has ended meanwhile.
    if (when === 'now') await askOrNull(() => this.#stripe.subscriptions.cancel(id));
    else await askOrNull(() => this.#stripe.subscriptions.update(id, { cancel_at_period_end: true }));
  }

  async #subscriptionBehind(ref: string): Promise<string | null> {
    if (ref.startsWith('sub_')) return ref;
    const session = await askOrNull(() => this.#stripe.checkout.sessions.retrieve(ref));
    return idOf(session?.subscription) ?? null;
  }

  async portal(subscription: { customerId: string | null }, returnUrl: string): Promise<string | null> {
    const { customerId } = subscription;
    if (customerId === null) return null;
    const session = await askOrNull(() =>
      this.#stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
    );
    return session?.url ?? null;
  }

  async invoiceUrl(paymentId: string): Promise<string | null> {
    return await stripeInvoiceUrl(this.#stripe, paymentId);
  }

  async *recent(since: Date): AsyncIterable<Located> {
    const created = { gte: Math.floor(since.getTime() / 1000) };
    for await (const session of pages(this.#stripe.checkout.sessions.list({ created, limit: PAGE }))) {
      yield { purchaseId: ourPurchase(session), ref: session.id, ...listedAs(session) };
    }
    for await (const invoice of pages(this.#stripe.invoices.list({ created, limit: PAGE }))) {
      const subscription = invoice.parent?.subscription_details?.subscription;
      const id = typeof subscription === 'string' ? subscription : subscription?.id;
      const located = id === undefined ? null : await locateSubscription(this.#stripe, id);
      if (located) yield located;
    }
    const disputed = { gte: created.gte - DISPUTE_LIFETIME_S };
    for (const list of [
      this.#stripe.refunds.list({ created, limit: PAGE }),
      this.#stripe.disputes.list({ created: disputed, limit: PAGE }),
    ]) {
      for await (const moved of pages<Stripe.Refund | Stripe.Dispute>(list)) {
        const intent = idOf(moved.payment_intent);
        const located = intent === undefined ? null : await locateIntent(this.#stripe, intent);
        if (located) yield located;
      }
    }
  }
}

/** Stripe's own default. */
const SIGNATURE_TOLERANCE_S = 300;

/** The text with exactly these bytes. The SDK would drop a byte order mark before it verifies, and replace invalid bytes. */
function signedText(rawBody: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rawBody);
  } catch {
    throw new BadWebhook('the body is not UTF-8');
  }
}

/** An inquiry that becomes a chargeback, and a dispute that is closed, keep their start date. */
const DISPUTE_LIFETIME_S = 180 * 86_400;

function listedAs({ status, payment_status: paid }: Stripe.Checkout.Session): Pick<Located, 'listed'> {
  if (status === 'open') return { listed: 'open' };
  if (status === 'expired') return { listed: 'expired' };
  return status === 'complete' && paid !== 'unpaid' ? { listed: 'paid' } : {};
}

const nothingYet = { payments: [], failedRenewals: [], endedAt: null, subscription: null };

/** A subscription creates its invoices by itself; a single purchase must request one. */
function taxed(monthly: boolean) {
  const tax = { automatic_tax: { enabled: true }, tax_id_collection: { enabled: true } };
  return monthly ? tax : { ...tax, invoice_creation: { enabled: true } };
}

/**
 * The product's payment is the session's amount without the tax on top. If the account's tax behavior is
 * `inclusive`, the tax is in the price: https://docs.stripe.com/tax/products-prices-tax-codes-tax-behavior
 */
function beforeTax(payment: ProviderPayment, session: Stripe.Checkout.Session): ProviderPayment {
  const { amount_total: total, amount_subtotal: subtotal, total_details: details } = session;
  if (payment.price === null || total === null || subtotal === null) return payment;
  const onTop = total - (subtotal - (details?.amount_discount ?? 0));
  return onTop > 0 ? { ...payment, price: payment.price - onTop } : payment;
}

/** A session that is marked as paid but has no payment: its status is also Stripe's statement. */
function paidSession(session: Stripe.Checkout.Session): ProviderPayment | null {
  if (session.payment_status !== 'paid' || session.amount_total === null || session.currency === null) return null;
  return {
    id: idOf(session.payment_intent) ?? session.id,
    amount: session.amount_total,
    currency: session.currency.toUpperCase(),
    price: session.amount_total,
    status: 'captured',
    paidAt: new Date(session.created * 1000),
    periodEnd: null,
    refunds: [],
    disputes: [],
  };
}

function hostOf(
  apiBaseUrl: string | undefined,
): { host: string; port: number; protocol: 'http' | 'https' } | undefined {
  if (apiBaseUrl === undefined) return undefined;
  const url = new URL(apiBaseUrl);
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  return { host: url.hostname, port: Number(url.port) || (protocol === 'http' ? 80 : 443), protocol };
}
