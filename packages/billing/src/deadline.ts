import { BillingUnavailable } from './errors.ts';

const PAYMENT_DEADLINE_MS = 15_000;

/**
 * A payment route sends several requests to its provider in sequence, each with its own timeout; the
 * caller waits for their sum. Work that continues after the response is harmless: all of it may be repeated.
 */
export async function withinDeadline<T>(work: Promise<T>, deadlineMs = PAYMENT_DEADLINE_MS): Promise<T> {
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
