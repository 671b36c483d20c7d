import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { callerOf } from '@palisade/access/client-address';
import { Email } from '@palisade/access/email';
import type { BillingDeps } from '@palisade/billing/billing-deps';
import { openCheckout } from '@palisade/billing/checkout';
import { productIds } from '@palisade/billing/products';
import { withinPatience } from '@palisade/billing/deadline';
import type { FurtherPages } from '@palisade/db/further-pages';
import { IDEMPOTENCY_NOTE, idempotencyKey } from '../idempotency/idempotency-key.ts';
import { ErrorBody } from './error-body.ts';

export interface PaymentRouteDeps {
  billing: BillingDeps;
  /** Throws TargetRefused for a URL that no scan would accept, and for further pages of another site. */
  checkUrl: (url: string, pages?: FurtherPages) => void;
  /** Counts one checkout of this address. @throws QuotaExhausted */
  takeCheckout: (address: string) => Promise<void>;
}

export const Provider = z.enum(['razorpay', 'stripe']);

const amount = z.int().describe('in paise or cents');
const currency = z.enum(['INR', 'USD']);
const key = z.string().describe('publishable key');

/** Starts any purchase. */
export async function checkoutRoutes(app: FastifyInstance, deps: PaymentRouteDeps): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/checkout',
    {
      schema: {
        tags: ['Payments'],
        summary: 'Start the purchase of a subscription, a one-time scan or a compliance report',
        description:
          'For Stripe, returns `checkout_url` for the payer. For Razorpay, returns what its client-side ' +
          'checkout needs. The key or token is sent by email when the payment succeeds. ' +
          IDEMPOTENCY_NOTE,
        body: z.object({
          product: z.enum(productIds),
          provider: Provider,
          email: Email.describe('recipient of the key, the token or the report'),
          url: z.string().max(2048).optional().describe('the website it is for'),
        }),
        response: {
          200: z.union([
            z.object({ checkout_url: z.string() }),
            z.object({ order_id: z.string(), amount, currency, key }),
            z.object({ subscription_id: z.string(), amount, currency, key }),
          ]),
          400: ErrorBody,
          429: ErrorBody,
          503: ErrorBody,
        },
      },
      ...idempotencyKey(app, deps.billing, ({ ip }) => callerOf(ip)),
    },
    async ({ body: { product, provider, email, url }, ip }) => {
      if (url !== undefined) deps.checkUrl(url);
      await deps.takeCheckout(ip);
      return await withinPatience(deps.billing, openCheckout(deps.billing, { product, provider, email, url }));
    },
  );
}
