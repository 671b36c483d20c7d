import type { Db, Tx } from '@palisade/db/client';
import { QuotaExhausted } from './errors.ts';
import { monthOf, nextMonth } from './period.ts';
import { scansPerMonth } from './plans.ts';
import { takeUnit, takeUnits, unitsUsed, type QuotaReservation } from './quota.ts';

export interface KeyWithQuota {
  id: string;
  plan: string;
  monthlyScans: number | null;
}

/** @throws QuotaExhausted */
export async function takeMonthlyScan(
  db: Db,
  key: KeyWithQuota,
  lease: { leaseMs: number; now?: Date },
): Promise<QuotaReservation> {
  const now = lease.now ?? new Date();
  const limit = scansPerMonth(key);
  const taken = await takeUnit(db, { subject: subjectOf(key), period: monthOf(now), limit }, lease);
  if (!taken) throw exhausted(limit, now);
  const { used: _, ...held } = taken;
  return held;
}

/** Takes a unit for each of the ids, or none. @throws QuotaExhausted */
export async function takeMonthlyScans(
  db: Tx,
  key: KeyWithQuota,
  ids: readonly string[],
  lease: { leaseMs: number; now?: Date },
): Promise<void> {
  const now = lease.now ?? new Date();
  const quota = { subject: subjectOf(key), period: monthOf(now), limit: scansPerMonth(key) };
  if (await takeUnits(db, quota, ids, lease)) return;
  const { remaining, limit } = await monthlyUsage(db, key, now);
  if (remaining === 0) throw exhausted(limit, now);
  throw new QuotaExhausted(
    `${ids.length} scans are more than the ${remaining} that are left of this month's ${limit}, which would be`,
    nextMonth(now),
    now,
  );
}

/** Takes nothing. @throws QuotaExhausted when nothing is left now */
export async function checkMonthlyScan(db: Tx, key: KeyWithQuota, now = new Date()): Promise<void> {
  const { remaining, limit } = await monthlyUsage(db, key, now);
  if (remaining === 0) throw exhausted(limit, now);
}

function exhausted(limit: number, now: Date): QuotaExhausted {
  return new QuotaExhausted(`the monthly quota of ${limit} scans is`, nextMonth(now), now);
}

/** Scans of the current month; running scans count as used until they fail. */
export async function monthlyUsage(
  db: Tx,
  key: KeyWithQuota,
  now = new Date(),
): Promise<{ used: number; limit: number; remaining: number }> {
  const used = await unitsUsed(db, subjectOf(key), monthOf(now));
  const limit = scansPerMonth(key);
  return { used, limit, remaining: Math.max(0, limit - used) };
}

function subjectOf(key: { id: string }): string {
  return `key:${key.id}`;
}
