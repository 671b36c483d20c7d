import type { Db, Tx } from '@palisade/db/client';
import { callerOf } from './client-address.ts';
import { QuotaExhausted } from './errors.ts';
import { keyedHash } from './keyed-hash.ts';
import { dayOf, nextDay } from './period.ts';
import { takeUnit, unitsUsed, type Quota, type QuotaReservation } from './quota.ts';

export interface FreeQuota {
  /** The peer, or the address that a trusted proxy reports. */
  address: string;
  scansPerDay: number;
  appSecret: string;
  now?: Date;
}

export interface FreeScanRequest extends FreeQuota {
  leaseMs: number;
}

export interface FreeUsage {
  limit: number;
  remaining: number;
  resetsInSeconds: number;
}

/** @throws QuotaExhausted */
export async function takeFreeScan(
  db: Db,
  request: FreeScanRequest,
): Promise<{ held: QuotaReservation; usage: FreeUsage }> {
  const now = request.now ?? new Date();
  const taken = await takeUnit(db, quotaOf(request, now), request);
  if (!taken) throw exhausted(request, now);
  const { used, ...held } = taken;
  return { held, usage: usageOf(request, used, now) };
}

/** Usage of the address's day; running scans count as used until they fail. */
export async function freeUsage(db: Tx, request: FreeQuota): Promise<FreeUsage> {
  const now = request.now ?? new Date();
  const { subject, period } = quotaOf(request, now);
  return usageOf(request, await unitsUsed(db, subject, period), now);
}

function usageOf({ scansPerDay: limit }: FreeQuota, used: number, now: Date): FreeUsage {
  const resetsInSeconds = Math.max(1, Math.ceil((nextDay(now).getTime() - now.getTime()) / 1000));
  return { limit, remaining: Math.max(0, limit - used), resetsInSeconds };
}

/** Takes nothing. @throws QuotaExhausted when nothing is left now */
export async function checkFreeScan(db: Tx, request: FreeQuota): Promise<void> {
  const now = request.now ?? new Date();
  const { subject, period, limit } = quotaOf(request, now);
  if ((await unitsUsed(db, subject, period)) >= limit) throw exhausted(request, now);
}

function quotaOf(request: FreeQuota, now: Date): Quota {
  const period = dayOf(now);
  // The salt includes the day: rows of two days cannot be linked, and no address is stored.
  const hash = keyedHash(request.appSecret, `address ${period}`, callerOf(request.address));
  const subject = `address:${Buffer.from(hash.subarray(0, 16)).toString('base64url')}`;
  return { subject, period, limit: request.scansPerDay };
}

function exhausted({ scansPerDay }: { scansPerDay: number }, now: Date): QuotaExhausted {
  const scans = scansPerDay === 1 ? '1 scan' : `${scansPerDay} scans`;
  return new QuotaExhausted(`the free quota of ${scans} a day for your address is`, nextDay(now), now);
}
