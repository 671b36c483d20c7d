import { findingsIn, provisionalReason, resultsIn, type SiteReport } from '../scanning/site-report.ts';
import { shownFix } from '@palisade/report/fix-parts';
import { visible } from '@palisade/report/visible';
import { counted } from '@palisade/report/counted';

const EVIDENCE_LINES = 5;

/** A short version of a report: an agent pays for each word. */
export function reportText(report: SiteReport): string {
  const findings = findingsIn(report).map((finding) => {
    const { id, title, severity, deduction, note, evidence } = finding;
    const fix = shownFix(finding);
    return [
      `- ${title} [${id}, ${severity}, -${deduction}]`,
      ...(note === null ? [] : [`  ${note}`]),
      ...evidence.slice(0, EVIDENCE_LINES).map((line) => `  evidence: ${line}`),
      ...(fix === null ? [] : [`  fix: ${fix.replaceAll('\n', '\n       ')}`]),
    ]
      .flatMap((part) => part.split('\n'))
      .map(visible)
      .join('\n');
  });
  return [
    `${visible(report.final_url)}: grade ${report.grade}, ${report.score} of 100 points`,
    ...(report.provisional === true ? [`Provisional: ${visible(provisionalReason(report))}`] : []),
    ...report.score_caps.map(({ max_score, reason }) => `Capped at ${max_score} because of: ${visible(reason)}`),
    findings.length === 0
      ? 'The checks that ran found no issue.'
      : `${counted(findings.length, 'finding')}, most severe first:`,
    ...findings,
    ...otherText(report),
  ].join('\n');
}

/** What is neither an issue nor in order: an agent must not take silence about it for "fine". */
function otherText(report: SiteReport): string[] {
  const results = resultsIn(report);
  const remarks = results.filter(({ remark }) => remark).map(({ id, title }) => `- ${visible(title)} [${id}]`);
  const unmade = results.filter(({ status }) => status === 'unknown').map(({ id }) => id);
  return [
    ...(remarks.length === 0 ? [] : ['Remarks, which cost no points:', ...remarks]),
    ...(unmade.length === 0 ? [] : [`Not assessed, because these checks could not be completed: ${unmade.join(', ')}`]),
  ];
}

export function policyText(report: SiteReport): string {
  const entry = report.headers['Content-Security-Policy'];
  if (!entry) return 'This report has no information about a Content-Security-Policy.';
  if (entry.status === 'good') return `The current policy has no issues:\n${visible(entry.value ?? '')}`;
  const snippets = (report['fix_snippets'] ?? {}) as Record<string, Record<string, string>>;
  const servers = Object.entries(snippets['Content-Security-Policy'] ?? {}).map(
    ([server, snippet]) => `${server}:\n${snippet.split('\n').map(visible).join('\n')}`,
  );
  return [
    `Suggested for ${visible(report.final_url)}, based on what its markup loads. Send it as Content-Security-Policy-Report-Only first, because scripts may load more.`,
    visible(entry.fix ?? ''),
    ...servers,
  ].join('\n\n');
}
