import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Email } from '@palisade/access/email';
import { callerOf } from '@palisade/access/client-address';
import { payForCompliance } from '@palisade/billing/checkout';
import { withinPatience } from '@palisade/billing/deadline';
import { Provider, type PaymentRouteDeps } from './checkout.ts';
import { checkLogo, ComplianceDetails } from './compliance-scope.ts';
import { IDEMPOTENCY_NOTE, idempotencyKey } from '../idempotency/idempotency-key.ts';
import { ErrorBody } from './error-body.ts';

/** Specification §4.7. */
export async function compliancePayRoutes(app: FastifyInstance, deps: PaymentRouteDeps): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/compliance-report/pay',
    {
      schema: {
        tags: ['Payments'],
        summary: 'Start the purchase of a compliance report',
        description:
          'Razorpay: an order for its client-side checkout, and the token for `/api/compliance-report/generate`, ' +
          'which is not valid until the order is paid. Stripe: the payment page; the token is sent by email. ' +
          IDEMPOTENCY_NOTE,
        body: z.object({
          provider: Provider,
          email: Email.describe('recipient of the report'),
          url: z.string().max(2048).describe('the website to assess'),
          ...ComplianceDetails,
        }),
        response: {
          200: z.union([
            z.object({
              order_id: z.string(),
              amount: z.int().describe('in paise'),
              key: z.string().describe('publishable key'),
              token: z.string(),
            }),
            z.object({ checkout_url: z.string(), amount: z.int().describe('in cents') }),
          ]),
          400: ErrorBody,
          429: ErrorBody,
          503: ErrorBody,
        },
      },
      ...idempotencyKey(app, deps.billing, ({ ip }) => callerOf(ip)),
    },
    async ({ body: { prepared_for: preparedFor, ...order }, ip }) => {
      deps.checkUrl(order.url, order.pages);
      await checkLogo(deps.billing.db, order.logo);
      await deps.takeCheckout(ip);
      return await withinPatience(deps.billing, payForCompliance(deps.billing, { ...order, preparedFor }));
    },
  );
}
