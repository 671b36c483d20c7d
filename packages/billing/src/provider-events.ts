/** Webhooks: stored once, acknowledged immediately, processed by a job. */
import { randomUUID } from 'node:crypto';
import type { Prisma } from '@palisade/db/client';
import { clock, providerOf, type BillingDeps } from './billing-deps.ts';
import type { ProviderName, WebhookHeaders } from './provider.ts';
import { settle } from './settle.ts';

export interface StoredEvent {
  id: string;
  /** False for a repeat. */
  fresh: boolean;
}

/** @throws BadWebhook, BillingUnavailable */
export async function storeProviderEvent(
  deps: BillingDeps,
  name: ProviderName,
  rawBody: Buffer,
  headers: WebhookHeaders,
): Promise<StoredEvent> {
  const event = providerOf(deps, name).readWebhook(rawBody, headers);
  const id = randomUUID();
  const { count } = await deps.db.providerEvent.createMany({
    data: {
      id,
      provider: name,
      eventId: event.id,
      type: event.type,
      payload: event.payload as Prisma.InputJsonValue,
      receivedAt: clock(deps),
    },
    skipDuplicates: true,
  });
  if (count === 1) return { id, fresh: true };
  const known = await deps.db.providerEvent.findUniqueOrThrow({
    where: { provider_eventId: { provider: name, eventId: event.id } },
  });
  return { id: known.id, fresh: false };
}

export type EventOutcome = 'settled' | 'nothing_new' | 'not_ours';

/**
 * The event only says where to look. Its row is marked after the work, so a failed
 * event is processed again by the queue, or by reconciliation. Then what it said about the buyer (addresses, card,
 * bank) is of no use, and would outlive a deleted account.
 */
export async function processProviderEvent(deps: BillingDeps, eventRowId: string): Promise<EventOutcome> {
  const row = await deps.db.providerEvent.findUniqueOrThrow({ where: { id: eventRowId } });
  if (row.processedAt) return row.outcome as EventOutcome;
  const name = row.provider as ProviderName;
  const located = await providerOf(deps, name).locate({ id: row.eventId, type: row.type, payload: row.payload });
  const settled = located && (await settle(deps, name, located));
  const outcome = settled ? (settled.news.length > 0 ? 'settled' : 'nothing_new') : 'not_ours';
  await deps.db.providerEvent.update({
    where: { id: row.id },
    data: { processedAt: clock(deps), outcome, payload: {} },
  });
  return outcome;
}
