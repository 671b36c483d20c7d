/**
 * What this package needs of a scan report: declared by shape, so that it stays a leaf.
 * `@palisade/report`'s ScanReport fits.
 */
export type ResultStatus = 'good' | 'missing' | 'weak' | 'warn' | 'bad' | 'unknown';
export type ResultSeverity = 'critical' | 'important' | 'minor';

export interface Result {
  /** A check's id, or `headers/<field name in lower case>`. */
  id: string;
  title: string;
  status: ResultStatus;
  severity: ResultSeverity;
  deduction: number;
  explanation: string;
  fix: string | null;
  note: string | null;
  evidence: readonly string[];
}

interface HeaderResult extends Omit<Result, 'id' | 'title' | 'evidence'> {
  value: string | null;
}

interface SectionResult {
  checks: readonly Result[];
}

export interface AssessableReport {
  headers: Readonly<Record<string, HeaderResult>>;
  redirects: SectionResult;
  tls: SectionResult;
  dns: SectionResult;
  cookies: SectionResult;
  cross_origin: SectionResult;
  security_txt: SectionResult;
  cors: SectionResult;
  server_fingerprint: SectionResult;
  page_analysis: SectionResult;
}

export function headerCheckId(name: string): string {
  return `headers/${name.toLowerCase()}`;
}

/** Every judgement of a report as one list: headers first, then the sections in the report's order. */
export function resultsOf(report: AssessableReport): Result[] {
  const headers = Object.entries(report.headers).map(([name, entry]) => ({
    id: headerCheckId(name),
    title: name,
    status: entry.status,
    severity: entry.severity,
    deduction: entry.deduction,
    explanation: entry.explanation,
    fix: entry.fix,
    note: entry.note,
    evidence: entry.value === null ? [] : [entry.value],
  }));
  const sections = [
    report.redirects,
    report.tls,
    report.dns,
    report.cookies,
    report.cross_origin,
    report.security_txt,
    report.cors,
    report.server_fingerprint,
    report.page_analysis,
  ];
  return [...headers, ...sections.flatMap((section) => section.checks)];
}

export function isIssue(result: Result): boolean {
  return result.status !== 'good' && result.status !== 'unknown';
}
