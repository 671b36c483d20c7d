import type { ShownSection } from '@palisade/report/check-sections';
import { findingsOf, isIssue, resultsBySection, resultsOf, type Result } from '@palisade/report/findings';
import type { View } from '../frame.ts';
import { Actions } from '../report/actions.tsx';
import { CompareWith } from '../report/compare-with.tsx';
import { ageText } from '../report/age.ts';
import { Filter } from '../report/filter.tsx';
import { FindingView } from '../report/finding-view.tsx';
import type { Kept } from '../report/kept.ts';
import { kindOf, type FindingKind } from '../report/kind.ts';
import { OpenedFile, type Opened } from '../report/opened-file.tsx';
import type { Report } from '../report/report.ts';
import { SectionEvidence } from '../report/section-evidence.tsx';
import { Verdict } from '../report/verdict.tsx';
import { hostText } from '../shell/host-text.ts';
import type { Words } from '../words/en.ts';
import { reviewedIn, type ReviewedFindings } from '../words/findings/findings.ts';

export interface ReportProps {
  report: Report;
  /** Null if the report is the content of a file. */
  kept: Kept | null;
  opened: Opened | null;
  /** Comparison with the sites that this installation has recently scanned; null if there are too few. */
  standing: { percent: number; sites: number } | null;
  /** Time since the scan, in milliseconds. */
  ageMs: number;
}

export const report: View<ReportProps> = ({ report, kept, opened, ageMs, standing }, { words, frame }) => {
  const text = words.report;
  const verdict = text.verdict(report);
  const age = ageText(ageMs, frame.language);
  const reviewed = reviewedIn(frame.language);
  const counts: Partial<Record<FindingKind, number>> = {};
  for (const result of resultsOf(report)) counts[kindOf(result)] = (counts[kindOf(result)] ?? 0) + 1;
  const sections = resultsBySection(report);
  const title = text.title(hostText(new URL(report.url).host));
  return {
    title,
    description: text.description(verdict, findingsOf(report).length),
    noindex: true,
    ...(kept && {
      image: { path: `/r/${kept.id}/picture.png`, alt: `${title}: ${verdict}` },
    }),
    body: (
      <article className="report">
        {opened && <OpenedFile opened={opened} report={report} words={words} />}
        <Verdict report={report} words={words} language={frame.language} standing={standing} />
        <Actions report={report} kept={kept} age={age} words={words} />
        {kept && <CompareWith id={kept.id} words={words} />}
        {text.findingsLanguage !== null && <p className="meta">{text.findingsLanguage}</p>}
        <Contents sections={sections} words={words} />
        <Filter counts={counts} words={words} />
        {sections.map(({ section, results }) => (
          <SectionView key={section} {...{ section, results, report, words, reviewed }} />
        ))}
        {report.pro_locked && (
          <p className="locked">
            {text.locked} <a href="/pricing">{text.lockedWay}</a>
          </p>
        )}
        <p className="meta">{text.meta(report.scan_id, report.engine_version, report.evidence_sha256)}</p>
      </article>
    ),
  };
};

/** Links to the sections, with the number of issues in each. */
function Contents(props: { sections: ReadonlyArray<{ section: ShownSection; results: Result[] }>; words: Words }) {
  const { sections, words } = props;
  return (
    <nav className="contents screen" aria-label={words.report.sections}>
      <ul>
        {sections.map(({ section, results }) => {
          const issues = results.filter(isIssue).length;
          return (
            <li key={section}>
              <a href={`#section-${section}`}>{words.section[section]}</a>
              {issues > 0 && <small> {words.report.issues(issues)}</small>}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function SectionView(props: {
  section: ShownSection;
  results: Result[];
  report: Report;
  words: Words;
  reviewed: ReviewedFindings;
}) {
  const { section, results, report, words, reviewed } = props;
  const issues = results.filter(isIssue).length;
  const unknown = results.filter(({ status }) => status === 'unknown').length;
  // "No issues" would be wrong for a section that could not be assessed.
  const summary = [
    issues === 0 && unknown > 0 && unknown === results.length ? '' : words.report.issues(issues),
    unknown > 0 ? words.report.notAssessed(unknown) : '',
  ];
  return (
    <section aria-labelledby={`section-${section}`}>
      <h2 id={`section-${section}`}>
        {words.section[section]} <small>{summary.filter(Boolean).join(', ')}</small>
      </h2>
      {results.map((result) => (
        <FindingView key={result.id} finding={result} words={words} reviewed={reviewed} />
      ))}
      <details className="seen">
        <summary aria-label={words.report.seenIn(words.section[section])}>{words.report.seen}</summary>
        <SectionEvidence section={section} report={report} text={words.evidence} />
      </details>
    </section>
  );
}
