import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { linkBase } from '@palisade/billing/billing-deps';
import { withinPatience } from '@palisade/billing/deadline';
import { cancelSubscription, portalOf } from '@palisade/billing/own-subscription';
import { mergeSubscriptions } from '@palisade/billing/merge-subscriptions';
import { requireSession, signedIn } from '../account/require-session.ts';
import type { AccountDeps } from './account-sign-in.ts';
import { ErrorBody } from './error-body.ts';

const refused = { 401: ErrorBody, 403: ErrorBody, 404: ErrorBody, 503: ErrorBody };
const errors = { ...refused, 400: ErrorBody };
const which = z
  .object({ purchase_id: z.uuid().optional().describe('required if there are several subscriptions') })
  .nullish()
  .transform((body) => body?.purchase_id);

/** Card, invoices and the end of a subscription, through its provider. */
export async function accountSubscriptionRoutes(app: FastifyInstance, deps: AccountDeps): Promise<void> {
  const { billing } = deps;
  app.addHook('onRequest', requireSession(app, deps));
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.post(
    '/api/account/portal',
    {
      schema: {
        tags: ['Account'],
        summary: 'URL of the provider’s page for card, invoices and cancellation',
        body: which,
        response: { 200: z.object({ url: z.string() }), ...errors },
      },
    },
    async (request, _reply) => {
      const { email } = signedIn(request);
      const portal = portalOf(billing, email, request.body, `${linkBase(billing)}/account`);
      return { url: await withinPatience(billing, portal) };
    },
  );

  typed.post(
    '/api/account/subscription/merge',
    {
      schema: {
        tags: ['Account'],
        summary: 'End the later of two subscriptions',
        description:
          'Ends immediately with a refund of its month if its key was not used for a scan; otherwise at the end of the paid month.',
        response: { 200: z.object({ ok: z.literal(true), refunded: z.boolean() }), ...refused },
      },
    },
    async (request, _reply) => {
      const { email } = signedIn(request);
      const merged = mergeSubscriptions(billing, email, 'account');
      return { ok: true as const, refunded: await withinPatience(billing, merged) };
    },
  );

  typed.post(
    '/api/account/subscription/cancel',
    {
      schema: {
        tags: ['Account'],
        summary: 'End the subscription at the end of the paid period',
        body: which,
        response: { 200: z.object({ ok: z.literal(true), ends_at: z.iso.datetime().nullable() }), ...errors },
      },
    },
    async (request, _reply) => {
      const { email } = signedIn(request);
      const cancelled = cancelSubscription(billing, email, request.body, 'account');
      const endsAt = await withinPatience(billing, cancelled);
      return { ok: true as const, ends_at: endsAt?.toISOString() ?? null };
    },
  );
}
