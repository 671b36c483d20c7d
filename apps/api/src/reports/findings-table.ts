import type { Assessment } from '@palisade/compliance/assess';
import { actionFor } from '@palisade/report/action-for';
import { EFFORTS } from '@palisade/report/action-kind';
import { ACTION_KINDS } from '@palisade/report/action-kinds';
import { isIssue, resultsOf, type AnyColumn, type Result } from '@palisade/report/findings';

const OWN = ['id', 'title', 'status', 'severity', 'deduction', 'explanation', 'fix', 'note', 'evidence'] as const;

export interface FindingsTable {
  columns: string[];
  rows: { result: Result; cells: string[] }[];
}

/**
 * Every check result of a report, with the action that fixes it. For a compliance report also its CWE and, in one
 * column for each framework, the controls it concerns.
 */
export function findingsTable(report: AnyColumn, assessment: Assessment | null = null): FindingsTable {
  const frameworks = assessment?.frameworks.map(({ framework }) => framework) ?? [];
  const found = new Map(assessment?.findings.map((finding) => [finding.id, finding]));
  const rows = resultsOf(report).map((result) => {
    const issue = isIssue(result);
    const { title, effort } = ACTION_KINDS[actionFor(result)];
    const finding = found.get(result.id);
    const concerned = frameworks.map(({ id }) => finding?.controls[id]?.join(', ') ?? '');
    const cells = [
      ...OWN.map((column) => {
        const value = result[column];
        return Array.isArray(value) ? value.join('\n') : String(value ?? '');
      }),
      issue ? title : '',
      issue ? EFFORTS[effort] : '',
      ...(assessment === null ? [] : [finding?.cwe?.label ?? '', ...concerned]),
    ];
    return { result, cells };
  });
  const columns = [
    ...OWN,
    'action',
    'effort',
    ...(assessment === null ? [] : ['cwe', ...frameworks.map(({ name, edition }) => `${name} ${edition}`)]),
  ];
  return { columns, rows };
}
