import { Document, View } from '@react-pdf/renderer';
import type { ScanReport } from '@palisade/report/report';
import type { ReactElement, ReactNode } from 'react';
import { type DocumentFonts, FontsContext } from './fonts-context.ts';
import { Cover, type CoverText } from './parts/cover.tsx';
import { ChecksPerformed } from './parts/checks-performed.tsx';
import { EvidenceAppendix } from './parts/evidence-appendix.tsx';
import { Finding } from './parts/finding.tsx';
import { PageFrame, type Running } from './parts/page-frame.tsx';
import { ScopeAndMethod } from './parts/scope-and-method.tsx';
import { Contents, Summary } from './parts/summary.tsx';
import { bookmark, ChapterTitle, Heading, Prose } from './parts/text.tsx';
import { issuesOf, plural, printedResults, type PrintedResult, utc } from './printed-report.ts';
import { SEVERITY } from './theme.ts';

export interface Metadata {
  title: string;
  author: string;
  subject: string;
  producer: string;
  created: string;
}

export function PdfDocument({
  meta,
  fonts,
  children,
}: {
  meta: Metadata;
  fonts: DocumentFonts;
  children: ReactNode;
}): ReactElement {
  return (
    <Document
      title={meta.title}
      author={meta.author}
      subject={meta.subject}
      creator={meta.producer}
      producer={meta.producer}
      language="en"
      // The scan's time, not the clock's: the same report gives the same bytes.
      creationDate={new Date(meta.created)}
      modificationDate={new Date(meta.created)}
      pageMode="useOutlines"
    >
      <FontsContext.Provider value={fonts}>{children}</FontsContext.Provider>
    </Document>
  );
}

export function runningOf(report: ScanReport, title: string, host: string): Running {
  return {
    title,
    host,
    sha256: report.evidence_sha256,
    engine: report.engine_version,
    time: `scanned ${utc(report.scanned_at)}`,
  };
}

export function ScanDocument({
  report,
  cover,
  meta,
  fonts,
  running,
}: {
  report: ScanReport;
  cover: CoverText;
  meta: Metadata;
  fonts: DocumentFonts;
  running: Running;
}): ReactElement {
  const results = printedResults(report);
  const issues = issuesOf(results);
  return (
    <PdfDocument meta={meta} fonts={fonts}>
      <Cover report={report} running={running} text={cover} />
      <PageFrame running={running}>
        <Summary report={report} results={results} />
        <Contents
          entries={[
            ['scope', 'Scope and method'],
            ['findings', 'Findings'],
            ['checks', 'Checks performed'],
            ['not-assessed', 'Not assessed'],
            ['evidence', 'Appendix: evidence'],
          ]}
        />
        <ScopeAndMethod report={report} results={results} />
        <Findings issues={issues} />
        <ChecksPerformed results={results} />
        <EvidenceAppendix report={report} results={results} />
      </PageFrame>
    </PdfDocument>
  );
}

function Findings({ issues }: { issues: readonly PrintedResult[] }): ReactNode {
  return (
    <View break>
      <ChapterTitle
        id="findings"
        title="Findings"
        lead={
          issues.length === 0
            ? 'No issue was observed by the checks that ran.'
            : `${plural(issues.length, 'finding')}, the gravest first. Each fix can be pasted as it stands; try it on a test system before the live one.`
        }
      />
      {(['critical', 'important', 'minor'] as const).map((severity) => {
        const first = issues.findIndex((issue) => issue.severity === severity);
        const own = issues.filter((issue) => issue.severity === severity);
        if (own.length === 0) return null;
        const { word } = SEVERITY[severity];
        return (
          <View key={severity} {...bookmark(`${word} (${own.length})`)}>
            <Heading>{`${word} · ${plural(own.length, 'finding')}`}</Heading>
            {own.map((issue, index) => (
              <Finding key={`${issue.id} ${index}`} number={first + index + 1} result={issue} />
            ))}
          </View>
        );
      })}
      {issues.length === 0 ? (
        <Prose>Nothing to mend. The checks performed are listed in the next chapter.</Prose>
      ) : null}
    </View>
  );
}
