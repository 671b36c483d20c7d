import type { FastifyReply } from 'fastify';
import { monthlyUsage, type KeyWithQuota } from '@palisade/access/monthly-quota';
import type { Db } from '@palisade/db/client';

/** Sets X-Scans-Remaining to what is left of the key's monthly quota, whether `work` succeeds or fails. */
export async function withRemainingScans<T>(
  db: Db,
  key: KeyWithQuota,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    // A database that is down must not replace the response or the original error.
    const usage = await monthlyUsage(db, key).catch(() => null);
    if (usage) reply.header('x-scans-remaining', String(usage.remaining));
  }
}
