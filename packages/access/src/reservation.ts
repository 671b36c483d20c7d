import type { Tx } from '@palisade/db/client';
import { LeaseLost, TokenRefused } from './errors.ts';
import { consumeUnit, refundUnit, releaseUnit, type QuotaReservation } from './quota.ts';
import { consumeToken, refundToken, releaseToken, wasRevoked, type TokenReservation } from './reserve-token.ts';

/** What pays for one scan: a unit of a quota, or a token. Plain data, so that a job can contain it. */
export type Reservation = QuotaReservation | TokenReservation;

/** False when it is no longer held: then nothing may be delivered for it. */
export async function consumeReservation(db: Tx, held: Reservation): Promise<boolean> {
  return held.kind === 'token' ? consumeToken(db, held) : consumeUnit(db, held.id);
}

/**
 * Like `consumeReservation`, for a caller that waits for the result.
 * @throws TokenRefused when the token was refunded while in use; LeaseLost when the work outlived its lease
 */
export async function chargeReservation(db: Tx, held: Reservation): Promise<void> {
  if (await consumeReservation(db, held)) return;
  if (held.kind === 'token' && (await wasRevoked(db, held))) throw new TokenRefused('revoked');
  throw new LeaseLost('the request took too long to be charged, so nothing was charged: try again');
}

export async function releaseReservation(db: Tx, held: Reservation): Promise<boolean> {
  return held.kind === 'token' ? releaseToken(db, held) : releaseUnit(db, held.id);
}

/** Releases what was already consumed, when its delivery later failed permanently. Once. */
export async function refundReservation(db: Tx, held: Reservation): Promise<boolean> {
  return held.kind === 'token' ? refundToken(db, held) : refundUnit(db, held.id);
}
