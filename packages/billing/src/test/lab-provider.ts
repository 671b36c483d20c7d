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
  pay(ref: string): string;
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
}

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
  const intentOfInvoice = (invoiceId: string) => {
    const link = [...state.invoicePayments.values()].find(({ invoice }) => invoice === invoiceId);
    return String(link?.payment.payment_intent);
  };
  return {
    name: 'stripe',
    fake,
    provider,
    impatient,
    pay(ref) {
      const session = state.pay(ref);
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
      return invoice && succeeds ? intentOfInvoice(invoice.id) : null;
    },
    cancel: (ref) => state.cancel(subscriptionOf(ref)),
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
  };
}

function only(config: BillingConfig, timeoutMs: number, retries = 1): PaymentProvider {
  const provider = Object.values(providersOf(config, { timeoutMs, retries }))[0];
  if (!provider) throw new Error('no provider in the configuration');
  return provider;
}
