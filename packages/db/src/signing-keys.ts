import type { Tx } from './client.ts';

interface Keyed {
  jwk: { kid: string };
}

/**
 * The key to sign with, once its public half is where everyone can look it up. Kept for ever: what a
 * key signed must stay verifiable after it was replaced, and each process may have its own.
 */
export function createPublishedKey<K extends Keyed>(db: Tx, current: () => K): () => Promise<K> {
  let published: string | undefined;
  return async () => {
    const key = current();
    if (key.jwk.kid !== published) {
      const row = { kid: key.jwk.kid, jwk: key.jwk };
      await db.reportSigningKey.createMany({ data: [row], skipDuplicates: true });
      published = key.jwk.kid;
    }
    return key;
  };
}

/** Public keys, the newest first, of every key that ever signed here. */
export async function publicSigningKeys<Jwk>(db: Tx): Promise<Jwk[]> {
  const rows = await db.reportSigningKey.findMany({ orderBy: { createdAt: 'desc' }, select: { jwk: true } });
  return rows.map(({ jwk }) => jwk as Jwk);
}
