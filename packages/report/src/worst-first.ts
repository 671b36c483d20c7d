import type { CheckStatus, Severity } from './check.ts';

/** What a header entry and a check have in common. */
export interface Judged {
  status: CheckStatus;
  severity: Severity;
  deduction: number;
}

/** Something to mend: neither in order nor not looked at. */
export function isIssue({ status }: Pick<Judged, 'status'>): boolean {
  return status !== 'good' && status !== 'unknown';
}

const RANK: Readonly<Record<Severity, number>> = { critical: 0, important: 1, minor: 2 };

/** Issues by severity and then by what they cost, then what was not assessed, then what is in order. */
export function worstFirst(a: Judged, b: Judged): number {
  return rank(a) - rank(b) || b.deduction - a.deduction;
}

function rank(judged: Judged): number {
  if (isIssue(judged)) return RANK[judged.severity];
  return judged.status === 'unknown' ? 3 : 4;
}
