/**
 * What a payment provider must implement. Neither callers nor events are trusted:
 * an event says where to look, `standing` returns the provider's own state.
 */
import type { Currency, ProductId } from './products.ts';

export type ProviderName = 'stripe' | 'razorpay';

export interface CheckoutOrder {
  purchaseId: string;
  product: ProductId;
  amount: number;
  currency: Currency;
  email: string;
  /** When the checkout expires, if the provider has no limit of its own. */
  expiresAt: Date;
}

/** A checkout that waits for its payer. `ref` is the session, order or subscription id. */
export interface OpenedCheckout {
  ref: string;
  amount: number;
  currency: Currency;
  /** Stripe: the URL for the payer. */
  checkoutUrl?: string;
  /** Razorpay: what its client-side checkout needs. */
  orderId?: string;
  subscriptionId?: string;
  publishableKey?: string;
}

/** Where to look up an object. */
export interface Located {
  /** Our purchase, as written into the provider's object when the checkout was opened. */
  purchaseId: string | null;
  ref: string;
  /** Razorpay's payments do not show that they are disputed; the dispute's own id is needed. */
  disputeId?: string;
  /** The payment that led here: one of a subscription's many, checked however old it is. */
  paymentId?: string;
  /** In a list: its data is sufficient if the ledger agrees with it. */
  listed?: 'open' | 'expired' | 'paid';
}

export interface ProviderRefund {
  id: string;
  amount: number;
  failed: boolean;
  /** Null: unknown to the provider. */
  at: Date | null;
}

export interface ProviderDispute {
  id: string;
  outcome: 'open' | 'won' | 'lost';
  /** The disputed amount, which may be less than the payment. */
  amount: number;
  at: Date | null;
}

export interface ProviderPayment {
  id: string;
  amount: number;
  currency: string;
  /**
   * The part that pays for the product, before tax. Null: a subscription invoice that the
   * provider marks as paid, whatever its amount after coupons, credit and price changes.
   */
  price: number | null;
  status: 'pending' | 'authorized' | 'captured' | 'failed';
  paidAt: Date;
  /** The end of the period that a subscription's payment covers; null for a single purchase. */
  periodEnd: Date | null;
  refunds: ProviderRefund[];
  disputes: ProviderDispute[];
}

/** A subscription in its provider's terms, and the consequences. */
export interface ProviderSubscription {
  /** The provider's id: `sub_…`. */
  ref: string;
  /** The provider's status (active, past_due, paused, halted, …), or `collection_paused`. */
  status: string;
  /** The buyer may use what is paid for: not while paused, unpaid or not started. */
  runs: boolean;
  /** A late payment is being retried: the key works slightly longer than the paid period. */
  grace: boolean;
  customerId: string | null;
  periodEnd: Date | null;
  /** Null: this provider does not report it. */
  cancelAtPeriodEnd: boolean | null;
  /** Free until then by the seller's decision: a forgiven invoice, a paused collection. */
  grantedUntil: Date | null;
  /** The provider's page on which the buyer changes the card. */
  manageUrl: string | null;
}

export interface ProviderState extends Located {
  payments: ProviderPayment[];
  /** Null for single purchases, and before a subscription exists. */
  subscription: ProviderSubscription | null;
  /** Ids of renewals that failed, newest first. */
  failedRenewals: string[];
  /** The provider ended the subscription because its payments failed. */
  endedUnpaid?: boolean;
  /** When the subscription was ended; null while it runs, and for single purchases. */
  endedAt: Date | null;
  /** The checkout can no longer be paid. */
  closed: boolean;
}

/** A payment id given by its payer, before it is known what it paid for. */
export interface NamedPayment extends Located {
  payment: ProviderPayment;
  /** Product written into the order by its creator; null when there is none. */
  product: string | null;
  /** Part of a subscription. */
  recurring: boolean;
}

export interface WebhookEvent {
  id: string;
  type: string;
  payload: unknown;
}

export type WebhookHeaders = Record<string, string | string[] | undefined>;

export interface PaymentProvider {
  readonly name: ProviderName;
  readonly currency: Currency;
  /** Safe to repeat for one purchase: the second call returns the first checkout. */
  open(order: CheckoutOrder): Promise<OpenedCheckout>;
  /** Checks the signature over the raw body. Throws BadWebhook. */
  readWebhook(rawBody: Buffer, headers: WebhookHeaders): WebhookEvent;
  /** Where an event's subject is; null when it is not ours. */
  locate(event: WebhookEvent): Promise<Located | null>;
  standing(located: Located): Promise<ProviderState | null>;
  findPayment(paymentId: string): Promise<NamedPayment | null>;
  /** Captures an authorized payment. Safe to repeat. */
  capture(payment: ProviderPayment): Promise<ProviderPayment>;
  /** Refunds a payment in full. Safe to repeat. */
  refund(paymentId: string): Promise<void>;
  /** Ends the subscription behind a checkout. Safe to repeat. */
  cancelSubscription(ref: string, when: 'now' | 'period_end'): Promise<void>;
  /** The provider's page for card, invoices and cancellation; null where it has none for this subscription. */
  portal(subscription: { ref: string; customerId: string | null }, returnUrl: string): Promise<string | null>;
  /**
   * The invoice that the provider created for a payment, on the provider's page; null if there is none.
   * @param paymentId as in the ledger: a payment, or an invoice with nothing left to pay
   */
  invoiceUrl(paymentId: string): Promise<string | null>;
  /** Everything that changed since: payments, refunds, disputes, subscriptions. May contain duplicates. */
  recent(since: Date): AsyncIterable<Located>;
}
