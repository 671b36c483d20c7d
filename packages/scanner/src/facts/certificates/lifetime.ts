import type { Certificate } from '../../evidence/tls.ts';

const DAY_MS = 86_400_000;

/** CA/Browser Forum Baseline Requirements §6.3.2 (ballots 193, SC31 and SC-081v3): days allowed from a day of issue on. */
const LIMITS: readonly (readonly [from: string, days: number])[] = [
  ['2029-03-15', 47],
  ['2027-03-15', 100],
  ['2026-03-15', 200],
  ['2020-09-01', 398],
  ['2018-03-01', 825],
  ['2016-07-01', 1187],
];
/** Chrome and Safari enforce this much by themselves for certificates issued since September 2020. */
const REFUSED_DAYS = 398;

/** How long a certificate lives, and how long its day of issue allows; `refused`: browsers do not take it from a public authority. */
export function lifetimeOf({ not_before: start, not_after: end }: Certificate): {
  days: number;
  limit: number | null;
  refused: boolean;
} {
  const from = Date.parse(start);
  const span = Date.parse(end) - from;
  // Both ends count: a period from 00:00:00 to 23:59:59 is one day.
  const days = Math.ceil((span + 1000) / DAY_MS);
  const limit = LIMITS.find(([day]) => from >= Date.parse(day))?.[1] ?? null;
  // Those of older days are refused by the limit of their day. Chrome (HasTooLongValidity) does not count the last second.
  return { days, limit, refused: limit !== null && span > Math.max(REFUSED_DAYS, limit) * DAY_MS };
}
