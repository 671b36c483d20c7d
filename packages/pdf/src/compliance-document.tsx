import type { Assessment } from '@palisade/compliance/assess';
import type { ReactElement } from 'react';
import type { Block } from './flow.ts';
import { Outline } from './outline.ts';
import { assessmentSummary } from './parts/assessment-summary.tsx';
import { Cover } from './parts/cover.tsx';
import { disclaimerChapter } from './parts/disclaimer.tsx';
import { evidenceAppendix } from './parts/evidence-appendix.tsx';
import { finding } from './parts/finding.tsx';
import { frameworkTable, frameworkTitle } from './parts/framework-table.tsx';
import { controlsNotAssessed } from './parts/controls-not-assessed.tsx';
import { referencesLine } from './parts/references-line.ts';
import { scopeAndMethod } from './parts/scope-and-method.tsx';
import { contents } from './parts/summary.tsx';
import { chapterTitle, heading, prose } from './parts/text.tsx';
import { issuesOf, plural, printedResults, type PrintedResult } from './printed-report.ts';
import { type DocumentProps, onPages, PdfDocument } from './scan-document.tsx';
import { SEVERITY } from './theme.ts';

export function ComplianceDocument({
  report,
  assessment,
  cover,
  meta,
  fonts,
  running,
}: DocumentProps & { assessment: Assessment }): ReactElement {
  const results = printedResults(report);
  const outline = new Outline();
  const pageOf = new Map<string, number>();
  const coverMark = outline.mark('Cover');
  const blocks = [
    ...assessmentSummary(report, assessment, outline.mark('Assessment summary')),
    ...contents(
      [
        ...assessment.frameworks.map((assessed) => [assessed.framework.id, frameworkTitle(assessed)] as const),
        ['remediation', 'Remediation plan'],
        ['not-assessed', 'Not assessed'],
        ['scope', 'Scope and method'],
        ['evidence', 'Appendix: evidence'],
        ['disclaimer', 'Disclaimer'],
      ],
      pageOf,
    ),
    ...assessment.frameworks.flatMap((assessed) => frameworkTable(assessed, outline.mark(frameworkTitle(assessed)))),
    ...remediationPlan(assessment, issuesOf(results), outline),
    ...controlsNotAssessed(assessment, results, outline.mark('Not assessed')),
    ...scopeAndMethod(report, results, outline.mark('Scope and method')),
    ...evidenceAppendix(report, results, outline),
    ...disclaimerChapter(assessment, outline.mark('Disclaimer')),
  ];
  return (
    <PdfDocument meta={meta} fonts={fonts}>
      {onPages(blocks, running, pageOf, (number) => (
        <Cover report={report} running={running} text={cover} mark={coverMark} number={number} />
      ))}
    </PdfDocument>
  );
}

function remediationPlan(assessment: Assessment, issues: readonly PrintedResult[], outline: Outline): Block[] {
  const mark = outline.mark('Remediation plan');
  const lead =
    issues.length === 0
      ? 'No issue was observed by the checks that ran: there is nothing to plan.'
      : `${plural(issues.length, 'step')}, by severity and then by the points each one costs. Where a fix holds a placeholder, put in your own value. Try each fix on a test system before the live one.`;
  return [
    ...chapterTitle({ id: 'remediation', title: 'Remediation plan', lead, mark }),
    ...(['critical', 'important', 'minor'] as const).flatMap((severity) => {
      const { word } = SEVERITY[severity];
      const own = issues.filter((issue) => issue.severity === severity);
      const first = issues.findIndex((issue) => issue.severity === severity);
      if (own.length === 0)
        return issues.length === 0 ? [] : [...heading(word), prose('No issue of this severity was observed.')];
      const group = outline.mark(`${word} (${own.length})`, mark);
      return [
        ...heading(`${word} · ${plural(own.length, 'step')}`, group),
        ...own.flatMap((result, index) => {
          const number = first + index + 1;
          const references = referencesLine(assessment, result);
          return finding({ number, result, mark: outline.mark(`${number}. ${result.title}`, group), references });
        }),
      ];
    }),
  ];
}
