import type { ScanReport } from '@palisade/report/report';
import { CHECK_SECTIONS, type ShownSection } from '@palisade/report/check-sections';
import { isIssue, worstFirst } from '@palisade/report/worst-first';
import type { CheckStatus, Severity } from '@palisade/report/check';

/** A header entry and a check, in one shape for printing. */
export interface PrintedResult {
  section: ShownSection;
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

export function issuesOf(results: readonly PrintedResult[]): PrintedResult[] {
  return results.filter(isIssue).toSorted(worstFirst);
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
