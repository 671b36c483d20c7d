import type { Tx } from '@palisade/db/client';
import { LeaseLost } from './errors.ts';
import { consumeReservation, releaseReservation, type Reservation } from './reservation.ts';

/**
 * Runs the work that a reservation pays for. Its failure, and a caller who has gone by the
 * time the result is there, cost nothing; otherwise the unit is consumed *before* the result
 * is handed over, so that no number of interrupted transfers makes one unit buy two reports.
 * The point of no return is therefore the first byte of the answer: who hangs up later has paid.
 * @throws whatever the work throws; LeaseLost when the work outlived its lease
 */
export async function spend<T>(db: Tx, held: Reservation, work: () => Promise<T>, callerGone: AbortSignal): Promise<T> {
  try {
    const result = await work();
    callerGone.throwIfAborted();
    if (await consumeReservation(db, held)) return result;
    throw new LeaseLost('the request took too long to be charged, so nothing was charged: try again');
  } catch (error) {
    // When even this fails (the database is away), the sweeper does it at the end of the lease.
    await releaseReservation(db, held).catch(() => undefined);
    throw error;
  }
}
