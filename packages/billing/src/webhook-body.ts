import { z } from 'zod';
import { BadWebhook } from './errors.ts';
import type { WebhookEvent } from './provider.ts';

const names = z.object({
  id: z.string().regex(/^[\x21-\x7e]{1,200}$/),
  type: z.string().regex(/^[\x21-\x7e]{1,200}$/),
});

/**
 * The event in a body whose signature was verified. Only the ids that say where to look are kept: the rest (buyers'
 * addresses, names, cards and banks) is never stored, so it cannot outlive a deleted account in an event that waits.
 * @param where extracts id and type
 * @param subject the ids, each with its pattern; an event without them is about nothing of ours
 * @throws BadWebhook when it is not an event
 */
export function readEvent(
  rawBody: Buffer,
  where: (body: Readonly<Record<string, unknown>>) => { id: unknown; type: unknown },
  subject: z.ZodType<object>,
): WebhookEvent {
  const body = json(rawBody.toString('utf8').replace(/^\ufeff/, ''));
  if (typeof body !== 'object' || body === null) throw new BadWebhook('the body is not an event');
  const named = names.safeParse(where(body as Record<string, unknown>));
  if (!named.success) throw new BadWebhook('the body is not an event');
  return { ...named.data, payload: subject.safeParse(body).data ?? {} };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadWebhook('the body is not JSON');
  }
}
