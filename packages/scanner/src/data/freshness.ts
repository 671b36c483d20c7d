const DAY = 86_400_000;
/** A table this old says nothing good any more: what has happened since is not in it. */
export const STALE_AFTER_DAYS = 180;
export const AGEING_AFTER_DAYS = 90;

/** @param asOf the day of the table, `2026-08-22` */
export function ageInDays(asOf: string, now: number): number {
  return Math.floor((now - Date.parse(asOf)) / DAY);
}

export function isStale(asOf: string, now: number): boolean {
  return ageInDays(asOf, now) > STALE_AFTER_DAYS;
}

/** A word beside a verdict that an old table can make too kind, where the report's form allows no "unknown". */
export function staleRemark(what: string, asOf: string, now: number): string {
  return isStale(asOf, now) ? `The table of ${what} is of ${asOf}: what has come since is not in it.` : '';
}

/** Why a "good" from this table is none. */
export function staleReason(asOf: string): string {
  return `the table to compare with is of ${asOf}, more than ${STALE_AFTER_DAYS} days before this scan`;
}
