import { isIssue, type Result } from '@palisade/report/findings';

/** What a reader filters by: an issue's severity, or that there is none. */
export const FILTERS = ['critical', 'important', 'minor', 'unknown', 'good'] as const;
export type FindingKind = (typeof FILTERS)[number];

export function kindOf(result: Result): FindingKind {
  if (isIssue(result)) return result.severity;
  return result.status === 'unknown' ? 'unknown' : 'good';
}
