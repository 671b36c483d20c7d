import type { Tx } from '@palisade/db/client';

/** Whether the key of this purchase was ever used for a scan. */
export async function scanUsed(db: Tx, source: string): Promise<boolean> {
  const key = await db.apiKey.findUnique({ where: { source }, select: { id: true } });
  return key !== null && (await db.quotaCounter.count({ where: { subject: `key:${key.id}`, used: { gt: 0 } } })) > 0;
}
