import { Text, View } from '@react-pdf/renderer';
import type { Assessment, AssessmentRow, FrameworkAssessment, RowState } from '@palisade/compliance/assess';
import { cweUrl, CWE_VERSION } from '@palisade/compliance/cwe';
import { DISCLAIMER, stateLabel } from '@palisade/compliance/wording';
import type { ScanReport } from '@palisade/report/report';
import type { ReactNode } from 'react';
import { hostOf, plural, type PrintedResult } from '../printed-report.ts';
import { CONTENT_WIDTH, INK, SEVERITY, STATUS } from '../theme.ts';
import { ScoreRing } from './score-ring.tsx';
import { type Cell, statusCell, Table } from './tables.tsx';
import { bookmark, ChapterTitle, Heading, Prose, TextLink } from './text.tsx';

const STATE_COLOUR: Readonly<Record<RowState, string>> = {
  'issues observed': SEVERITY.critical.colour,
  'no issue observed': STATUS.good.colour,
  'not assessed': STATUS.unknown.colour,
  'not applicable': INK.faint,
};

export function frameworkTitle({ framework }: FrameworkAssessment): string {
  return `${framework.name} ${framework.edition}`;
}

export function AssessmentSummary({ report, assessment }: { report: ScanReport; assessment: Assessment }): ReactNode {
  return (
    <View>
      <ChapterTitle id="summary" title="Assessment summary" />
      <View style={{ flexDirection: 'row', marginBottom: 8 }}>
        <ScoreRing report={report} size={88} />
        <View style={{ marginLeft: 22, width: CONTENT_WIDTH - 110, justifyContent: 'center' }}>
          <Prose width={CONTENT_WIDTH - 110} gap={4}>
            {`${hostOf(report.url)} scores ${report.score} of 100, grade ${report.grade}. ${plural(assessment.checks_run, 'check')} ran, ${plural(assessment.issues, 'issue')} observed; ${plural(assessment.checks_not_assessed, 'check')} could not be made.`}
          </Prose>
          <Prose width={CONTENT_WIDTH - 110} colour={INK.soft}>
            The tables that follow say which controls of each framework these observations speak to. A control that
            cannot be seen from outside is listed as not assessed, whatever was found.
          </Prose>
        </View>
      </View>
      <Heading>By framework</Heading>
      <Table
        columns={[
          { title: 'Framework', width: CONTENT_WIDTH - 4 * 82 },
          { title: 'Issues observed', width: 82, align: 'right' },
          { title: 'None observed', width: 82, align: 'right' },
          { title: 'Not assessed', width: 82, align: 'right' },
          { title: 'Not applicable', width: 82, align: 'right' },
        ]}
        rows={assessment.frameworks.map((framework) => [frameworkTitle(framework), ...counts(framework.rows)])}
      />
      <Heading>Findings and weaknesses (CWE)</Heading>
      {assessment.findings.length === 0 ? <Prose>No issue was observed by the checks that ran.</Prose> : null}
      {assessment.findings.length === 0 ? null : (
        <Table
          columns={[
            { title: 'Finding', width: 158 },
            { title: 'Severity', width: 62 },
            { title: 'CWE', width: 175 },
            { title: 'Fit', width: 46 },
            { title: 'OWASP', width: CONTENT_WIDTH - 441 },
          ]}
          rows={assessment.findings.map((finding): Cell[] => [
            finding.title,
            { text: SEVERITY[finding.severity].word, colour: SEVERITY[finding.severity].colour, bold: true },
            finding.cwe?.label ?? 'No CWE fits',
            finding.cwe?.fit ?? '–',
            owasp(finding.controls['owasp-top10-2025'], finding.controls['owasp-top10-2021']),
          ])}
        />
      )}
      <View style={{ marginTop: 6 }}>
        <Prose size="tiny" colour={INK.soft}>
          {`CWE names by version ${CWE_VERSION}, © The MITRE Corporation. Fit: exact describes this finding, close the weakness behind it, nearest is the closest entry there is. OWASP: category in the 2025 edition / in the 2021 edition. Mapping version ${assessment.mapping_version}.`}
        </Prose>
      </View>
    </View>
  );
}

function owasp(in2025: readonly string[], in2021: readonly string[]): string {
  return `${in2025.join(', ') || '–'} / ${in2021.join(', ') || '–'}`;
}

function counts(rows: readonly AssessmentRow[]): string[] {
  return (['issues observed', 'no issue observed', 'not assessed', 'not applicable'] as const).map((state) => {
    const count = rows.filter((row) => row.state === state).length;
    return count === 0 ? '–' : String(count);
  });
}

export function FrameworkTable({ assessed, id }: { assessed: FrameworkAssessment; id: string }): ReactNode {
  const { framework, rows } = assessed;
  return (
    <View break>
      <ChapterTitle
        id={id}
        title={frameworkTitle(assessed)}
        lead={
          framework.status === 'current'
            ? 'The edition in force.'
            : 'Superseded; kept beside the current edition for those who still work by it.'
        }
      />
      <Table
        columns={[
          { title: 'Control', width: 62 },
          { title: 'Subject and what was looked at', width: CONTENT_WIDTH - 62 - 40 - 40 - 118 },
          { title: 'Run', width: 40, align: 'right' },
          { title: 'Issues', width: 40, align: 'right' },
          { title: 'Result', width: 118 },
        ]}
        rows={rows.map((row): Cell[] => [
          { text: row.control, colour: INK.night, bold: true },
          `${row.title}: ${row.scope}`,
          row.checks_run === 0 ? '–' : String(row.checks_run),
          row.issues === 0 ? '–' : String(row.issues),
          { text: stateLabel(row), colour: STATE_COLOUR[row.state], bold: row.state === 'issues observed' },
        ])}
      />
      <View style={{ marginTop: 8 }}>
        <Prose size="small" colour={INK.soft} gap={3}>
          {framework.statement}
        </Prose>
        <Prose size="small" colour={INK.soft}>
          {framework.outside}
        </Prose>
      </View>
      <Observations rows={rows} />
    </View>
  );
}

