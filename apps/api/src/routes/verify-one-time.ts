import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { callerOf } from '@palisade/access/client-address';
import { atLimit, checkRate, withinRate } from '@palisade/access/rate-limit';
import { Email } from '@palisade/access/email';
import { claimOneTimeScan } from '@palisade/billing/claim';
import { withinPatience } from '@palisade/billing/deadline';
import { createPaymentLookups } from '../shop/payment-lookups.ts';
import type { PaymentRouteDeps } from './checkout.ts';
import { ErrorBody } from './error-body.ts';

/** Look-ups of IDs that Razorpay does not know. A buyer has the ID from Razorpay's redirect. */
const UNKNOWN_PAYMENTS = { what: 'unknown-payment', named: 'unknown payments an hour from one address' };
const PER_ADDRESS = 30;
/** That many from all addresses are a flood. Each address then has as many as a buyer who mistypes the ID. */
const FLOOD = { what: UNKNOWN_PAYMENTS.what, who: null, perHour: 300 };
const PER_ADDRESS_IN_FLOOD = 3;

/** Specification §4.6. */
export async function verifyOneTimeRoutes(
  app: FastifyInstance,
  deps: Pick<PaymentRouteDeps, 'billing'>,
): Promise<void> {
  const { billing } = deps;
  const { db, appSecret } = billing;
  const lookups = createPaymentLookups();
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/verify-one-time',
    {
      schema: {
        tags: ['Payments'],
        summary: 'Exchange a Razorpay payment for a one-time scan token',
        description:
          'The first email address is bound to the payment. The same payment and address always return the same token, ' +
          'which is also emailed once. 402: not succeeded, or for another product or amount. ' +
          '403: bound to another address. 404: unknown to Razorpay. 429: too many of these from one IP address.',
        body: z.object({
          payment_id: z.string().min(1).max(100).describe('`razorpay_payment_id` from the redirect'),
          email: Email.describe('recipient of the scan link'),
        }),
        response: {
          200: z.object({ ok: z.literal(true), token: z.string() }),
          400: ErrorBody,
          402: ErrorBody,
          403: ErrorBody,
          404: ErrorBody,
          429: ErrorBody,
          503: ErrorBody,
        },
      },
    },
    async ({ body, ip }) => {
      const paymentId = body.payment_id.trim();
      const over = new AbortController();
      const limit = { ...UNKNOWN_PAYMENTS, who: callerOf(ip), perHour: PER_ADDRESS };
      const claimed = claimOneTimeScan(billing, paymentId, body.email, async (ask, arrived) => {
        // Buyers share addresses with others, behind the NAT of their provider.
        if (!arrived) {
          const perHour = (await atLimit(db, FLOOD, appSecret)) ? PER_ADDRESS_IN_FLOOD : PER_ADDRESS;
          await checkRate(db, { ...limit, perHour }, appSecret);
        }
        const found = await lookups.run(paymentId, limit.who, ask, over.signal);
        if (found === null) for (const one of [limit, FLOOD]) await withinRate(db, one, appSecret);
        return found;
      });
      try {
        const { token } = await withinPatience(billing, claimed);
        return { ok: true as const, token };
      } finally {
        over.abort();
      }
    },
  );
}
