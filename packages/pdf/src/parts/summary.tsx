import { Link, Text, View } from '@react-pdf/renderer';
import type { ScanReport } from '@palisade/report/report';
import type { ReactNode } from 'react';
import {
  hostOf,
  isIssue,
  issuesOf,
  plural,
  PRINTED_SECTIONS,
  type PrintedResult,
  SECTION_TITLES,
} from '../printed-report.ts';
import { CONTENT_WIDTH, INK, SEVERITY, TYPE } from '../theme.ts';
import { findingId } from './finding.tsx';
import { shorten } from './page-frame.tsx';
import { ScoreRing } from './score-ring.tsx';
import { SeverityTag, Table } from './tables.tsx';
import { ChapterTitle, Heading, Prose } from './text.tsx';

const FIRST = 6;

/** One page for somebody who reads only one. */
export function Summary({ report, results }: { report: ScanReport; results: readonly PrintedResult[] }): ReactNode {
  const issues = issuesOf(results);
  return (
    <View>
      <ChapterTitle id="summary" title="Executive summary" />
      <View style={{ flexDirection: 'row', marginBottom: 8 }}>
        <ScoreRing report={report} size={96} />
        <View style={{ marginLeft: 22, width: CONTENT_WIDTH - 118, justifyContent: 'center' }}>
          {verdict(report, results, issues).map((paragraph) => (
            <Prose key={paragraph} width={CONTENT_WIDTH - 118} gap={4}>
              {paragraph}
            </Prose>
          ))}
        </View>
      </View>
      {issues.length === 0 ? null : (
        <>
          <Heading>What to mend first</Heading>
          {issues.slice(0, FIRST).map((issue, index) => (
            <ToDo key={index} number={index + 1} issue={issue} />
          ))}
        </>
      )}
      <Heading>Results by area</Heading>
      <Areas results={results} />
    </View>
  );
}

function verdict(report: ScanReport, results: readonly PrintedResult[], issues: readonly PrintedResult[]): string[] {
  const unknown = results.filter((result) => result.status === 'unknown').length;
  const run = results.length - unknown;
  const counts = (['critical', 'important', 'minor'] as const)
    .map((severity) => [severity, issues.filter((issue) => issue.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity}`);
  const found =
    issues.length === 0
      ? `No issue was observed in the ${plural(run, 'check')} that ran.`
      : `${plural(issues.length, 'issue')} observed in ${plural(run, 'check')}: ${counts.join(', ')}.`;
  const paragraphs = [
    `${hostOf(report.url)} scores ${report.score} of 100, grade ${report.grade}. ${found}`,
    ...report.score_caps.map((cap) => `The score is held at ${cap.max_score} or below: ${cap.reason}.`),
  ];
  if (unknown > 0) {
    paragraphs.push(`${plural(unknown, 'check')} could not be made; the reasons are listed with the checks performed.`);
  }
  return paragraphs;
}

function ToDo({ number, issue }: { number: number; issue: PrintedResult }): ReactNode {
  return (
    <View
      wrap={false}
      style={{
        flexDirection: 'row',
        alignItems: 'center',
        borderBottomWidth: 0.5,
        borderBottomColor: INK.line,
        paddingVertical: 5,
      }}
    >
      <View style={{ width: 62 }}>
        <View style={{ flexDirection: 'row' }}>
          <SeverityTag severity={issue.severity} />
        </View>
      </View>
      <View style={{ width: CONTENT_WIDTH - 62 - 70 }}>
        <Link
          src={`#${findingId(number)}`}
          style={{ fontSize: 9, lineHeight: 1.35, fontWeight: 600, color: INK.night, textDecoration: 'none' }}
        >
          {shorten(issue.title, 70)}
        </Link>
      </View>
      <Text style={{ width: 70, fontSize: 8, color: INK.soft, textAlign: 'right' }}>
        {issue.deduction > 0 ? `+${issue.deduction} points` : SEVERITY[issue.severity].word}
      </Text>
    </View>
  );
}

function Areas({ results }: { results: readonly PrintedResult[] }): ReactNode {
  const rows = PRINTED_SECTIONS.map((section) => {
    const own = results.filter((result) => result.section === section);
    const unknown = own.filter((result) => result.status === 'unknown').length;
    const issues = own.filter(isIssue);
    const lost = issues.reduce((sum, issue) => sum + issue.deduction, 0);
    return [
      SECTION_TITLES[section],
      String(own.length - unknown),
      issues.length === 0 ? '–' : { text: String(issues.length), colour: SEVERITY.critical.colour, bold: true },
      unknown === 0 ? '–' : String(unknown),
      lost === 0 ? '–' : `−${lost}`,
    ];
  });
  return (
    <Table
      columns={[
        { title: 'Area', width: CONTENT_WIDTH - 4 * 72 },
        { title: 'Checks run', width: 72, align: 'right' },
        { title: 'Issues', width: 72, align: 'right' },
        { title: 'Not assessed', width: 72, align: 'right' },
        { title: 'Points', width: 72, align: 'right' },
      ]}
      rows={rows}
    />
  );
}

export function Contents({ entries }: { entries: readonly (readonly [id: string, title: string])[] }): ReactNode {
  return (
    <View style={{ marginTop: 14 }} wrap={false}>
      <Heading>In this report</Heading>
      <View style={{ flexDirection: 'row', flexWrap: 'wrap' }}>
        {entries.map(([id, title]) => (
          <Link
            key={id}
            src={`#${id}`}
            style={{ ...TYPE.body, width: CONTENT_WIDTH / 2, color: INK.link, textDecoration: 'none' }}
          >
            {title}
          </Link>
        ))}
      </View>
    </View>
  );
}
