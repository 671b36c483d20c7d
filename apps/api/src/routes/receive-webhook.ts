import type { FastifyInstance } from 'fastify';
import { BadWebhook } from '@palisade/billing/errors';
import type { BillingDeps } from '@palisade/billing/billing-deps';
import { storeProviderEvent } from '@palisade/billing/provider-events';
import type { ProviderName } from '@palisade/billing/provider';
import { nestingDepth } from '../nesting-depth.ts';

export interface WebhookRouteDeps {
  billing: BillingDeps;
  /** Hands the stored event to a worker. */
  enqueueProviderEvent: (eventId: string) => Promise<void>;
}

/** In bytes. Events of subscriptions contain complete objects, so they are larger than other requests. */
const EVENT_LIMIT = 1024 * 1024;
/** Real events have about ten levels. PostgreSQL and recursive readers fail beyond a few thousand. */
const MAX_DEPTH = 200;

/** Uses a separate scope, where bodies stay the bytes that were signed; elsewhere they are parsed as JSON. */
export async function receiveWebhooks(
  app: FastifyInstance,
  provider: ProviderName,
  deps: WebhookRouteDeps,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(`/api/webhooks/${provider}`, { bodyLimit: EVENT_LIMIT, schema: { hide: true } }, async (request) => {
      if (!Buffer.isBuffer(request.body)) throw new BadWebhook('the body is missing');
      if (nestingDepth(request.body) > MAX_DEPTH) throw new BadWebhook('the event is nested too deeply');
      const event = await storeProviderEvent(deps.billing, provider, request.body, request.headers);
      // The stored event is enough: if the queue is down now, reconciliation handles the event.
      if (event.fresh) {
        await deps.enqueueProviderEvent(event.id).catch((error: unknown) => {
          request.log.error({ err: error, eventRow: event.id }, 'event left to reconciliation');
        });
      }
      return { received: true };
    });
  });
}
