/** One interface for both labs, so that one suite can test both providers. */
import { FakeRazorpay } from '@palisade/lab/razorpay/fake-razorpay';
import { FakeStripe } from '@palisade/lab/stripe/fake-stripe';
import type { PaymentFake } from '@palisade/lab/payment-fake';
import type { PaymentProvider, ProviderName } from '../provider.ts';
import { RazorpayProvider } from '../razorpay-provider.ts';
import { StripeProvider } from '../stripe-provider.ts';
import { razorpayAdapter, stripeClient } from './without-sockets.ts';

export interface LabProvider {
  name: ProviderName;
  fake: PaymentFake;
  /** Patient: a busy machine must not look like a provider outage. */
  provider: PaymentProvider;
  /** The same account, with a short timeout. */
  impatient: PaymentProvider;
  /** Pays what was opened; returns the payment's id. Repeating it changes nothing for a single purchase. */
  pay(ref: string, options?: { percentOff?: number; trialDays?: number }): string;
  /** A payment that waits to be captured; null if the provider has none. */
  authorize(ref: string): string | null;
  /** A payment that is pending for days, as bank debits are; null if the provider has none. */
  payLater(ref: string): string | null;
  settleLater(ref: string, succeeds: boolean): void;
  refund(paymentId: string, amount?: number): string;
  failRefund(refundId: string): void;
  dispute(paymentId: string): string;
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): void;
  /** The next period of a paid subscription. */
  renew(ref: string, succeeds: boolean): string | null;
  cancel(ref: string): void;
  /** What may happen to a subscription in addition to renewals; false if this provider does not support it. */
  befall(ref: string, what: Misfortune): boolean;
  /** The payment or invoice of the newest paid period, as in the ledger. */
  newestPaid(ref: string): string | null;
}

/**
 * `discount_once`, `free_forever`, `credit`, `changes_of_price`: the next invoices have another amount, or zero; the
 * last has more lines than Stripe includes.
 */
export type Misfortune =
  | 'discount_once'
  | 'free_forever'
  | 'credit'
  | 'dearer'
  | 'cheaper'
  | 'changes_of_price'
  | 'pause'
  | 'resume'
  | 'collect_void'
  | 'collect_free'
  | 'collect_later'
  | 'collect_again'
  | 'retry'
  | 'retry_outside'
  | 'end_at_period_end'
  | 'go_on'
  | 'give_up';

const PATIENT_MS = 30_000;
const IMPATIENT_MS = 300;

export interface LabOptions {
  retries?: number;
  /** No sockets: many times faster. */
  unplugged?: boolean;
  /** Stripe collects tax on top of the price. */
  automaticTax?: boolean;
}

