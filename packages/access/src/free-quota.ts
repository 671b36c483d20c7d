import type { Tx } from '@palisade/db/client';
import { callerOf } from './client-address.ts';
import { QuotaExhausted } from './errors.ts';
import { keyedHash } from './keyed-hash.ts';
import { dayOf, nextDay } from './period.ts';
import { takeUnit, type QuotaReservation } from './quota.ts';

export interface FreeScanRequest {
  /** The peer, or what a trusted proxy says of it. */
  address: string;
  scansPerDay: number;
  appSecret: string;
  leaseMs: number;
  now?: Date;
}

/** @throws QuotaExhausted */
export async function takeFreeScan(db: Tx, request: FreeScanRequest): Promise<QuotaReservation> {
  const now = request.now ?? new Date();
  const period = dayOf(now);
  // Salted by the day: rows of two days cannot be joined, and no address is stored.
  const hash = keyedHash(request.appSecret, `address ${period}`, callerOf(request.address));
  const subject = `address:${Buffer.from(hash.subarray(0, 16)).toString('base64url')}`;
  const taken = await takeUnit(db, { subject, period, limit: request.scansPerDay }, { now, leaseMs: request.leaseMs });
  if (!taken) {
    throw new QuotaExhausted(
      `the free quota of ${request.scansPerDay} scans a day for your address is`,
      nextDay(now),
      now,
    );
  }
  return taken;
}
