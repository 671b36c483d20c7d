import type { FastifyReply } from 'fastify';
import { freeUsage, type FreeQuota, type FreeUsage } from '@palisade/access/free-quota';
import type { Db } from '@palisade/db/client';
import { QueueUnavailable } from '../errors.ts';

const DAY_S = 86_400;

/**
 * What is left of the address's day, as draft-ietf-httpapi-ratelimit-headers-10 §3 and §4 write it, whatever comes
 * of the work. Not on a refusal for too much work, which is to cost the database nothing.
 * @param work says what was left when it took its unit; only where it fails, and gives it back, the database is asked
 */
export async function withFreeQuotaFields<T>(
  db: Db,
  quota: FreeQuota,
  reply: FastifyReply,
  work: (onTaken: (usage: FreeUsage) => void) => Promise<T>,
): Promise<T> {
  let taken: FreeUsage | null = null;
  try {
    const answer = await work((usage) => (taken = usage));
    tell(taken);
    return answer;
  } catch (error) {
    // A database that is away must not replace the reason why there is no answer.
    if (!(error instanceof QueueUnavailable)) tell(await freeUsage(db, quota).catch(() => null));
    throw error;
  }

  function tell(usage: FreeUsage | null): void {
    if (!usage) return;
    reply.headers({
      'ratelimit-policy': `"free-scans";q=${usage.limit};w=${DAY_S}`,
      ratelimit: `"free-scans";r=${usage.remaining};t=${usage.resetsInSeconds}`,
    });
  }
}
