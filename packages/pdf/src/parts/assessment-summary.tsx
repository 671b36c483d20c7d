import { counted } from '@palisade/report/counted';
import type { Assessment, AssessmentRow } from '@palisade/compliance/assess';
import { declaredCardData } from '@palisade/compliance/condition';
import { ROW_STATES, type RowState } from '@palisade/compliance/row-state';
import { CWE_VERSION } from '@palisade/compliance/cwe';
import { resultsOf } from '@palisade/report/findings';
import type { ScanReport } from '@palisade/report/report';
import { type Block, kept } from '../flow.ts';
import type { Mark } from '../outline.ts';
import { hostOf } from '../words.ts';
import { CONTENT_WIDTH, INK, SEVERITY, TYPE } from '../theme.ts';
import { frameworkTitle, type NumberOf } from './framework-table.tsx';
import { owaspCategories } from './references-line.ts';
import { unread } from './scope-and-method.tsx';
import { type Cell, table } from './tables.tsx';
import { chapterTitle, gap, heading, prose } from './text.tsx';

export function assessmentSummary(report: ScanReport, assessment: Assessment, numberOf: NumberOf, mark: Mark): Block[] {
  return [
    ...chapterTitle({ id: 'assessment', title: 'Assessment summary', mark }),
    prose(
      `${hostOf(report.url)}: ${counted(assessment.checks_run, 'check')} ran, ${counted(assessment.issues, 'issue')} observed; ${counted(assessment.checks_not_assessed, 'check')} could not be completed. The following tables show which controls of each framework these observations relate to. A control that is not visible from the outside is listed as not assessed, whatever was found.`,
    ),
    ...heading('Scope of this assessment'),
    ...kept(
      [...assumptions(assessment, report.browser?.looked === true), ...unread(resultsOf(report))].flatMap((line) => [
        prose(line),
        gap(3),
      ]),
    ),
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
    ...weaknesses(assessment, numberOf),
    gap(6),
    prose(
      `CWE names by version ${CWE_VERSION}, © The MITRE Corporation. Fit: exact describes this finding, close describes the underlying weakness, nearest is the closest available entry.${withOwasp(assessment) ? ' OWASP: category in the 2025 edition / in the 2021 edition.' : ''} Mapping version ${assessment.mapping_version}.`,
      { type: TYPE.tiny, color: INK.soft },
    ),
  ];
}

/** What the conditions were decided by. */
function assumptions({ scope, observed }: Assessment, visited: boolean): string[] {
  const declared = [
    ...(scope.card_data === undefined ? [] : [declaredCardData(scope.card_data).replace(/^declared: /, '')]),
    ...(scope.personal_data === undefined
      ? []
      : [scope.personal_data ? 'personal data is processed' : 'no personal data is processed']),
  ];
  const seen = [
    ...observed.payment_fields.map((line) => `card data is entered on the page: ${line}`),
    ...observed.payment_frames.map((line) => `card data is entered in a frame of a payment provider: ${line}`),
    ...observed.login_forms.map((line) => `users log in: ${line}`),
    ...observed.personal_fields.map((line) => `personal data is entered: ${line}`),
    ...observed.tracking.map((line) => `visitors are tracked: ${line}`),
  ];
  const read = observed.cut ? ', in the part of it that was read' : '';
  // Many forms are added by scripts.
  const none = observed.read
    ? `no field for card data or personal data, and no login form${read}${visited ? '' : ', before its scripts run'}`
    : 'not known, because no page could be read';
  const shown = seen.length === 0 ? none : seen.slice(0, SEEN).join('; ');
  return [
    `Declared for this report: ${declared.length === 0 ? 'nothing; if a reference depends on a condition, the condition is shown' : declared.join('; ')}.`,
    `Detected on the page: ${shown}${seen.length > SEEN ? `; and ${seen.length - SEEN} more` : ''}.`,
  ];
}

const SEEN = 5;

function weaknesses(assessment: Assessment, numberOf: NumberOf): Block[] {
  const { findings } = assessment;
  if (findings.length === 0) return [prose('The checks that ran observed no issue.')];
  const number = ({ id }: { id: string }) => numberOf(id) ?? 0;
  const owasp = withOwasp(assessment) ? [{ title: 'OWASP', width: OWASP }] : [];
  return table(
    [
      { title: 'No.', width: 30, align: 'right' },
      { title: 'Finding', width: 150 },
      { title: 'Severity', width: 62 },
      { title: 'CWE', width: CONTENT_WIDTH - 288 - (owasp.length === 0 ? 0 : OWASP) },
      { title: 'Fit', width: 46 },
      ...owasp,
    ],
    findings
      .toSorted((a, b) => number(a) - number(b))
      .map((finding): Cell[] => [
        String(numberOf(finding.id) ?? '–'),
        finding.title,
        { text: SEVERITY[finding.severity].word, color: SEVERITY[finding.severity].color, bold: true },
        finding.cwe?.label ?? 'No CWE fits',
        finding.cwe?.fit ?? '–',
        ...(owasp.length === 0 ? [] : [owaspCategories(finding.controls)]),
      ]),
  );
}

const OWASP = CONTENT_WIDTH - 453;

/** Whether both editions are assessed, in columns next to each other. */
function withOwasp({ frameworks }: Assessment): boolean {
  return frameworks.filter(({ framework }) => framework.id.startsWith('owasp-top10-')).length === 2;
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
