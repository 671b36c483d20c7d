import { View } from '@react-pdf/renderer';
import type { Assessment } from '@palisade/compliance/assess';
import type { ScanReport } from '@palisade/report/report';
import type { ReactElement, ReactNode } from 'react';
import type { DocumentFonts } from './fonts-context.ts';
import {
  AssessmentSummary,
  DisclaimerChapter,
  frameworkTitle,
  FrameworkTable,
  NotAssessed,
  referencesLine,
} from './parts/compliance.tsx';
import { Cover, type CoverText } from './parts/cover.tsx';
import { EvidenceAppendix } from './parts/evidence-appendix.tsx';
import { Finding } from './parts/finding.tsx';
import { PageFrame, type Running } from './parts/page-frame.tsx';
import { ScopeAndMethod } from './parts/scope-and-method.tsx';
import { Contents } from './parts/summary.tsx';
import { bookmark, ChapterTitle, Heading, Prose } from './parts/text.tsx';
import { issuesOf, plural, printedResults, type PrintedResult } from './printed-report.ts';
import { type Metadata, PdfDocument } from './scan-document.tsx';
import { SEVERITY } from './theme.ts';

export function ComplianceDocument({
  report,
  assessment,
  cover,
  meta,
  fonts,
  running,
}: {
  report: ScanReport;
  assessment: Assessment;
  cover: CoverText;
  meta: Metadata;
  fonts: DocumentFonts;
  running: Running;
}): ReactElement {
  const results = printedResults(report);
  return (
    <PdfDocument meta={meta} fonts={fonts}>
      <Cover report={report} running={running} text={cover} />
      <PageFrame running={running}>
        <AssessmentSummary report={report} assessment={assessment} />
        <Contents
          entries={[
            ...assessment.frameworks.map(
              (assessed) => [assessed.framework.id, frameworkTitle(assessed)] as [string, string],
            ),
            ['remediation', 'Remediation plan'],
            ['not-assessed', 'Not assessed'],
            ['scope', 'Scope and method'],
            ['evidence', 'Appendix: evidence'],
            ['disclaimer', 'Disclaimer'],
          ]}
        />
        {assessment.frameworks.map((assessed) => (
          <FrameworkTable key={assessed.framework.id} assessed={assessed} id={assessed.framework.id} />
        ))}
        <RemediationPlan assessment={assessment} issues={issuesOf(results)} />
        <NotAssessed assessment={assessment} results={results} />
        <ScopeAndMethod report={report} results={results} />
        <EvidenceAppendix report={report} results={results} />
        <DisclaimerChapter assessment={assessment} />
      </PageFrame>
    </PdfDocument>
  );
}

function RemediationPlan({
  assessment,
  issues,
}: {
  assessment: Assessment;
  issues: readonly PrintedResult[];
}): ReactNode {
  return (
    <View break>
      <ChapterTitle
        id="remediation"
        title="Remediation plan"
        lead={
          issues.length === 0
            ? 'No issue was observed by the checks that ran: there is nothing to plan.'
            : `${plural(issues.length, 'step')}, by severity and then by the points each one regains. Try each fix on a test system before the live one.`
        }
      />
      {(['critical', 'important', 'minor'] as const).map((severity) => {
        const own = issues.filter((issue) => issue.severity === severity);
        const first = issues.findIndex((issue) => issue.severity === severity);
        if (own.length === 0) {
          return issues.length === 0 ? null : (
            <View key={severity}>
              <Heading>{SEVERITY[severity].word}</Heading>
              <Prose>No issue of this severity was observed.</Prose>
            </View>
          );
        }
        return (
          <View key={severity} {...bookmark(`${SEVERITY[severity].word} (${own.length})`)}>
            <Heading>{`${SEVERITY[severity].word} · ${plural(own.length, 'step')}`}</Heading>
            {own.map((issue, index) => (
              <Finding
                key={`${issue.id} ${index}`}
                number={first + index + 1}
                result={issue}
                references={referencesLine(assessment, issue)}
              />
            ))}
          </View>
        );
      })}
    </View>
  );
}
