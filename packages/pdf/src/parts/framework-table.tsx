import type { AssessmentRow, FrameworkAssessment, RowState } from '@palisade/compliance/assess';
import { stateLabel } from '@palisade/compliance/wording';
import type { Block } from '../flow.ts';
import type { Mark } from '../outline.ts';
import { CONTENT_WIDTH, INK, SEVERITY, STATUS, TYPE } from '../theme.ts';
import { type Cell, statusCell, table } from './tables.tsx';
import { chapterTitle, gap, heading, prose } from './text.tsx';

const STATE_COLOUR: Readonly<Record<RowState, string>> = {
  'issues observed': SEVERITY.critical.colour,
  'no issue observed': STATUS.good.colour,
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
        { title: 'Subject and what was looked at', width: CONTENT_WIDTH - 62 - 40 - 40 - 118 },
        { title: 'Run', width: 40, align: 'right' },
        { title: 'Issues', width: 40, align: 'right' },
        { title: 'Result', width: 118 },
      ],
      rows.map((row): Cell[] => [
        { text: row.control, colour: INK.night, bold: true },
        `${row.title}: ${row.scope}`,
        row.checks_run === 0 ? '–' : String(row.checks_run),
        row.issues === 0 ? '–' : String(row.issues),
        { text: stateLabel(row), colour: STATE_COLOUR[row.state], bold: row.state === 'issues observed' },
      ]),
    ),
    gap(8),
    prose(framework.statement, small),
    gap(3),
    prose(framework.outside, small),
    ...observations(rows),
  ];
}

/** Which checks stand behind each failed row, and on what ground. */
function observations(rows: readonly AssessmentRow[]): Block[] {
  const failed = rows.filter((row) => row.state === 'issues observed');
  if (failed.length === 0) return [];
  return [
    ...heading('Issues behind these results'),
    ...table(
      [
        { title: 'Control', width: 62 },
        { title: 'Check', width: 150 },
        { title: 'Outcome', width: 72 },
        { title: 'Why it counts here', width: CONTENT_WIDTH - 284 },
      ],
      failed.flatMap((row) =>
        row.checks
          .filter((check) => check.status !== 'good' && check.status !== 'unknown')
          .map((check): Cell[] => [
            row.control,
            check.title,
            statusCell(check.status),
            check.use === 'context' ? `Background only, ${check.basis}` : check.basis,
          ]),
      ),
    ),
  ];
}
