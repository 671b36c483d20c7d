import type { AssessmentRow, FrameworkAssessment, RowCheck } from '@palisade/compliance/assess';
import type { RowState } from '@palisade/compliance/row-state';
import { stateLabel } from '@palisade/compliance/wording';
import type { Block } from '../flow.ts';
import type { Mark } from '../outline.ts';
import { isIssue } from '@palisade/report/findings';
import { CONTENT_WIDTH, INK, SEVERITY, STATUS, TYPE } from '../theme.ts';
import { type Cell, statusCell, table } from './tables.tsx';
import { chapterTitle, gap, heading, prose } from './text.tsx';

const STATE_COLOUR: Readonly<Record<RowState, string>> = {
  gap: SEVERITY.critical.colour,
  observation: SEVERITY.important.colour,
  'no issue observed': STATUS.good.colour,
  'nothing to look at': STATUS.unknown.colour,
  'not assessed': STATUS.unknown.colour,
  'not applicable': INK.faint,
};

export function frameworkTitle({ framework }: FrameworkAssessment): string {
  return `${framework.name} ${framework.edition}`;
}

export function frameworkTable(assessed: FrameworkAssessment, mark: Mark): Block[] {
  const { framework, rows } = assessed;
  const small = { type: TYPE.small, colour: INK.soft };
  return [
    ...chapterTitle({
      id: framework.id,
      title: frameworkTitle(assessed),
      lead:
        framework.status === 'current'
          ? 'The edition in force.'
          : 'Superseded; kept beside the current edition for those who still work by it.',
      mark,
    }),
    ...table(
      [
        { title: 'Control', width: 62 },
        { title: 'Subject and what was checked', width: CONTENT_WIDTH - 62 - 40 - 40 - 118 },
        { title: 'Run', width: 40, align: 'right' },
        { title: 'Issues', width: 40, align: 'right' },
        { title: 'Result', width: 118 },
      ],
      rows.map((row): Cell[] => [
        { text: row.control, colour: INK.night, bold: true },
        `${row.title}: ${row.scope}`,
        row.checks_run === 0 ? '–' : String(row.checks_run),
        row.issues === 0 ? '–' : String(row.issues),
        { text: stateLabel(row), colour: STATE_COLOUR[row.state], bold: row.state === 'gap' },
      ]),
    ),
    gap(8),
    prose(framework.statement, small),
    gap(3),
    prose(framework.outside, small),
    ...observations(rows),
  ];
}

/** Which checks stand behind each row, with their outcomes, and on what ground. */
function observations(rows: readonly AssessmentRow[]): Block[] {
  const shown = rows.filter(({ checks, state }) => checks.length > 0 && state !== 'not applicable');
  if (shown.length === 0) return [];
  return [
    ...heading('Checks behind these results'),
    ...table(
      [
        { title: 'Control', width: 62 },
        { title: 'Check', width: 150 },
        { title: 'Outcome', width: 72 },
        { title: 'Why it counts here', width: CONTENT_WIDTH - 284 },
      ],
      shown.flatMap((row) => [
        ...row.checks
          .filter(isIssue)
          .map((check): Cell[] => [row.control, check.title, statusCell(check.status), basisOf(check)]),
        ...inOneLine(row),
      ]),
    ),
  ];
}

function basisOf({ use, basis, applies }: RowCheck): string {
  const ground = applies === true && basis.startsWith('if ') ? `${basis}, which holds here` : basis;
  return use === 'context' ? `Background only, ${ground}` : ground;
}

/** Those that found nothing share a line by outcome: a table of every check and control would hide the issues. */
function inOneLine(row: AssessmentRow): Cell[][] {
  const groups = [
    { word: 'nothing found', of: row.checks.filter((check) => check.status === 'good' && !check.nothing_to_check) },
    { word: 'nothing to look at', of: row.checks.filter((check) => check.nothing_to_check) },
    { word: 'not assessed', of: row.checks.filter((check) => check.status === 'unknown') },
  ];
  return groups.flatMap(({ word, of }) =>
    of.length === 0 ? [] : [[row.control, of.map(({ title }) => title).join('; '), word, '']],
  );
}
