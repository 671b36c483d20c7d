import { counted } from '@palisade/report/counted';
import { findingsOf, type Result, resultsOf } from '@palisade/report/findings';
import { Document } from '@react-pdf/renderer';
import type { ScanReport } from '@palisade/report/report';
import type { ReportChanges } from '@palisade/report/report-changes';
import type { Transcript } from '@palisade/report/transcript';
import type { ReactElement, ReactNode } from 'react';
import { type Block, paginate } from './flow.ts';
import { type DocumentFonts, FontsContext } from './fonts-context.ts';
import { Outline } from './outline.ts';
import { Cover, type CoverText } from './parts/cover.tsx';
import { actionPlan, pastedWith, type Plan } from './parts/action-plan.tsx';
import { browserPart, TITLE as BROWSER_TITLE } from './parts/browser-part.tsx';
import { CHANGES_TITLE, changesChapter, hasChapterOfChanges } from './parts/changes-chapter.ts';
import { checksPerformed } from './parts/checks-performed.tsx';
import { evidenceAppendix } from './parts/evidence-appendix.tsx';
import { finding } from './parts/finding.tsx';
import { FullPage, type PageNumber, type Running } from './parts/page-frame.tsx';
import { ownerPage } from './parts/owner-page.tsx';
import { scopeAndMethod } from './parts/scope-and-method.tsx';
import { contents } from './parts/summary.tsx';
import { chapterTitle, heading, prose } from './parts/text.tsx';
import type { Printed, PrintedLine } from './printer.ts';
import { utc } from './words.ts';
import { CONTENT_HEIGHT, SEVERITY } from './theme.ts';

export interface Metadata {
  title: PrintedLine;
  author: PrintedLine;
  subject: PrintedLine;
  producer: PrintedLine;
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
      // The scan's time, not the current time: the same report gives the same bytes.
      creationDate={new Date(meta.created)}
      modificationDate={new Date(meta.created)}
      pageMode="useOutlines"
    >
      <FontsContext.Provider value={fonts}>{children}</FontsContext.Provider>
    </Document>
  );
}

export function runningOf(report: Printed<ScanReport>, title: PrintedLine, host: PrintedLine): Running {
  return {
    title,
    host,
    sha256: report.evidence_sha256,
    engine: report.engine_version,
    time: `scanned ${utc(report.scanned_at)}`,
  };
}

export interface DocumentProps {
  report: Printed<ScanReport>;
  plan: Printed<Plan>;
  /** Since the previous report on the site for the same customer. */
  changes: Printed<ReportChanges> | null;
  transcript: Printed<Transcript> | null;
  cover: CoverText;
  meta: Metadata;
  fonts: DocumentFonts;
  running: Running;
}

export function ScanDocument(props: DocumentProps): ReactElement {
  const { report, plan, changes, transcript, cover, meta, fonts, running } = props;
  const results = resultsOf(report);
  const issues = findingsOf(report);
  const outline = new Outline();
  const pageOf = new Map<string, number>();
  const coverMark = outline.mark('Cover');
  const blocks = [
    ...ownerPage({ report, results, plan, changes }, outline.mark('Executive summary')),
    ...contents(
      [
        ['actions', 'Action plan'],
        ['findings', 'Findings'],
        ...(hasChapterOfChanges(changes) ? [['changes', CHANGES_TITLE] as [string, string]] : []),
        ['checks', 'Checks performed'],
        ['not-assessed', 'Not assessed'],
        ...(report.browser ? [['browser', BROWSER_TITLE] as [string, string]] : []),
        ['scope', 'Scope and method'],
        ['evidence', 'Appendix: evidence'],
      ],
      pageOf,
    ),
    ...actionPlan(plan, issues, outline),
    ...findings(issues, plan, outline),
    ...changesChapter(changes, outline),
    ...checksPerformed(results, outline),
    ...browserPart({ browser: report.browser, changes }, outline),
    ...scopeAndMethod({ report, results, transcript }, outline.mark('Scope and method')),
    ...evidenceAppendix({ report, results, transcript }, outline),
  ];
  return (
    <PdfDocument meta={meta} fonts={fonts}>
      {onPages(blocks, running, pageOf, (number) => (
        <Cover report={report} running={running} text={cover} mark={coverMark} number={number} />
      ))}
    </PdfDocument>
  );
}

/**
 * The cover, then the blocks on as many pages as they need.
 * @param pageOf is filled with the page of each anchor before anything is drawn
 */
export function onPages(
  blocks: readonly Block[],
  running: Running,
  pageOf: Map<string, number>,
  cover: (number: PageNumber) => ReactElement,
): ReactNode {
  const filled = paginate(blocks, CONTENT_HEIGHT);
  const pages = filled.length + 1;
  for (const [index, own] of filled.entries())
    for (const { anchor } of own) if (anchor?.id !== undefined) pageOf.set(anchor.id, index + 2);
  return (
    <>
      {cover({ page: 1, pages })}
      {filled.map((own, index) => (
        <FullPage key={index} running={running} number={{ page: index + 2, pages }} blocks={own} />
      ))}
    </>
  );
}

function findings(issues: readonly Result[], plan: Plan, outline: Outline): Block[] {
  const mark = outline.mark('Findings');
  const lead =
    issues.length === 0
      ? 'The checks that ran observed no issue.'
      : `${counted(issues.length, 'finding')}, most severe first. Replace placeholders in fixes with your own values. Test each fix before you deploy it.`;
  return [
    ...chapterTitle({ id: 'findings', title: 'Findings', lead, mark }),
    ...(['critical', 'important', 'minor'] as const).flatMap((severity) => {
      const first = issues.findIndex((issue) => issue.severity === severity);
      const own = issues.filter((issue) => issue.severity === severity);
      if (own.length === 0) return [];
      const { word } = SEVERITY[severity];
      const group = outline.mark(`${word} (${own.length})`, mark);
      return [
        ...heading(`${word} · ${counted(own.length, 'finding')}`, group),
        ...own.flatMap((result, index) => {
          const number = first + index + 1;
          const mark = outline.mark(`${number}. ${result.title}`, group);
          return finding({ number, result, mark, pastedWith: pastedWith(plan, result) });
        }),
      ];
    }),
    ...(issues.length === 0 ? [prose('Nothing to fix. The next chapter lists the checks performed.')] : []),
  ];
}
