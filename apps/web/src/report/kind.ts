import { isIssue, type Result } from '@palisade/report/findings';

/** What a reader filters by: an issue's severity, or that there is none, with or without a remark. */
export const FILTERS = ['critical', 'important', 'minor', 'remark', 'unknown', 'good'] as const;
export type FindingKind = (typeof FILTERS)[number];

export function kindOf(result: Result): FindingKind {
  if (isIssue(result)) return result.severity;
  if (result.remark) return 'remark';
  return result.status === 'unknown' ? 'unknown' : 'good';
}
