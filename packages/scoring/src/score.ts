import type { Severity } from '@palisade/report/check';
import { isIssue, type Judged } from '@palisade/report/findings';
import type { Grade, IssueCounts, ScoreCap } from '@palisade/report/report';

/** Specification §2.3, highest band first. */
const BANDS: ReadonlyArray<readonly [minimum: number, grade: Grade]> = [
  [90, 'A+'],
  [80, 'A'],
  [70, 'B'],
  [60, 'C'],
  [50, 'D'],
  [0, 'F'],
];

export interface Score {
  score: number;
  grade: Grade;
  issueCounts: IssueCounts;
}

/** 100 minus all deductions, at least 0, and at most the lowest cap. */
export function scoreOf(judged: readonly Judged[], caps: ReadonlyArray<Pick<ScoreCap, 'max_score'>>): Score {
  const deducted = judged.reduce((sum, one) => sum + one.deduction, 0);
  const score = Math.min(Math.max(0, 100 - deducted), ...caps.map((cap) => cap.max_score));
  return { score, grade: gradeOf(score), issueCounts: countIssues(judged) };
}

/** @param score 0 to 100 */
export function gradeOf(score: number): Grade {
  const band = BANDS.find(([minimum]) => score >= minimum);
  return band ? band[1] : 'F';
}

function countIssues(judged: readonly Judged[]): IssueCounts {
  const count = (severity: Severity) => judged.filter((one) => isIssue(one) && one.severity === severity).length;
  const [critical, important, minor] = [count('critical'), count('important'), count('minor')];
  return { critical, important, minor, total: critical + important + minor };
}
