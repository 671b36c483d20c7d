import type { FastifyReply } from 'fastify';
import { freeUsage, type FreeQuota, type FreeUsage } from '@palisade/access/free-quota';
import type { Db } from '@palisade/db/client';
import { QueueUnavailable } from '../errors.ts';

const DAY_S = 86_400;

/**
 * Sets the headers of draft-ietf-httpapi-ratelimit-headers-10 §3 and §4 to what is left of the address's daily quota,
 * whether `work` succeeds or fails. Not on a refusal for overload, which must not cost a query.
 * @param work reports what was left when it took its unit; a query is made only if it fails and gives the unit back
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
    setHeaders(taken);
    return answer;
  } catch (error) {
    // A database that is down must not hide why the work failed.
    if (!(error instanceof QueueUnavailable)) setHeaders(await freeUsage(db, quota).catch(() => null));
    throw error;
  }

  function setHeaders(usage: FreeUsage | null): void {
    if (!usage) return;
    reply.headers({
      'ratelimit-policy': `"free-scans";q=${usage.limit};w=${DAY_S}`,
      ratelimit: `"free-scans";r=${usage.remaining};t=${usage.resetsInSeconds}`,
    });
  }
}
