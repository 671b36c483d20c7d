import { counted } from '@palisade/report/counted';
import { findingsOf, type Result, resultsOf } from '@palisade/report/findings';
import type { Assessment } from '@palisade/compliance/assess';
import type { ReactElement } from 'react';
import type { Block } from './flow.ts';
import { Outline } from './outline.ts';
import { actionPlan, pastedWith, type Plan } from './parts/action-plan.tsx';
import { browserPart, TITLE as BROWSER_TITLE } from './parts/browser-part.tsx';
import { CHANGES_TITLE, changesChapter, hasChapterOfChanges } from './parts/changes-chapter.ts';
import { checkTables } from './parts/checks-performed.tsx';
import { ownerPage } from './parts/owner-page.tsx';
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
import type { Printed } from './printer.ts';
import { type DocumentProps, onPages, PdfDocument } from './scan-document.tsx';
import { SEVERITY } from './theme.ts';

export function ComplianceDocument(props: DocumentProps & { assessment: Printed<Assessment> }): ReactElement {
  const { report, plan, changes, transcript, assessment, cover, meta, fonts, running } = props;
  const results = resultsOf(report);
  const issues = findingsOf(report);
  const numberOf = (id: string) => {
    const index = issues.findIndex((issue) => issue.id === id);
    return index < 0 ? null : index + 1;
  };
  const outline = new Outline();
  const pageOf = new Map<string, number>();
  const coverMark = outline.mark('Cover');
  const blocks = [
    ...ownerPage({ report, results, plan, changes }, outline.mark('Executive summary')),
    ...contents(
      [
        ['assessment', 'Assessment summary'],
        ...assessment.frameworks.map((assessed) => [assessed.framework.id, frameworkTitle(assessed)] as const),
        ['actions', 'Action plan'],
        ['remediation', 'Remediation plan'],
        ...(hasChapterOfChanges(changes) ? [['changes', CHANGES_TITLE] as const] : []),
        ['not-assessed', 'Not assessed'],
        ['checks', 'Checks performed'],
        ...(report.browser ? [['browser', BROWSER_TITLE] as const] : []),
        ['scope', 'Scope and method'],
        ['evidence', 'Appendix: evidence'],
        ['disclaimer', 'Disclaimer'],
      ],
      pageOf,
    ),
    ...assessmentSummary(report, assessment, numberOf, outline.mark('Assessment summary')),
    ...assessment.frameworks.flatMap((assessed) =>
      frameworkTable(assessed, numberOf, outline.mark(frameworkTitle(assessed))),
    ),
    ...actionPlan(plan, issues, outline),
    ...remediationPlan(assessment, issues, plan, outline),
    ...changesChapter(changes, outline),
    ...controlsNotAssessed(assessment, results, outline.mark('Not assessed')),
    ...checkTables(results, outline),
    ...browserPart({ browser: report.browser, changes }, outline),
    ...scopeAndMethod({ report, results, transcript }, outline.mark('Scope and method')),
    ...evidenceAppendix({ report, results, transcript }, outline),
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

function remediationPlan(assessment: Assessment, issues: readonly Result[], plan: Plan, outline: Outline): Block[] {
  const mark = outline.mark('Remediation plan');
  const lead =
    issues.length === 0
      ? 'The checks that ran observed no issue, so there is nothing to plan.'
      : `${counted(issues.length, 'step')}, ordered by severity and then by points. Replace placeholders in fixes with your own values. Test each fix before you deploy it.`;
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
        ...heading(`${word} · ${counted(own.length, 'step')}`, group),
        ...own.flatMap((result, index) => {
          const number = first + index + 1;
          const references = referencesLine(assessment, result);
          const own = outline.mark(`${number}. ${result.title}`, group);
          return finding({ number, result, mark: own, references, pastedWith: pastedWith(plan, result) });
        }),
      ];
    }),
  ];
}
