const DAY = 86_400_000;
/** A table of this age supports no good verdict: newer developments are missing. */
export const STALE_AFTER_DAYS = 180;
export const AGEING_AFTER_DAYS = 90;

/** @param asOf the date of the table, `2026-08-22` */
export function ageInDays(asOf: string, now: number): number {
  return Math.floor((now - Date.parse(asOf)) / DAY);
}

export function isStale(asOf: string, now: number): boolean {
  return ageInDays(asOf, now) > STALE_AFTER_DAYS;
}

/** A remark next to a verdict that an old table could make too good, where the report's format allows no "unknown". */
export function staleRemark(what: string, asOf: string, now: number): string {
  return isStale(asOf, now) ? `The table of ${what} is of ${asOf}: what has come since is not in it.` : '';
}

/** Why this table supports no "good". */
export function staleReason(asOf: string): string {
  return `the table to compare with is of ${asOf}, more than ${STALE_AFTER_DAYS} days before this scan`;
}
