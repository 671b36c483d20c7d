import type { FastifyRequest } from 'fastify';
import type { BillingDeps } from '@palisade/billing/billing-deps';
import { productIds, type ProductId } from '@palisade/billing/products';
import type { PageProps } from '@palisade/web/pages';
import { priceOf } from './payment-page.ts';

const WAYS = [
  { provider: 'stripe', currency: 'USD' },
  { provider: 'razorpay', currency: 'INR' },
] as const;

/** Ways to pay for a product, with the visitor's likely currency first. This is a guess, so both are offered. */
export function waysToPay(
  billing: Pick<BillingDeps, 'providers'>,
  request: FastifyRequest,
  product: ProductId,
): PageProps<'compliance'>['ways'] {
  const ways = WAYS.filter(({ provider }) => billing.providers[provider] !== undefined).map(
    ({ provider, currency }) => ({ provider, ...priceOf(product, currency) }),
  );
  return likelyInIndia(request) ? ways.toReversed() : ways;
}

/** What the page of prices shows. */
export function pricing(
  deps: PricingDeps,
  request: FastifyRequest,
  refused: PageProps<'pricing'>['refused'] = null,
): PageProps<'pricing'> {
  const offers = productIds.map((product) => ({ product, ways: waysToPay(deps.billing, request, product) }));
  return { offers, freeScansPerDay: deps.freeScansPerDay, refused };
}

export interface PricingDeps {
  billing: BillingDeps;
  freeScansPerDay: number;
}

/** Whether the browser's first language is one of India: `en-IN`, `hi`, `ta-IN`. */
function likelyInIndia(request: FastifyRequest): boolean {
  const [first = ''] = (request.headers['accept-language'] ?? '').split(',');
  return /^\s*(?:[a-z]{2,3}-IN\b|hi\b|bn-IN\b|ta\b|te\b|mr\b|gu\b|kn\b|ml\b|pa\b)/i.test(first);
}
