import type { Tx } from './client.ts';

interface Keyed {
  jwk: { kid: string };
}

/**
 * The signing key, once its public half is stored where everyone can look it up. Stored forever: signatures
 * must stay verifiable after a key is replaced, and each process may have its own.
 */
export function createPublishedKey<K extends Keyed>(db: Tx, current: () => K): () => Promise<K> {
  let published: { kid: string; stored: Promise<unknown> } | undefined;
  const store = async ({ jwk }: K): Promise<void> => {
    await db.reportSigningKey.createMany({ data: [{ kid: jwk.kid, jwk }], skipDuplicates: true });
  };
  return async () => {
    const key = current();
    // Once for all callers that arrive while it is being stored: a service that starts may have a hundred at once.
    const mine = published?.kid === key.jwk.kid ? published : { kid: key.jwk.kid, stored: store(key) };
    published = mine;
    try {
      await mine.stored;
    } catch (error) {
      if (published === mine) published = undefined;
      throw error;
    }
    return key;
  };
}

/** The public keys of every key that ever signed here, newest first. */
export async function publicSigningKeys<Jwk>(db: Tx): Promise<Jwk[]> {
  const rows = await db.reportSigningKey.findMany({ orderBy: { createdAt: 'desc' }, select: { jwk: true } });
  return rows.map(({ jwk }) => jwk as Jwk);
}
