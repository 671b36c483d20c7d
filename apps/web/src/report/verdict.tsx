import type { Severity } from '@palisade/report/check';
import { findingsOf } from '@palisade/report/findings';
import { provisionalNote } from '@palisade/report/provisional';
import type { Words } from '../words/en.ts';
import type { Report } from './report.ts';

export function Verdict({ report, age, words }: { report: Report; age: string; words: Words }) {
  const text = words.report;
  const counts = countIssues(report);
  const provisional = provisionalNote(report);
  const none = counts.critical + counts.important + counts.minor === 0;
  return (
    <header className="verdict">
      <div className={`grade grade-${report.grade.charAt(0)}`} aria-hidden="true">
        {report.grade}
      </div>
      <div>
        <h1 tabIndex={-1}>{text.verdict(report.grade, report.score)}</h1>
        <p className="target">{report.final_url}</p>
        <p className="meta">
          {none ? text.noIssues : text.counts(counts)} · {text.answered(report.status_code)} ·{' '}
          <time dateTime={report.scanned_at}>{new Date(report.scanned_at).toUTCString()}</time> · {age} ·{' '}
          {(report.duration_ms / 1000).toFixed(1)} s
        </p>
        {provisional !== null && (
          <p className="cap" lang="en">
            {provisional}
          </p>
        )}
        {report.score_caps.map((cap) => (
          <p key={cap.check} className="cap">
            {text.capped(cap.max_score, cap.reason)}
          </p>
        ))}
        {report.allowed_cidrs.length > 0 && <p className="cap">{text.openedRanges(report.allowed_cidrs.join(', '))}</p>}
      </div>
    </header>
  );
}

/** By severity; the Pro column does not list them. */
function countIssues(report: Report): Record<Severity, number> {
  const counts = { critical: 0, important: 0, minor: 0 };
  for (const { severity } of findingsOf(report)) counts[severity] += 1;
  return counts;
}
