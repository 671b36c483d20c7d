import type { FastifyReply } from 'fastify';
import { monthlyUsage, type KeyWithQuota } from '@palisade/access/monthly-quota';
import type { Db } from '@palisade/db/client';

/** Whatever comes of the work, X-Scans-Remaining says what is left of the key's month now. */
export async function withRemainingScans<T>(
  db: Db,
  key: KeyWithQuota,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    // A database that is away must not replace the answer, or the reason there is none.
    const usage = await monthlyUsage(db, key).catch(() => null);
    if (usage) reply.header('x-scans-remaining', String(usage.remaining));
  }
}
