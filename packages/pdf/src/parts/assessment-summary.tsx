import type { Assessment, AssessmentRow } from '@palisade/compliance/assess';
import { ROW_STATES, type RowState } from '@palisade/compliance/row-state';
import { CWE_VERSION } from '@palisade/compliance/cwe';
import type { ScanReport } from '@palisade/report/report';
import { type Block, kept } from '../flow.ts';
import type { Mark } from '../outline.ts';
import { hostOf, plural } from '../printed-report.ts';
import { CONTENT_WIDTH, INK, SEVERITY, TYPE } from '../theme.ts';
import { frameworkTitle } from './framework-table.tsx';
import { owaspCategories } from './references-line.ts';
import { besideRing } from './summary.tsx';
import { type Cell, table } from './tables.tsx';
import { chapterTitle, gap, heading, prose } from './text.tsx';

export function assessmentSummary(report: ScanReport, assessment: Assessment, mark: Mark): Block[] {
  return [
    ...chapterTitle({ id: 'summary', title: 'Assessment summary', mark }),
    besideRing(report, 88, [
      {
        text: `${hostOf(report.url)} scores ${report.score} of 100, grade ${report.grade}. ${plural(assessment.checks_run, 'check')} ran, ${plural(assessment.issues, 'issue')} observed; ${plural(assessment.checks_not_assessed, 'check')} could not be made.`,
      },
      {
        text: 'The tables that follow say which controls of each framework these observations speak to. A control that cannot be seen from outside is listed as not assessed, whatever was found.',
        colour: INK.soft,
      },
    ]),
    gap(8),
    ...heading('By framework'),
    ...kept(
      table(
        [
          { title: 'Framework', width: CONTENT_WIDTH - ROW_STATES.length * 58 },
          ...ROW_STATES.map((state) => ({ title: COLUMN[state], width: 58, align: 'right' as const })),
        ],
        assessment.frameworks.map((framework) => [frameworkTitle(framework), ...counts(framework.rows)]),
      ),
    ),
    ...heading('Findings and weaknesses (CWE)'),
    ...weaknesses(assessment),
    gap(6),
    prose(
      `CWE names by version ${CWE_VERSION}, © The MITRE Corporation. Fit: exact describes this finding, close the weakness behind it, nearest is the closest entry there is. OWASP: category in the 2025 edition / in the 2021 edition. Mapping version ${assessment.mapping_version}.`,
      { type: TYPE.tiny, colour: INK.soft },
    ),
  ];
}

function weaknesses({ findings }: Assessment): Block[] {
  if (findings.length === 0) return [prose('No issue was observed by the checks that ran.')];
  return table(
    [
      { title: 'Finding', width: 158 },
      { title: 'Severity', width: 62 },
      { title: 'CWE', width: 175 },
      { title: 'Fit', width: 46 },
      { title: 'OWASP', width: CONTENT_WIDTH - 441 },
    ],
    findings.map((finding): Cell[] => [
      finding.title,
      { text: SEVERITY[finding.severity].word, colour: SEVERITY[finding.severity].colour, bold: true },
      finding.cwe?.label ?? 'No CWE fits',
      finding.cwe?.fit ?? '–',
      owaspCategories(finding.controls),
    ]),
  );
}

const COLUMN: Readonly<Record<RowState, string>> = {
  gap: 'Fail',
  observation: 'Observed',
  'no issue observed': 'No issue',
  'nothing to look at': 'Nothing to look at',
  'not assessed': 'Not assessed',
  'not applicable': 'Not applicable',
};

function counts(rows: readonly AssessmentRow[]): string[] {
  return ROW_STATES.map((state) => {
    const count = rows.filter((row) => row.state === state).length;
    return count === 0 ? '–' : String(count);
  });
}
