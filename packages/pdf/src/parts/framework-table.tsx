import {
  type AssessmentRow,
  type FrameworkAssessment,
  ON_THE_SUBJECT,
  type RowCheck,
} from '@palisade/compliance/assess';
import type { RowState } from '@palisade/compliance/row-state';
import { stateLabel, whyCounted } from '@palisade/compliance/wording';
import { isIssue } from '@palisade/report/findings';
import { type Block, kept } from '../flow.ts';
import type { Mark } from '../outline.ts';
import { CONTENT_WIDTH, INK, SEVERITY, STATUS, TYPE } from '../theme.ts';
import { type Cell, table } from './tables.tsx';
import { chapterTitle, gap, prose } from './text.tsx';

const STATE_COLOR: Readonly<Record<RowState, string>> = {
  gap: SEVERITY.critical.color,
  observation: SEVERITY.important.color,
  'no issue observed': STATUS.good.color,
  'nothing to look at': STATUS.unknown.color,
  'not assessed': STATUS.unknown.color,
  'not applicable': INK.faint,
};

export function frameworkTitle({ framework }: FrameworkAssessment): string {
  return `${framework.name} ${framework.edition}`;
}

/** A finding's number in this document, by its check id. */
export type NumberOf = (checkId: string) => number | null;

const CONTROL = 58;
const RESULT = 108;

/** Controls against checks: each row says what was found, what passed and on what basis it counts. */
export function frameworkTable(assessed: FrameworkAssessment, numberOf: NumberOf, mark: Mark): Block[] {
  const { framework, rows } = assessed;
  const small = { type: TYPE.small, color: INK.soft };
  return [
    ...chapterTitle({
      id: framework.id,
      title: frameworkTitle(assessed),
      lead: `${
        framework.status === 'current'
          ? 'The current edition.'
          : 'Superseded. Included for organizations that still use it.'
      } Checks are listed by id, findings by title and by their number in the remediation plan.`,
      mark,
      needs: 240,
    }),
    ...table(
      [
        { title: 'Control', width: CONTROL },
        { title: 'Subject, what was checked, and the checks behind it', width: CONTENT_WIDTH - CONTROL - RESULT },
        { title: 'Result', width: RESULT },
      ],
      rows.map((row): Cell[] => [
        { text: row.control, color: INK.night, bold: true },
        [
          { text: `${row.title}: ${row.scope}`, color: INK.night, bold: true },
          ...checksBehind(row, numberOf).map((text) => ({ text, color: INK.soft })),
        ],
        { text: stateLabel(row), color: STATE_COLOR[row.state], bold: row.state === 'gap' },
      ]),
    ),
    ...kept([gap(8), prose(framework.statement, small), gap(3), prose(framework.outside, small)]),
  ];
}

function checksBehind(row: AssessmentRow, numberOf: NumberOf): string[] {
  if (row.state === 'not applicable') return row.reason === null ? [] : [`Why: ${row.reason}.`];
  const of = (word: string, checks: readonly RowCheck[]) =>
    checks.length === 0 ? [] : [`${word}: ${checks.map(({ id }) => id).join(', ')}`];
  const good = row.checks.filter(({ status }) => status === 'good');
  const remarked = good.filter(({ remark }) => remark);
  return [
    ...found(row, numberOf),
    ...(row.reason !== null && (row.state === 'no issue observed' || row.state === 'nothing to look at')
      ? [`This row ${row.reason}, which was neither declared nor seen on the page.`]
      : []),
    ...(remarked.length === 0
      ? []
      : [`Noted, without deduction: ${remarked.map(({ title, id }) => `${title} (${id})`).join('; ')}`]),
    ...of(
      'No issue',
      good.filter((check) => !check.nothing_to_check && !remarked.includes(check)),
    ),
    ...of(
      'Nothing to look at',
      good.filter((check) => check.nothing_to_check),
    ),
    ...of(
      'Could not be completed',
      row.checks.filter(({ status }) => status === 'unknown'),
    ),
  ];
}

/** Grouped by the basis on which they count, so that it is printed once. Findings on the same subject are given by number only. */
function found({ checks }: AssessmentRow, numberOf: NumberOf): string[] {
  const issues = checks.filter(isIssue).toSorted((a, b) => WEIGHT[a.use] - WEIGHT[b.use]);
  const onTheSubject = issues.filter(({ basis }) => basis === ON_THE_SUBJECT);
  const grounds = Map.groupBy(
    issues.filter((issue) => !onTheSubject.includes(issue)),
    whyCounted,
  );
  const numbers = onTheSubject
    .map(({ id, title }) => numberOf(id) ?? title)
    .toSorted((a, b) => String(a).localeCompare(String(b), 'en', { numeric: true }));
  return [
    ...[...grounds].map(([basis, own]) => {
      const named = own.map(({ id, title }) => [numberOf(id), title] as const);
      return `Found: ${named.map(([number, title]) => (number === null ? title : `${title} (${number})`)).join('; ')}. Why: ${basis}.`;
    }),
    ...(onTheSubject.length === 0 ? [] : [`Findings on the same subject, as background: ${numbers.join(', ')}`]),
  ];
}

const WEIGHT = { gap: 0, supporting: 1, context: 2 };