export async function labStripe(options: LabOptions = {}): Promise<LabProvider & { fake: FakeStripe }> {
  const { retries = 1, unplugged = false } = options;
  const fake = unplugged ? new FakeStripe().unplugged() : await new FakeStripe().listen();
  const { state } = fake;
  const { secretKey, webhookSecret, url: apiBaseUrl } = fake;
  const stripe = { secretKey, webhookSecret, apiBaseUrl, automaticTax: options.automaticTax ?? false };
  const more = {
    retries,
    publicBaseUrl: () => 'http://palisade.test',
    ...(unplugged ? { httpClient: stripeClient(fake) } : {}),
  };
  const provider = new StripeProvider(stripe, { ...more, timeoutMs: PATIENT_MS });
  const impatient = new StripeProvider(stripe, { ...more, timeoutMs: IMPATIENT_MS });
  const subscriptionOf = (ref: string) => String(state.sessions.get(ref)?.subscription);
  /** A zero invoice has no payment and represents itself. */
  const intentOfInvoice = (invoiceId: string) => {
    const link = [...state.invoicePayments.values()].find(({ invoice }) => invoice === invoiceId);
    return String(link?.payment.payment_intent ?? invoiceId);
  };
  return {
    name: 'stripe',
    fake,
    provider,
    impatient,
    pay(ref, options) {
      const session = state.pay(ref, options);
      return session.mode === 'payment' ? String(session.payment_intent) : intentOfInvoice(String(session.invoice));
    },
    authorize: () => null,
    payLater(ref) {
      const session = state.sessions.get(ref);
      return session?.mode === 'payment' ? String(state.pay(ref, { later: true }).payment_intent) : null;
    },
    settleLater: (ref, succeeds) => state.settle(ref, succeeds),
    refund: (paymentId, amount) => state.refund(paymentId, amount).id,
    failRefund: (refundId) => state.failRefund(refundId),
    dispute: (paymentId) => state.dispute(paymentId).id,
    closeDispute: (disputeId, outcome) => state.closeDispute(disputeId, outcome),
    renew(ref, succeeds) {
      const invoice = state.renew(subscriptionOf(ref), succeeds);
      return invoice?.status === 'paid' ? intentOfInvoice(invoice.id) : null;
    },
    cancel: (ref) => state.cancel(subscriptionOf(ref)),
    befall(ref, what) {
      const id = subscriptionOf(ref);
      const acts: Record<Misfortune, () => unknown> = {
        discount_once: () => state.recurring.discount(id, 40, 'once'),
        free_forever: () => state.recurring.discount(id, 100, 'forever'),
        credit: () => state.recurring.credit(id, 1_000),
        dearer: () => state.recurring.changePrice(id, 1_200),
        cheaper: () => state.recurring.changePrice(id, 300),
        changes_of_price: () => [900, 500, 800, 600, 900, 650].map((to) => state.recurring.changePriceLater(id, to)),
        pause: () => state.recurring.pause(id),
        resume: () => state.recurring.resume(id),
        collect_void: () => state.recurring.pauseCollection(id, 'void'),
        collect_free: () => state.recurring.pauseCollection(id, 'mark_uncollectible'),
        collect_later: () => state.recurring.pauseCollection(id, 'keep_as_draft'),
        collect_again: () => state.recurring.pauseCollection(id, null),
        retry: () => state.recurring.retry(id),
        retry_outside: () => state.recurring.retry(id, true),
        end_at_period_end: () => state.recurring.cancelAtPeriodEnd(id, true),
        go_on: () => state.recurring.cancelAtPeriodEnd(id, false),
        give_up: () => state.recurring.giveUp(id),
      };
      acts[what]();
      return true;
    },
    newestPaid(ref) {
      const id = subscriptionOf(ref);
      const paid = [...state.invoices.values()].filter(
        (one) => one.status === 'paid' && one.parent?.subscription_details?.subscription === id,
      );
      const newest = paid.at(-1);
      return newest ? intentOfInvoice(newest.id) : null;
    },
  };
}

export async function labRazorpay({ unplugged = false }: LabOptions = {}): Promise<
  LabProvider & { fake: FakeRazorpay }
> {
  const fake = unplugged ? new FakeRazorpay().unplugged() : await new FakeRazorpay().listen();
  const { state, keyId, keySecret, webhookSecret } = fake;
  const razorpay = { keyId, keySecret, webhookSecret, apiBaseUrl: fake.url };
  const more = unplugged ? { adapter: razorpayAdapter(fake) } : {};
  const provider = new RazorpayProvider(razorpay, { ...more, timeoutMs: PATIENT_MS });
  const impatient = new RazorpayProvider(razorpay, { ...more, timeoutMs: IMPATIENT_MS });
  const paidOrder = (ref: string) =>
    [...state.payments.values()].find((one) => one.order_id === ref && one.status !== 'failed' && one.captured);
  return {
    name: 'razorpay',
    fake,
    provider,
    impatient,
    pay(ref) {
      if (ref.startsWith('sub_')) return String(state.charge(ref)?.payment_id);
      return (paidOrder(ref) ?? state.pay(ref)).id;
    },
    authorize: (ref) => state.pay(ref, { status: 'authorized' }).id,
    payLater: () => null,
    settleLater: () => undefined,
    refund: (paymentId, amount) => state.refund(paymentId, amount).id,
    failRefund: (refundId) => state.failRefund(refundId),
    dispute: (paymentId) => state.dispute(paymentId).id,
    closeDispute: (disputeId, outcome) => state.closeDispute(disputeId, outcome),
    renew: (ref, succeeds) => state.charge(ref, succeeds)?.payment_id ?? null,
    cancel: (ref) => state.cancel(ref),
    befall(ref, what) {
      if (what === 'pause') state.pause(ref);
      else if (what === 'resume') state.resume(ref);
      else if (what === 'give_up') state.halt(ref);
      else if (what === 'discount_once') state.charge(ref, true, { amount: 29_900 });
      else if (what === 'dearer') state.charge(ref, true, { amount: 59_900 });
      else return false;
      return true;
    },
    newestPaid(ref) {
      const paid = [...state.invoices.values()].filter((one) => one.status === 'paid' && one.subscription_id === ref);
      return paid.at(-1)?.payment_id ?? null;
    },
  };
}
