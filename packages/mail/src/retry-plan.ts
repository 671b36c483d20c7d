import type { SendResult } from './outgoing.ts';

/** The mail service forgets an idempotency key after 24 hours; retrying later what may have arrived could deliver it twice. */
export const KEY_LIFETIME_MS = 23 * 60 * 60 * 1000;

const FIRST_DELAY_MS = 2_000;
export const LONGEST_DELAY_MS = 30 * 60 * 1000;

export interface Attempted {
  attempts: number;
  ambiguous: boolean;
  firstAttemptAt: Date | null;
}

export type Plan =
  | { state: 'pending' | 'unknown'; ambiguous: boolean; at: Date }
  /** It stays unknown: an operator decides. */
  | { state: 'unknown'; ambiguous: true; at: null }
  | { state: 'failed' };

/** What to do with a message after a failed attempt. */
export function afterAttempt(message: Attempted, result: Exclude<SendResult, { outcome: 'sent' }>, now: Date): Plan {
  const ambiguous = message.ambiguous || result.outcome === 'unknown';
  // The service rejects what it already rejected before the outcome became unknown: nothing has arrived.
  if (result.outcome === 'permanent')
    return ambiguous ? { state: 'unknown', ambiguous: true, at: null } : { state: 'failed' };
  const started = message.firstAttemptAt ?? now;
  const wanted = result.retryAfterMs ?? FIRST_DELAY_MS * 2 ** Math.min(message.attempts - 1, 20);
  const delay = Math.min(wanted, LONGEST_DELAY_MS);
  const at = new Date(now.getTime() + delay);
  if (at.getTime() - started.getTime() > KEY_LIFETIME_MS) {
    return ambiguous ? { state: 'unknown', ambiguous: true, at: null } : { state: 'failed' };
  }
  return { state: ambiguous ? 'unknown' : 'pending', ambiguous, at };
}
