import { randomUUID } from 'node:crypto';
import { issueToken } from '@palisade/access/tokens';
import type { FurtherPages } from '@palisade/db/further-pages';
import { clock, providerOf, type BillingDeps } from './billing-deps.ts';
import { sourceOf } from './entitle.ts';
import { BillingUnavailable } from './errors.ts';
import { append, naturalKey, type Purchase } from './ledger.ts';
import { products, type Currency, type ProductId } from './products.ts';
import type { OpenedCheckout, ProviderName } from './provider.ts';
import { inTransaction } from './settle.ts';

/**
 * A checkout that is not paid by then has expired. At Stripe it expires after 24 hours, the most that is allowed there and
 * no less than the time for which `Idempotency-Key` repeats its address.
 */
export const CHECKOUT_LIFETIME_MS = 25 * 3_600_000;

export interface CheckoutRequest {
  product: ProductId;
  provider: ProviderName;
  email: string;
  url?: string | undefined;
  /** A compliance report's declared scope and the client on its cover. */
  scope?: Record<string, string | boolean | undefined> | undefined;
  preparedFor?: string | undefined;
  /** The id of a stored logo. */
  logo?: string | undefined;
  /** Ids of the frameworks of a compliance report, and further pages for its browser. */
  frameworks?: string[] | undefined;
  pages?: FurtherPages | undefined;
  /** Hash of the buying browser's cookie: that browser is shown the result of the purchase. */
  landing?: Uint8Array<ArrayBuffer> | undefined;
}

/**
 * The purchase is stored before the provider is called: whatever happens afterwards,
 * the provider's objects refer to a purchase that we know.
 */
export async function beginPurchase(
  deps: BillingDeps,
  request: CheckoutRequest,
): Promise<{ purchase: Purchase; checkout: OpenedCheckout }> {
  const provider = providerOf(deps, request.provider);
  const id = randomUUID();
  const { currency } = provider;
  const createdAt = clock(deps);
  const amount = products[request.product].price[currency];
  const purchase = await deps.db.purchase.create({
    data: {
      id,
      provider: provider.name,
      product: request.product,
      email: normalEmail(request.email),
      amount,
      currency,
      origin: `checkout:${id}`,
      url: request.url ?? null,
      ...(request.scope === undefined ? {} : { scope: request.scope }),
      preparedFor: request.preparedFor || null,
      logoId: request.logo ?? null,
      frameworks: request.frameworks ?? [],
      ...(request.pages === undefined ? {} : { pages: asJson(request.pages) }),
      landing: request.landing ?? null,
      createdAt,
    },
  });
  const checkout = await provider.open({
    purchaseId: id,
    product: request.product,
    amount,
    currency,
    email: purchase.email,
    expiresAt: new Date(createdAt.getTime() + CHECKOUT_LIFETIME_MS),
  });
  await append(deps.db, [
    {
      purchaseId: id,
      kind: 'opened',
      naturalKey: naturalKey(provider.name, 'opened', checkout.ref),
      ref: checkout.ref,
      paymentRef: null,
      amount: null,
      currency: null,
      periodEnd: null,
      at: clock(deps),
    },
  ]);
  return { purchase, checkout };
}

export type CheckoutAnswer =
  | { checkout_url: string }
  | { order_id: string; amount: number; currency: Currency; key: string }
  | { subscription_id: string; amount: number; currency: Currency; key: string };

export async function openCheckout(deps: BillingDeps, request: CheckoutRequest): Promise<CheckoutAnswer> {
  const { checkout } = await beginPurchase(deps, request);
  if (checkout.checkoutUrl !== undefined) return { checkout_url: checkout.checkoutUrl };
  const { amount, currency, publishableKey, orderId, subscriptionId } = checkout;
  if (publishableKey !== undefined) {
    const known = { amount, currency, key: publishableKey };
    if (orderId !== undefined) return { order_id: orderId, ...known };
    if (subscriptionId !== undefined) return { subscription_id: subscriptionId, ...known };
  }
  throw new BillingUnavailable(`${request.provider} opened a checkout without a URL`);
}

export type CompliancePayAnswer =
  { checkout_url: string; amount: number } | { order_id: string; amount: number; key: string; token: string };

/** Razorpay's payer stays on the page and gets the token immediately; it is inactive until it is paid. */
export async function payForCompliance(
  deps: BillingDeps,
  request: Omit<CheckoutRequest, 'product'>,
): Promise<CompliancePayAnswer> {
  const { purchase, checkout } = await beginPurchase(deps, { ...request, product: 'compliance_report' });
  const { amount, checkoutUrl, orderId, publishableKey } = checkout;
  if (checkoutUrl !== undefined) return { checkout_url: checkoutUrl, amount };
  if (orderId === undefined || publishableKey === undefined) {
    throw new BillingUnavailable(`${request.provider} opened a checkout without a URL`);
  }
  const order = { kind: 'compliance' as const, email: purchase.email, source: sourceOf(purchase), active: false };
  const { token } = await inTransaction(deps, (tx) => issueToken(tx, order, deps.appSecret));
  return { order_id: orderId, amount, key: publishableKey, token };
}

function asJson(pages: FurtherPages): number | string[] {
  return typeof pages === 'number' ? pages : [...pages];
}

/** Addresses are compared case-insensitively: two spellings never mean two people. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
