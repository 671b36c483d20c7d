/**
 * What a payment provider must be able to do. Nothing here is believed from a caller or an
 * event: an event says where to look, `standing` says what the provider itself holds true.
 */
import type { Currency, ProductId } from './products.ts';

export type ProviderName = 'stripe' | 'razorpay';

export interface CheckoutOrder {
  purchaseId: string;
  product: ProductId;
  amount: number;
  currency: Currency;
  email: string;
  /** When the checkout can no longer be paid, where the provider lets us say so. */
  expiresAt: Date;
}

/** A checkout that waits for its payer. `ref` is the session, order or subscription id. */
export interface OpenedCheckout {
  ref: string;
  amount: number;
  currency: Currency;
  /** Stripe: where the payer is sent. */
  checkoutUrl?: string;
  /** Razorpay: what its client-side checkout needs. */
  orderId?: string;
  subscriptionId?: string;
  publishableKey?: string;
}

/** Where the truth about something lies. */
export interface Located {
  /** Our purchase, as written into the provider's object when the checkout was opened. */
  purchaseId: string | null;
  ref: string;
  /** Razorpay's payments do not say that they are disputed; the dispute's own id is needed. */
  disputeId?: string;
  /** The payment that led here: of a subscription's many, one to look at however old it is. */
  paymentId?: string;
  /** In a list: what it says is enough when the ledger knows as much. */
  listed?: 'open' | 'expired' | 'paid';
}

export interface ProviderRefund {
  id: string;
  amount: number;
  failed: boolean;
  /** Null: the provider does not say. */
  at: Date | null;
}

export interface ProviderDispute {
  id: string;
  outcome: 'open' | 'won' | 'lost';
  /** What is disputed: it may be less than the payment. */
  amount: number;
  at: Date | null;
}

export interface ProviderPayment {
  id: string;
  amount: number;
  currency: string;
  /**
   * What of it pays for the product, before tax. Null: an invoice of a subscription that the
   * provider calls paid, whatever its sum is after coupons, credit and changes of the price.
   */
  price: number | null;
  status: 'pending' | 'authorized' | 'captured' | 'failed';
  paidAt: Date;
  /** Until when a subscription's payment pays; null for a single purchase. */
  periodEnd: Date | null;
  refunds: ProviderRefund[];
  disputes: ProviderDispute[];
}

/** A subscription in its provider's words, and what follows from them. */
export interface ProviderSubscription {
  /** The provider's id: `sub_…`. */
  ref: string;
  /** The provider's own word (active, past_due, paused, halted, …), or `collection_paused`. */
  status: string;
  /** The buyer may use what is paid for: not while it is paused, unpaid or not begun. */
  runs: boolean;
  /** A late payment is being retried: the key lasts a little longer than what is paid. */
  grace: boolean;
  customerId: string | null;
  periodEnd: Date | null;
  /** Null: this provider does not say. */
  cancelAtPeriodEnd: boolean | null;
  /** Free until then by the seller's own act: a forgiven invoice, a paused collection. */
  grantedUntil: Date | null;
  /** The provider's page on which the buyer changes the card. */
  manageUrl: string | null;
}

export interface Standing extends Located {
  payments: ProviderPayment[];
  /** Null for single purchases, and before a subscription exists. */
  subscription: ProviderSubscription | null;
  /** Ids of renewals that were tried and failed. */
  failedRenewals: string[];
  /** When the subscription was ended; null while it runs, and for single purchases. */
  endedAt: Date | null;
  /** The checkout can no longer be paid. */
  closed: boolean;
}

/** A payment named by its payer, before it is known what it paid for. */
export interface NamedPayment extends Located {
  payment: ProviderPayment;
  /** Product written into the order by anyone who made it; null when nothing says so. */
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
  /** Safe to repeat for one purchase: the second call answers with the first checkout. */
  open(order: CheckoutOrder): Promise<OpenedCheckout>;
  /** Checks the signature over the raw body. Throws BadWebhook. */
  readWebhook(rawBody: Buffer, headers: WebhookHeaders): WebhookEvent;
  /** Where an event's subject lies; null when it is none of ours. */
  locate(event: WebhookEvent): Promise<Located | null>;
  standing(located: Located): Promise<Standing | null>;
  findPayment(paymentId: string): Promise<NamedPayment | null>;
  /** Takes the money of an authorized payment. Safe to repeat. */
  capture(payment: ProviderPayment): Promise<ProviderPayment>;
  /** Gives all of a payment back. Safe to repeat. */
  refund(paymentId: string): Promise<void>;
  /** Ends the subscription behind a checkout. Safe to repeat. */
  cancelSubscription(ref: string, when: 'now' | 'period_end'): Promise<void>;
  /** The provider's page for card, invoices and cancellation; null where it has none for this subscription. */
  portal(subscription: { ref: string; customerId: string | null }, returnUrl: string): Promise<string | null>;
  /**
   * The invoice that the provider made for a payment, on the provider's own page; null where it made none.
   * @param paymentId as the ledger names it: a payment, or an invoice that left nothing to pay
   */
  invoiceUrl(paymentId: string): Promise<string | null>;
  /** Everything that moved since: payments, refunds, disputes, subscriptions. May name one twice. */
  recent(since: Date): AsyncIterable<Located>;
}
