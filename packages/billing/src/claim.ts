/** POST /api/verify-one-time: a payer returns from Razorpay with a payment id. */
import { randomUUID } from 'node:crypto';
import { issueToken } from '@palisade/access/tokens';
import type { Tx } from '@palisade/db/client';
import { clock, providerOf, type BillingDeps } from './billing-deps.ts';
import { normalEmail } from './checkout.ts';
import { sourceOf } from './entitle.ts';
import { BadBillingRequest, PaymentBoundElsewhere, PaymentNotFound, PaymentRequired } from './errors.ts';
import { isRecordedPayment, purchaseBehind, type Purchase } from './ledger.ts';
import { isProductId, products } from './products.ts';
import type { NamedPayment, ProviderPayment, ProviderState } from './provider.ts';
import { inTransaction, record } from './settle.ts';

const PRODUCT = products.one_time_scan;

type LookUp = () => Promise<NamedPayment | null>;

/**
 * The same payment and address always return the same token.
 * @param lookUp runs the lookup of an ID, which anyone may have invented unless the payment has arrived
 * @throws PaymentNotFound, PaymentRequired, PaymentBoundElsewhere, BillingUnavailable
 */
export async function claimOneTimeScan(
  deps: BillingDeps,
  paymentId: string,
  email: string,
  lookUp: (ask: LookUp, arrived: boolean) => ReturnType<LookUp> = (ask) => ask(),
): Promise<{ token: string }> {
  const provider = providerOf(deps, 'razorpay');
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(paymentId)) throw new BadBillingRequest('payment_id is not a payment id');
  const arrived = await isRecordedPayment(deps.db, provider.name, paymentId);
  const named = paymentId.startsWith('pay_') ? await lookUp(() => provider.findPayment(paymentId), arrived) : null;
  if (!named) throw new PaymentNotFound('Razorpay has no such payment');

  const before = await purchaseBehind(deps.db, provider.name, named);
  checkPurpose(named, before);
  checkEmail(before, email);
  const payment = named.payment.status === 'authorized' ? await provider.capture(named.payment) : named.payment;
  checkSucceeded(payment);

  // Refund ids are only in the full account; a payment without refunds needs no second request.
  const full = payment.refunds.length > 0 ? await provider.standing(named) : null;
  const standing: ProviderState = {
    ref: named.ref,
    purchaseId: before?.id ?? null,
    failedRenewals: [],
    subscription: null,
    endedAt: null,
    closed: false,
    payments: full?.payments ?? [payment],
  };
  return await inTransaction(deps, async (tx) => {
    const purchase = before ?? (await bind(tx, deps, named, email));
    checkEmail(purchase, email);
    const { state } = await record(tx, deps, purchase.id, standing, clock(deps));
    if (!state.entitled) throw new PaymentRequired('the payment was refunded or is disputed');
    const order = { kind: 'one_time' as const, email: purchase.email, source: sourceOf(purchase) };
    return { token: (await issueToken(tx, order, deps.appSecret)).token };
  });
}

/** A payment that started elsewhere (a payment page) becomes a purchase of the first caller who names it. */
async function bind(tx: Tx, deps: BillingDeps, named: NamedPayment, email: string): Promise<Purchase> {
  const origin = `razorpay:${named.payment.id}`;
  await tx.purchase.createMany({
    data: {
      id: randomUUID(),
      provider: 'razorpay',
      product: PRODUCT.id,
      email: normalEmail(email),
      amount: PRODUCT.price.INR,
      currency: 'INR',
      origin,
      createdAt: clock(deps),
    },
    skipDuplicates: true,
  });
  return await tx.purchase.findUniqueOrThrow({ where: { origin } });
}

function checkPurpose(named: NamedPayment, purchase: Purchase | null): void {
  const product = purchase?.product ?? (isProductId(named.product) ? named.product : PRODUCT.id);
  if (named.recurring || product !== PRODUCT.id) {
    throw new PaymentRequired('the payment was made for another product');
  }
  const { amount, currency } = named.payment;
  if (amount !== PRODUCT.price.INR || currency !== 'INR') {
    throw new PaymentRequired('the payment does not match the price of a one-time scan');
  }
}

function checkEmail(purchase: Purchase | null, email: string): void {
  if (purchase && purchase.email !== normalEmail(email)) {
    throw new PaymentBoundElsewhere('the payment belongs to another email address');
  }
}

function checkSucceeded(payment: ProviderPayment): void {
  if (payment.status !== 'captured') throw new PaymentRequired('the payment has not succeeded');
  const refunded = payment.refunds.reduce((total, { amount, failed }) => total + (failed ? 0 : amount), 0);
  if (refunded >= payment.amount) throw new PaymentRequired('the payment was refunded');
}
