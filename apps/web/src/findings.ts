import type { Check, CheckStatus, HeaderEntry, Severity } from '@palisade/report/check';
import { type FixSnippets } from '@palisade/report/report';
import { CHECK_SECTIONS } from '@palisade/report/check-sections';
import type { Report } from './request-report.ts';

/** One line of the page: a header entry or a check, told apart no longer. */
export interface Finding {
  id: string;
  title: string;
  status: CheckStatus;
  severity: Severity;
  deduction: number;
  explanation: string;
  fix: string | null;
  note: string | null;
  evidence: readonly string[];
  snippets: FixSnippets | null;
}

export interface Section {
  id: string;
  title: string;
  findings: Finding[];
}

const TITLES: Readonly<Record<string, string>> = {
  redirects: 'Redirects',
  tls: 'TLS and certificate',
  dns: 'DNS and mail',
  cookies: 'Cookies',
  cross_origin: 'Cross-origin isolation',
  security_txt: 'security.txt',
  cors: 'Cross-origin sharing (CORS)',
  server_fingerprint: 'Version disclosure',
  page_analysis: 'Page',
};

const RANK: Readonly<Record<Severity, number>> = { critical: 0, important: 1, minor: 2 };

export function isIssue({ status }: Pick<Finding, 'status'>): boolean {
  return status !== 'good' && status !== 'unknown';
}

/** The report's sections, worst findings first in each. */
export function sectionsOf(report: Report): Section[] {
  const headers = Object.entries(report.headers).map(([name, entry]) =>
    headerFinding(name, entry, report.fix_snippets?.[name] ?? null),
  );
  const sections: Section[] = [{ id: 'headers', title: 'HTTP headers', findings: headers }];
  for (const id of CHECK_SECTIONS) {
    const section = (report as Partial<Record<typeof id, { checks: Check[] }>>)[id];
    if (section)
      sections.push({
        id,
        title: TITLES[id] ?? id,
        findings: section.checks.map((check) => ({ ...check, snippets: null })),
      });
  }
  for (const section of sections) section.findings.sort(worstFirst);
  return sections;
}

function worstFirst(a: Finding, b: Finding): number {
  const rank = (finding: Finding) => (isIssue(finding) ? RANK[finding.severity] : finding.status === 'unknown' ? 3 : 4);
  return rank(a) - rank(b) || b.deduction - a.deduction;
}

function headerFinding(name: string, entry: HeaderEntry, snippets: FixSnippets | null): Finding {
  return {
    id: `headers/${name}`,
    title: name,
    status: entry.status,
    severity: entry.severity,
    deduction: entry.deduction,
    explanation: entry.explanation,
    fix: entry.fix,
    note: entry.note,
    evidence: entry.value === null ? [] : [`${name}: ${entry.value}`],
    snippets,
  };
}
