import { z } from 'zod';
import { BadWebhook } from './errors.ts';
import type { WebhookEvent } from './provider.ts';

const names = z.object({
  id: z.string().regex(/^[\x21-\x7e]{1,200}$/),
  type: z.string().regex(/^[\x21-\x7e]{1,200}$/),
});

/**
 * The event in a body whose signature was verified.
 * @param where extracts id and type
 * @throws BadWebhook when it is not an event
 */
export function readEvent(
  rawBody: Buffer,
  where: (body: Readonly<Record<string, unknown>>) => { id: unknown; type: unknown },
): WebhookEvent {
  const payload = storableJson(rawBody.toString('utf8').replace(/^\ufeff/, ''));
  if (typeof payload !== 'object' || payload === null) throw new BadWebhook('the body is not an event');
  const named = names.safeParse(where(payload as Record<string, unknown>));
  if (!named.success) throw new BadWebhook('the body is not an event');
  return { ...named.data, payload };
}

/**
 * JSON may contain what PostgreSQL's jsonb cannot: U+0000 and lone surrogates, which
 * a buyer can type into a note. They become U+FFFD; none of our lookup ids contains any. A member
 * named `__proto__` is removed: copying the object later would set its prototype.
 */
function storableJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadWebhook('the body is not JSON');
  }
  // Serialized again, both are escapes, and only they are: valid pairs are written as characters.
  const escapes = /\\(?:(u0000|ud[89a-f][0-9a-f]{2})|.)/g;
  return JSON.parse(
    JSON.stringify(value).replace(escapes, (escape, unstorable?: string) => (unstorable ? '\ufffd' : escape)),
    (name, member: unknown) => (name === '__proto__' ? undefined : member),
  );
}
