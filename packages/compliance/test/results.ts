import { assess, type AssessmentOptions, type AssessmentRow } from '../src/assess.ts';
import type { Result } from '../src/result.ts';
import type { WeaknessName } from '../src/weaknesses.ts';

/** One result of a check that looks for these weaknesses, the first of which an issue is a case of. */
export function result(
  status: Result['status'],
  weaknesses: readonly WeaknessName[],
  more: Partial<Result> = {},
): Result {
  return {
    id: `any/${weaknesses[0] ?? 'observation'}`,
    outcome: status,
    title: `${weaknesses[0]} ${status}`,
    status,
    severity: 'important',
    deduction: status === 'good' || status === 'unknown' ? 0 : 5,
    explanation: 'why',
    fix: null,
    note: null,
    evidence: [],
    weaknesses,
    nothing_to_check: false,
    remark: false,
    ...more,
  };
}

export function row(
  results: Result[],
  framework: string,
  control: string,
  options: AssessmentOptions = {},
): AssessmentRow {
  const table = assess(results, options).frameworks.find((entry) => entry.framework.id === framework);
  const found = table?.rows.find((entry) => entry.control === control);
  if (!found) throw new Error(`no row ${framework} ${control}`);
  return found;
}
