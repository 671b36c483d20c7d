import type { Severity } from '@palisade/report/check';
import type { Seen, SeenPage } from '@palisade/report/seen';

export interface ReportWords {
  title(host: string): string;
  description(verdict: string, issues: number): string;
  verdict(report: { grade: string; score: number; provisional: boolean }): string;
  /** Null if findings are in the language of the page. */
  findingsLanguage: string | null;
  counts(counts: Readonly<Record<Severity, number>>): string;
  noIssues: string;
  unmade(checks: number): string;
  answered(status: number): string;
  /** @param why in English */
  provisional(seen: Seen, why: string): string;
  /** What can be done about a provisional grade: a link to instructions, or another scan later. */
  letIn: string;
  later: string;
  capped(score: number): string;
  openedRanges(ranges: string): string;
  locked: string;
  lockedWay: string;
  compliance: string;
  /** Label of what costs nothing and is yet worth knowing. */
  remark: string;
  evidence: string;
  fix: string;
  serverConfiguration: string;
  about: string;
  aboutWhat(title: string): string;
  scanAgain: string;
  scanned(age: string): string;
  print: string;
  history(host: string): string;
  seen: string;
  seenIn(section: string): string;
  sections: string;
  show: string;
  copy: string;
  delete: string;
  copyWhat(what: string): string;
  copied: string;
  notCopied: string;
  issues(count: number): string;
  notAssessed(count: number): string;
  deducted(points: number): string;
  standing(percent: number, sites: number): string;
  meta(scan: string, engine: string, evidence: string): string;
}

/** Pages that a firewall or a challenge shows: its owner can let the scan through. */
export const GUARDED: ReadonlySet<SeenPage> = new Set(['challenge', 'blocked', 'interstitial']);

export const report: ReportWords = {
  title: (host) => `Security report for ${host}`,
  description: (verdict, issues) => `${verdict}, ${issues === 1 ? '1 issue' : `${issues} issues`}.`,
  verdict: ({ grade, score, provisional }) => `Grade ${grade}, ${score} of 100${provisional ? ', provisional' : ''}`,
  findingsLanguage: null,
  counts: ({ critical, important, minor }) => `${critical} critical, ${important} important, ${minor} minor`,
  noIssues: 'No issues found',
  unmade: (checks) => (checks === 1 ? '1 check not assessed' : `${checks} checks not assessed`),
  answered: (status) => `returned status ${status}`,
  provisional: (_seen, why) => `Provisional grade. ${why}`,
  letIn: 'How to allow the scan',
  later: 'Scan again when the page is back.',
  capped: (score) => `The score cannot exceed ${score} because of: `,
  openedRanges: (ranges) => `This scan used address ranges allowed by the operator: ${ranges}`,
  locked: 'Cookies, cross-origin isolation and the exact fixes for headers and DNS are in the full report.',
  lockedWay: 'Get the full report',
  compliance: 'Compliance report (PDF)',
  evidence: 'Evidence',
  fix: 'Fix',
  serverConfiguration: 'As server configuration',
  about: 'About this check',
  aboutWhat: (title) => `About this check: ${title}`,
  scanAgain: 'Scan again',
  scanned: (age) => `Scanned ${age}`,
  print: 'Print',
  history: (host) => `History of ${host}`,
  remark: 'Remark',
  seen: 'Evidence',
  seenIn: (section) => `Evidence: ${section}`,
  sections: 'Sections',
  show: 'Show',
  copy: 'Copy',
  delete: 'Delete this report',
  copyWhat: (what) => `Copy ${what}`,
  copied: 'Copied to the clipboard.',
  notCopied: 'Your browser does not allow copying. The text is selected: press Ctrl+C or Command+C.',
  issues: (count) => (count === 0 ? 'no issues' : count === 1 ? '1 issue' : `${count} issues`),
  notAssessed: (count) => `${count} not assessed`,
  deducted: (points) => `${points} points were deducted. A score cannot be lower than 0.`,
  standing: (percent, sites) =>
    `Better than ${percent}% of the ${sites.toLocaleString('en-GB')} sites scanned here in the last 90 days with the same rules.`,
  meta: (scan, engine, evidence) => `Scan ${scan} · engine ${engine} · evidence SHA-256 ${evidence}`,
};
