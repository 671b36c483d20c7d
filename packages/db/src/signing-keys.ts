import type { Tx } from './client.ts';

interface Keyed {
  jwk: { kid: string };
}

/**
 * The key to sign with, once its public half is where everyone can look it up. Kept for ever: what a
 * key signed must stay verifiable after it was replaced, and each process may have its own.
 */
export function createPublishedKey<K extends Keyed>(db: Tx, current: () => K): () => Promise<K> {
  let published: { kid: string; stored: Promise<unknown> } | undefined;
  const store = async ({ jwk }: K): Promise<void> => {
    await db.reportSigningKey.createMany({ data: [{ kid: jwk.kid, jwk }], skipDuplicates: true });
  };
  return async () => {
    const key = current();
    // Once for all who come while it is being stored: a service that starts may have a hundred callers at once.
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

/** Public keys, the newest first, of every key that ever signed here. */
export async function publicSigningKeys<Jwk>(db: Tx): Promise<Jwk[]> {
  const rows = await db.reportSigningKey.findMany({ orderBy: { createdAt: 'desc' }, select: { jwk: true } });
  return rows.map(({ jwk }) => jwk as Jwk);
}
