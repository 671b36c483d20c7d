import { setTimeout as delay } from 'node:timers/promises';
import { QuotaExhausted, TokenRefused } from '@palisade/access/errors';

/** A stopped scan gives its token or unit back within milliseconds, or within seconds if the database is slow. */
const TOKEN_PAUSES_MS = [50, 150, 300, 500, 1000];
const QUOTA_PAUSES_MS = [300];

/**
 * For people who press Stop and then Start, or close a tab and open another: waits for what the previous scan is about
 * to give back. Retries while the token is in use, and once if no scan is left.
 * @throws what `scan` throws; the signal's reason
 */
export async function retryBriefly<T>(scan: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await scan();
    } catch (error) {
      const pause = pausesAfter(error)[tried];
      if (pause === undefined) throw error;
      await delay(pause, undefined, { signal }).catch(() => undefined);
      signal.throwIfAborted();
    }
  }
}

function pausesAfter(error: unknown): readonly number[] {
  if (error instanceof TokenRefused && error.reason === 'in-use') return TOKEN_PAUSES_MS;
  return error instanceof QuotaExhausted ? QUOTA_PAUSES_MS : [];
}
