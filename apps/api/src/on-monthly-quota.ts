import type { FastifyReply } from 'fastify';
import { monthlyUsage, takeMonthlyScan, type KeyWithQuota } from '@palisade/access/monthly-quota';
import { spend } from '@palisade/access/spend';
import type { Db } from '@palisade/db/client';
import { callerGone } from './caller.ts';
import type { ScanPlace } from './request-scan.ts';

/** A unit is held this much longer than a scan can take; then its process is taken for dead. */
const LEASE_SLACK_MS = 60_000;

export function leaseFor(scanTimeoutMs: number): number {
  return scanTimeoutMs + LEASE_SLACK_MS;
}

export interface Subscriber {
  key: KeyWithQuota;
  place: ScanPlace;
}

/**
 * Does work that costs one scan of the key's month.
 * Whatever comes of it, X-Scans-Remaining says what is left now. Everything that can fail
 * belongs inside `work`: what it returns is charged.
 */
export async function onMonthlyQuota<T>(
  deps: { db: Db; scanTimeoutMs: number },
  { key, place }: Subscriber,
  url: string,
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = callerGone(reply);
  try {
    await place.admit(url);
    await place.myTurn();
    const held = await takeMonthlyScan(deps.db, key, { leaseMs: leaseFor(deps.scanTimeoutMs) });
    return await spend(deps.db, held, () => work(gone), gone);
  } finally {
    // A database that is away must not replace the answer, or the reason there is none.
    const usage = await monthlyUsage(deps.db, key).catch(() => null);
    if (usage) reply.header('x-scans-remaining', String(usage.remaining));
  }
}
