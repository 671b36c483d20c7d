import type { Tx } from './client.ts';

/** Before the first report is signed with it: whoever gets one can look the key up. */
export async function publishSigningKey(db: Tx, jwk: { kid: string }): Promise<void> {
  await db.reportSigningKey.createMany({
    data: [{ kid: jwk.kid, jwk }],
    skipDuplicates: true,
  });
}

/** Public keys, the newest first, of every key that ever signed here. */
export async function publicSigningKeys<Jwk>(db: Tx): Promise<Jwk[]> {
  const rows = await db.reportSigningKey.findMany({ orderBy: { createdAt: 'desc' }, select: { jwk: true } });
  return rows.map(({ jwk }) => jwk as Jwk);
}
