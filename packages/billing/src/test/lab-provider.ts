/** One set of hands for both labs, so that one suite can put both providers through the same. */
import { FakeRazorpay } from '@palisade/lab/razorpay/fake-razorpay';
import { FakeStripe } from '@palisade/lab/stripe/fake-stripe';
import type { PaymentFake } from '@palisade/lab/payment-fake';
import type { BillingConfig } from '../billing-config.ts';
import { providersOf } from '../billing-deps.ts';
import type { PaymentProvider, ProviderName } from '../provider.ts';

export interface LabProvider {
  name: ProviderName;
  fake: PaymentFake;
  /** Patient: a busy machine must not look like a provider that is down. */
  provider: PaymentProvider;
  /** The same account, by a client that soon gives up. */
  impatient: PaymentProvider;
  /** The payer pays what was opened; the payment's id. A second time changes nothing for a single purchase. */
  pay(ref: string, options?: { percentOff?: number }): string;
  /** A payment that waits to be captured; null where there is no such thing. */
  authorize(ref: string): string | null;
  /** Money that is on its way for days, as bank debits are; null where there is no such thing. */
  payLater(ref: string): string | null;
  settleLater(ref: string, succeeds: boolean): void;
  refund(paymentId: string, amount?: number): string;
  failRefund(refundId: string): void;
  dispute(paymentId: string): string;
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): void;
  /** The next period of a paid subscription. */
  renew(ref: string, succeeds: boolean): string | null;
  cancel(ref: string): void;
  /** What may befall a subscription beside its renewals; false where this provider has no such thing. */
  befall(ref: string, what: Misfortune): boolean;
  /** The payment or invoice behind the newest paid period, as the ledger names it. */
  newestPaid(ref: string): string | null;
}

/** `discount_once`, `free_forever`, `credit`, `add_on`: the next invoices have another sum, or none at all. */
export type Misfortune =
  | 'discount_once'
  | 'free_forever'
  | 'credit'
  | 'dearer'
  | 'cheaper'
  | 'pause'
  | 'resume'
  | 'end_at_period_end'
  | 'go_on'
  | 'give_up';

const PATIENT_MS = 30_000;
const IMPATIENT_MS = 300;

export async function labStripe(retries = 1): Promise<LabProvider & { fake: FakeStripe }> {
  const fake = await new FakeStripe().listen();
  const { state } = fake;
  const stripe = { secretKey: fake.secretKey, webhookSecret: fake.webhookSecret, apiBaseUrl: fake.url };
  const config = { stripe, publicBaseUrl: () => 'http://palisade.test' };
  const provider = only(config, PATIENT_MS, retries);
  const impatient = only(config, IMPATIENT_MS, retries);
  const subscriptionOf = (ref: string) => String(state.sessions.get(ref)?.subscription);
  /** A zero invoice has no payment: it stands for itself. */
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
        pause: () => state.recurring.pause(id),
        resume: () => state.recurring.resume(id),
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

export async function labRazorpay(): Promise<LabProvider & { fake: FakeRazorpay }> {
  const fake = await new FakeRazorpay().listen();
  const { state, keyId, keySecret, webhookSecret } = fake;
  const razorpay = { keyId, keySecret, webhookSecret, apiBaseUrl: fake.url };
  const config = { razorpay, publicBaseUrl: () => 'http://palisade.test' };
  const provider = only(config, PATIENT_MS);
  const impatient = only(config, IMPATIENT_MS);
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

function only(config: BillingConfig, timeoutMs: number, retries = 1): PaymentProvider {
  const provider = Object.values(providersOf(config, { timeoutMs, retries }))[0];
  if (!provider) throw new Error('no provider in the configuration');
  return provider;
}
