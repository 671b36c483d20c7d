import type { Tx } from '@palisade/db/client';
import { checkCredential, pasted } from './credential-format.ts';
import { digestAtRest } from './keyed-hash.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of a key, from an operator's input: the id itself, or a leaked key. */
export async function findKey(db: Tx, given: string, appSecret: string): Promise<string | null> {
  const which = pasted(given);
  if (UUID.test(which)) return (await db.apiKey.findUnique({ where: { id: which }, select: { id: true } }))?.id ?? null;
  if (checkCredential('key', which) !== 'well-formed') return null;
  const secret = await db.apiKeySecret.findUnique({ where: { digest: digestAtRest(appSecret, which) } });
  return secret?.keyId ?? null;
}
