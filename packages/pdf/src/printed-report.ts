import type { ScanReport } from '@palisade/report/report';
import { CHECK_SECTIONS, type CheckSection } from '@palisade/report/check-sections';
import type { CheckStatus, Severity } from '@palisade/report/check';

export const SECTION_TITLES: Readonly<Record<'headers' | CheckSection, string>> = {
  headers: 'Response headers',
  redirects: 'Redirects',
  tls: 'TLS and certificate',
  dns: 'DNS and mail policy',
  cookies: 'Cookies',
  cross_origin: 'Cross-origin isolation',
  security_txt: 'security.txt',
  cors: 'Cross-origin sharing (CORS)',
  server_fingerprint: 'Version disclosure',
  page_analysis: 'Page content',
};
export type PrintedSection = keyof typeof SECTION_TITLES;
export const PRINTED_SECTIONS: readonly PrintedSection[] = ['headers', ...CHECK_SECTIONS];

/** A header entry and a check, in one shape for printing. */
export interface PrintedResult {
  section: PrintedSection;
  id: string;
  title: string;
  status: CheckStatus;
  severity: Severity;
  deduction: number;
  explanation: string;
  fix: string | null;
  note: string | null;
  evidence: readonly string[];
  snippets: Readonly<Record<string, string>> | null;
}

export function printedResults(report: ScanReport): PrintedResult[] {
  const headers = Object.entries(report.headers).map(([name, entry]): PrintedResult => {
    const snippets = report.fix_snippets?.[name] ?? null;
    return {
      section: 'headers',
      id: `headers/${name.toLowerCase()}`,
      title: name,
      status: entry.status,
      severity: entry.severity,
      deduction: entry.deduction,
      explanation: entry.explanation,
      fix: entry.fix,
      note: entry.note,
      evidence: entry.value === null ? [] : [entry.value],
      snippets,
    };
  });
  const checks = CHECK_SECTIONS.flatMap((section) =>
    (report[section]?.checks ?? []).map((check): PrintedResult => ({ ...check, section, snippets: null })),
  );
  return [...headers, ...checks];
}

export function isIssue(result: PrintedResult): boolean {
  return result.status !== 'good' && result.status !== 'unknown';
}

const WEIGHT: Readonly<Record<Severity, number>> = { critical: 0, important: 1, minor: 2 };

/** The gravest first; within a severity, what costs most. */
export function issuesOf(results: readonly PrintedResult[]): PrintedResult[] {
  return results
    .filter(isIssue)
    .toSorted((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity] || b.deduction - a.deduction);
}

/** `2026-11-21 12:05:09 UTC` */
export function utc(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

export function longDate(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
