import { setTimeout as delay } from 'node:timers/promises';
import { QuotaExhausted, TokenRefused } from '@palisade/access/errors';

/** What a stopped scan had taken comes back within milliseconds, within seconds when the database is slow. */
const TOKEN_PAUSES_MS = [50, 150, 300, 500, 1000];
const QUOTA_PAUSES_MS = [300];

/**
 * For people, who press Stop and then Start, or close a tab and open the next: what the scan before is about to give
 * back is not refused to the one after it. Tries again while the token is in use, and once where no scan is left.
 * @throws what `scan` throws; the signal's reason
 */
export async function patiently<T>(scan: () => Promise<T>, signal: AbortSignal): Promise<T> {
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
