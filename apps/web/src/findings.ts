import type { Check, CheckStatus, HeaderEntry, Severity } from '@palisade/report/check';
import { type FixSnippets } from '@palisade/report/report';
import { CHECK_SECTIONS, SECTION_TITLES } from '@palisade/report/check-sections';
import { worstFirst } from '@palisade/report/worst-first';
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

/** The report's sections, worst findings first in each. */
export function sectionsOf(report: Report): Section[] {
  const headers = Object.entries(report.headers).map(([name, entry]) =>
    headerFinding(name, entry, report.fix_snippets?.[name] ?? null),
  );
  const sections: Section[] = [{ id: 'headers', title: SECTION_TITLES.headers, findings: headers }];
  for (const id of CHECK_SECTIONS) {
    const section = (report as Partial<Record<typeof id, { checks: Check[] }>>)[id];
    if (section)
      sections.push({
        id,
        title: SECTION_TITLES[id],
        findings: section.checks.map((check) => ({ ...check, snippets: null })),
      });
  }
  for (const section of sections) section.findings.sort(worstFirst);
  return sections;
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
