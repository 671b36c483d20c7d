import type { ShownSection } from '@palisade/report/check-sections';
import { findingsOf, isIssue, resultsBySection, resultsOf, type Result } from '@palisade/report/findings';
import type { View } from '../frame.ts';
import { Actions } from '../report/actions.tsx';
import { ageText } from '../report/age.ts';
import { Filter } from '../report/filter.tsx';
import { FindingView } from '../report/finding-view.tsx';
import { kindOf, type FindingKind } from '../report/kind.ts';
import type { Report } from '../report/report.ts';
import { SectionEvidence } from '../report/section-evidence.tsx';
import { Verdict } from '../report/verdict.tsx';
import type { Words } from '../words/en.ts';

export interface ReportProps {
  report: Report;
  /** This browser asked for it, and may delete it. */
  mine: boolean;
  /** Since the scan, in milliseconds. */
  ageMs: number;
}

export const report: View<ReportProps> = ({ report, mine, ageMs }, { words, frame }) => {
  const text = words.report;
  const age = ageText(ageMs, frame.language);
  const counts: Partial<Record<FindingKind, number>> = {};
  for (const result of resultsOf(report)) counts[kindOf(result)] = (counts[kindOf(result)] ?? 0) + 1;
  return {
    title: text.title(new URL(report.url).host),
    description: text.description(report.grade, report.score, findingsOf(report).length),
    noindex: true,
    image: {
      path: `/r/${report.report_id}/picture.png`,
      alt: `${text.title(new URL(report.url).host)}: ${text.verdict(report.grade, report.score)}`,
    },
    body: (
      <article className="report">
        <Verdict report={report} age={age} words={words} />
        <Actions report={report} mine={mine} words={words} />
        <Filter counts={counts} words={words} />
        {resultsBySection(report).map(({ section, results }) => (
          <SectionView key={section} section={section} results={results} report={report} words={words} />
        ))}
        {report.pro_locked && <p className="locked">{text.locked}</p>}
        <p className="meta">{text.meta(report.scan_id, report.engine_version, report.evidence_sha256)}</p>
      </article>
    ),
  };
};

function SectionView(props: { section: ShownSection; results: Result[]; report: Report; words: Words }) {
  const { section, results, report, words } = props;
  const issues = results.filter(isIssue).length;
  const unknown = results.filter(({ status }) => status === 'unknown').length;
  const summary = [words.report.issues(issues), unknown > 0 ? words.report.notAssessed(unknown) : ''];
  return (
    <section aria-labelledby={`section-${section}`}>
      <h2 id={`section-${section}`}>
        {words.section[section]} <small>{summary.filter(Boolean).join(', ')}</small>
      </h2>
      {results.map((result) => (
        <FindingView key={result.id} finding={result} words={words} />
      ))}
      <details className="seen">
        <summary>{words.report.seen}</summary>
        <div lang="en">
          <SectionEvidence section={section} report={report} />
        </div>
      </details>
    </section>
  );
}
