import type { ShownSection } from '@palisade/report/check-sections';
import { findingsOf, isIssue, resultsBySection, type Result } from '@palisade/report/findings';
import type { View } from '../frame.ts';
import { FindingView } from '../report/finding-view.tsx';
import type { Report } from '../report/report.ts';
import { Verdict } from '../report/verdict.tsx';
import type { Words } from '../words/en.ts';

export interface ReportProps {
  report: Report;
  /** This browser asked for it, and may delete it. */
  mine: boolean;
}

export const report: View<ReportProps> = ({ report, mine }, { words }) => {
  const text = words.report;
  return {
    title: text.title(new URL(report.url).host),
    description: text.description(report.grade, report.score, findingsOf(report).length),
    noindex: true,
    body: (
      <article className="report">
        <Verdict report={report} words={words} />
        {resultsBySection(report).map(({ section, results }) => (
          <SectionView key={section} section={section} results={results} words={words} />
        ))}
        {report.pro_locked && <p className="locked">{text.locked}</p>}
        {mine && (
          <form action={`/r/${report.report_id}/delete`} method="post">
            <button type="submit" className="second">
              {text.delete}
            </button>
          </form>
        )}
        <p className="meta">{text.meta(report.scan_id, report.engine_version, report.evidence_sha256)}</p>
      </article>
    ),
  };
};

function SectionView({ section, results, words }: { section: ShownSection; results: Result[]; words: Words }) {
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
    </section>
  );
}
