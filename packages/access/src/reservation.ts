import type { Tx } from '@palisade/db/client';
import { LeaseLost, TokenRefused } from './errors.ts';
import { consumeUnit, refundUnit, releaseUnit, type QuotaReservation } from './quota.ts';
import { consumeToken, refundToken, releaseToken, wasRevoked, type TokenReservation } from './reserve-token.ts';

/** What pays for one scan: a unit of a quota, or a token. Plain data, so a job can carry it. */
export type Reservation = QuotaReservation | TokenReservation;

/** False when it is not held any more: then nothing may be delivered for it. */
export async function consumeReservation(db: Tx, held: Reservation): Promise<boolean> {
  return held.purse === 'token' ? consumeToken(db, held) : consumeUnit(db, held.id);
}

/**
 * As `consumeReservation`, for a caller who waits for the result.
 * @throws TokenRefused when the token's money went back while it was in use; LeaseLost when the work outlived its lease
 */
export async function chargeReservation(db: Tx, held: Reservation): Promise<void> {
  if (await consumeReservation(db, held)) return;
  if (held.purse === 'token' && (await wasRevoked(db, held))) throw new TokenRefused('revoked');
  throw new LeaseLost('the request took too long to be charged, so nothing was charged: try again');
}

export async function releaseReservation(db: Tx, held: Reservation): Promise<boolean> {
  return held.purse === 'token' ? releaseToken(db, held) : releaseUnit(db, held.id);
}

/** Gives back what was consumed already, when its delivery failed for good later. Once. */
export async function refundReservation(db: Tx, held: Reservation): Promise<boolean> {
  return held.purse === 'token' ? refundToken(db, held) : refundUnit(db, held.id);
}
