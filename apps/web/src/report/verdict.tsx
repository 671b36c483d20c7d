import type { Severity } from '@palisade/report/check';
import { findingsOf, resultsOf } from '@palisade/report/findings';
import type { Words } from '../words/en.ts';
import { provisionalReason } from '@palisade/report/provisional';
import type { Language } from '../words/language.ts';
import { isolatedHost } from '../shell/host-text.ts';
import { timeText } from '../shell/time-text.ts';
import { GUARDED } from '../words/report/en.ts';
import type { Report } from './report.ts';

interface VerdictProps {
  report: Report;
  words: Words;
  language: Language;
  standing: { percent: number; sites: number } | null;
}

export function Verdict({ report, words, language, standing }: VerdictProps) {
  const text = words.report;
  const counts = countIssues(report);
  const readable = isolatedHost(new URL(report.final_url).host);
  const unmade = resultsOf(report).filter(({ status }) => status === 'unknown').length;
  const none = counts.critical + counts.important + counts.minor === 0;
  return (
    <header className="verdict">
      <div
        className={`grade grade-${report.grade.charAt(0)}${report.provisional ? ' provisional' : ''}`}
        aria-hidden="true"
      >
        {report.grade}
      </div>
      <div>
        <h1 tabIndex={-1}>{text.verdict(report)}</h1>
        <p className="target">
          {report.final_url}
          {readable !== null && ` (${readable})`}
        </p>
        <p className="meta">
          {none ? text.noIssues : text.counts(counts)}
          {unmade > 0 && ` · ${text.unmade(unmade)}`} · {text.answered(report.status_code)} ·{' '}
          <time dateTime={report.scanned_at}>{timeText(report.scanned_at, language)}</time> ·{' '}
          {(report.duration_ms / 1000).toFixed(1)}
          {'\u00a0'}s
        </p>
        {deducted(report) > 100 && <p className="meta">{text.deducted(deducted(report))}</p>}
        {standing && <p className="meta">{text.standing(standing.percent, standing.sites)}</p>}
        {report.provisional && <Provisional report={report} words={words} />}
        {report.score_caps.map((cap) => (
          <p key={cap.check} className="cap">
            {text.capped(cap.max_score)}
            <span lang="en">{cap.reason}</span>
          </p>
        ))}
        {report.allowed_cidrs.length > 0 && <p className="cap">{text.openedRanges(report.allowed_cidrs.join(', '))}</p>}
      </div>
    </header>
  );
}

/** Why the grade is provisional, and what can be done about it. */
function Provisional({ report, words }: { report: Report; words: Words }) {
  const { seen } = report;
  const text = words.report;
  return (
    <p className="cap">
      {text.provisional(seen, provisionalReason(report))}{' '}
      {GUARDED.has(seen.page) ? <a href="/method#let-in">{text.letIn}</a> : seen.page !== 'site' && text.later}
    </p>
  );
}

/** Total points deducted: they still distinguish sites with a score of 0. Unknown if sections are left out. */
function deducted(report: Report): number {
  return report.pro_locked ? 0 : findingsOf(report).reduce((sum, { deduction }) => sum + deduction, 0);
}

/** Issues by severity, counted here because the Pro column does not list them. */
function countIssues(report: Report): Record<Severity, number> {
  const counts = { critical: 0, important: 0, minor: 0 };
  for (const { severity } of findingsOf(report)) counts[severity] += 1;
  return counts;
}
