import type { FastifyReply } from 'fastify';
import { freeUsage, type FreeQuota } from '@palisade/access/free-quota';
import type { Db } from '@palisade/db/client';
import { QueueUnavailable } from '../errors.ts';

const DAY_S = 86_400;

/**
 * What is left of the address's day, as draft-ietf-httpapi-ratelimit-headers-10 §3 and §4 write it, whatever comes
 * of the work. Not on a refusal for too much work, which is to cost the database nothing.
 */
export async function withFreeQuotaFields<T>(
  db: Db,
  quota: FreeQuota,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const answer = await work();
    await tell();
    return answer;
  } catch (error) {
    if (!(error instanceof QueueUnavailable)) await tell();
    throw error;
  }

  async function tell(): Promise<void> {
    // A database that is away must not replace the answer, or the reason there is none.
    const usage = await freeUsage(db, quota).catch(() => null);
    if (!usage) return;
    reply.headers({
      'ratelimit-policy': `"free-scans";q=${usage.limit};w=${DAY_S}`,
      ratelimit: `"free-scans";r=${usage.remaining};t=${usage.resetsInSeconds}`,
    });
  }
}
