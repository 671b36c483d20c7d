import type { BillingDeps } from './billing-deps.ts';
import { BillingUnavailable } from './errors.ts';

const LONGEST_MS = 15_000;
/** Added to the scan timeout: every request ends within five seconds of it. */
const SLACK_MS = 4_000;

export function patienceFor(scanTimeoutMs: number): number {
  return Math.min(LONGEST_MS, scanTimeoutMs + SLACK_MS);
}

/** How long a caller waits for a provider, however many requests it takes. */
export async function withinPatience<T>(deps: Pick<BillingDeps, 'patienceMs'>, work: Promise<T>): Promise<T> {
  return await withinDeadline(work, deps.patienceMs);
}

/**
 * A payment route sends several requests to its provider in sequence, each with its own timeout; the
 * caller waits for their sum. Work that continues after the response is harmless: all of it may be repeated.
 */
export async function withinDeadline<T>(work: Promise<T>, deadlineMs = LONGEST_MS): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new BillingUnavailable('the payment provider is too slow: try again later')),
    deadlineMs,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
