import type { AnyColumn } from './findings.ts';
import { resultsOf } from './findings.ts';
import type { ScoreCap } from './report.ts';

/**
 * The score that the same site would have with these findings fixed: 100 minus the remaining deductions, at least 0,
 * and at most the lowest remaining cap. Adding up the points of the fixes would be wrong below 0 and under a cap.
 */
export function scoreWithout(
  report: AnyColumn & { score_caps: readonly Pick<ScoreCap, 'check' | 'max_score'>[] },
  fixed: ReadonlySet<string>,
): number {
  const left = resultsOf(report).filter(({ id }) => !fixed.has(id));
  const deducted = left.reduce((sum, { deduction }) => sum + deduction, 0);
  const caps = report.score_caps.filter(({ check }) => !fixed.has(check)).map((cap) => cap.max_score);
  return Math.min(Math.max(0, 100 - deducted), ...caps);
}
