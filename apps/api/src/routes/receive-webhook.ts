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

/** A subscription's event holds whole objects: more than requests of our own ever need. */
const EVENT_LIMIT = 1024 * 1024;
/** True events have about ten levels. PostgreSQL, and every reader that recurses, gives up somewhere beyond a few thousand. */
const DEEPEST = 200;

/** In its own scope: here bodies stay the bytes that were signed, elsewhere they are JSON. */
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
      if (nestingDepth(request.body) > DEEPEST) throw new BadWebhook('the event is nested too deeply');
      const event = await storeProviderEvent(deps.billing, provider, request.body, request.headers);
      // Stored is received: if the queue is away now, reconciliation finishes the event.
      if (event.fresh) {
        await deps.enqueueProviderEvent(event.id).catch((error: unknown) => {
          request.log.error({ err: error, eventRow: event.id }, 'an event waits for reconciliation');
        });
      }
      return { received: true };
    });
  });
}
