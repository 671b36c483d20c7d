import type { RefObject } from 'react';
import { FindingView } from './finding-view.tsx';
import { isIssue } from '@palisade/report/findings';
import { sectionsOf, type Section } from './findings.ts';
import type { Report } from './request-report.ts';

export function ReportView({
  report,
  headingRef,
}: {
  report: Report;
  headingRef: RefObject<HTMLHeadingElement | null>;
}) {
  const sections = sectionsOf(report);
  const counts = report.issue_counts;
  return (
    <article className="report">
      <header className="verdict">
        <div className={`grade grade-${report.grade.charAt(0)}`} aria-hidden="true">
          {report.grade}
        </div>
        <div>
          <h2 tabIndex={-1} ref={headingRef}>
            Grade {report.grade}, {report.score} of 100
          </h2>
          <p className="target">{report.final_url}</p>
          <p className="meta">
            {counts.total === 0
              ? 'No issues found'
              : `${counts.critical} critical, ${counts.important} important, ${counts.minor} minor`}{' '}
            · answered {report.status_code} · {new Date(report.scanned_at).toUTCString()} ·{' '}
            {(report.duration_ms / 1000).toFixed(1)} s
          </p>
          {report.score_caps.map((cap) => (
            <p key={cap.check} className="cap">
              The score is held at {cap.max_score} by: {cap.reason}
            </p>
          ))}
        </div>
      </header>
      {report.allowed_cidrs.length > 0 && (
        <p className="cap">This scan used address ranges opened by the operator: {report.allowed_cidrs.join(', ')}</p>
      )}
      {sections.map((section) => (
        <SectionView key={section.id} section={section} />
      ))}
      {report.pro_locked && (
        <p className="locked">
          Cookies, cross-origin isolation and the exact fixes for headers and DNS are in the full report: use an API key
          or a one-time token.
        </p>
      )}
      <p className="meta">
        Scan {report.scan_id} · engine {report.engine_version} · evidence SHA-256 {report.evidence_sha256}
      </p>
    </article>
  );
}

function SectionView({ section }: { section: Section }) {
  const issues = section.findings.filter(isIssue).length;
  const unknown = section.findings.filter(({ status }) => status === 'unknown').length;
  const summary = [
    issues === 0 ? 'no issues' : `${issues} ${issues === 1 ? 'issue' : 'issues'}`,
    unknown > 0 ? `${unknown} not assessed` : '',
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <section aria-labelledby={`section-${section.id}`}>
      <h3 id={`section-${section.id}`}>
        {section.title} <small>{summary}</small>
      </h3>
      {section.findings.map((finding) => (
        <FindingView key={finding.id} finding={finding} />
      ))}
    </section>
  );
}