/** Which checks stand behind each failed row, and on what ground. */
function Observations({ rows }: { rows: readonly AssessmentRow[] }): ReactNode {
  const failed = rows.filter((row) => row.state === 'issues observed');
  if (failed.length === 0) return null;
  return (
    <View>
      <Heading>Issues behind these results</Heading>
      <Table
        columns={[
          { title: 'Control', width: 62 },
          { title: 'Check', width: 150 },
          { title: 'Outcome', width: 72 },
          { title: 'Why it counts here', width: CONTENT_WIDTH - 284 },
        ]}
        rows={failed.flatMap((row) =>
          row.checks
            .filter((check) => check.status !== 'good' && check.status !== 'unknown')
            .map((check): Cell[] => [
              row.control,
              check.title,
              statusCell(check.status),
              check.use === 'context' ? `Background only, ${check.basis}` : check.basis,
            ]),
        )}
      />
    </View>
  );
}

/** The references printed under a finding of the remediation plan. */
export function referencesLine(assessment: Assessment, result: PrintedResult): string {
  const finding = assessment.findings.find(({ id, title }) => id === result.id && title === result.title);
  if (finding === undefined) return 'No control of the assessed frameworks speaks of this.';
  const parts = [
    finding.cwe === null ? 'no CWE fits' : `${finding.cwe.label} (${finding.cwe.fit})`,
    `OWASP 2025 / 2021: ${owasp(finding.controls['owasp-top10-2025'], finding.controls['owasp-top10-2021'])}`,
    named('PCI DSS', finding.controls['pci-dss-4.0.1']),
    named('GDPR Art.', finding.controls['gdpr-art32']),
    named('ISO 27001', finding.controls['iso27001-2022']),
  ].filter((part) => part !== '');
  const note = finding.mapping_note === null ? '' : ` ${finding.mapping_note}`;
  return `${parts.join('  ·  ')}.${note}`;
}

function named(framework: string, controls: readonly string[]): string {
  return controls.length === 0 ? '' : `${framework} ${controls.join(', ')}`;
}

export function NotAssessed({
  assessment,
  results,
}: {
  assessment: Assessment;
  results: readonly PrintedResult[];
}): ReactNode {
  const unknown = results.filter((result) => result.status === 'unknown');
  return (
    <View break>
      <ChapterTitle
        id="not-assessed"
        title="Not assessed"
        lead="What this report says nothing about. A scan from outside cannot see it, or could not this time."
      />
      {assessment.frameworks.map((assessed) => {
        const rows = assessed.rows.filter((row) => row.state === 'not assessed');
        return (
          <View key={assessed.framework.id} style={{ marginBottom: 8 }}>
            <Heading>{frameworkTitle(assessed)}</Heading>
            {rows.map((row) => (
              <View key={row.control} style={{ flexDirection: 'row', marginBottom: 2 }} wrap={false}>
                <Text style={{ width: 58, fontSize: 8, lineHeight: 1.45, fontWeight: 600, color: INK.soft }}>
                  {row.control}
                </Text>
                <View style={{ width: CONTENT_WIDTH - 58 }}>
                  <Prose size="small" width={CONTENT_WIDTH - 58}>{`${row.title}: ${row.scope}`}</Prose>
                </View>
              </View>
            ))}
            <Prose size="small" colour={INK.soft}>
              {assessed.framework.outside}
            </Prose>
          </View>
        );
      })}
      {unknown.length === 0 ? null : (
        <View>
          <Heading>Checks that could not be made</Heading>
          {unknown.map((result) => (
            <Prose
              key={result.id}
              size="small"
              gap={3}
            >{`${result.title}: ${result.note ?? 'no reason recorded'}`}</Prose>
          ))}
        </View>
      )}
    </View>
  );
}

export function DisclaimerChapter({ assessment }: { assessment: Assessment }): ReactNode {
  const cwes = [
    ...new Map(
      assessment.findings.flatMap(({ cwe }) => (cwe === null ? [] : [[cwe.id, cwe.label] as const])),
    ).entries(),
  ];
  return (
    <View break>
      <ChapterTitle id="disclaimer" title="Disclaimer" />
      {DISCLAIMER.map((paragraph) => (
        <Prose key={paragraph} gap={7}>
          {paragraph}
        </Prose>
      ))}
      {cwes.length === 0 ? null : (
        <View {...bookmark('Weaknesses cited')}>
          <Heading>Weaknesses cited</Heading>
          {cwes
            .toSorted(([a], [b]) => a - b)
            .map(([id, label]) => (
              <TextLink key={id} href={cweUrl(id)} size={8.5}>
                {label}
              </TextLink>
            ))}
        </View>
      )}
    </View>
  );
}
