import { CHECK_SECTIONS, SHOWN_SECTIONS, type ShownSection } from './check-sections.ts';
import type { Check, CheckStatus, HeaderEntry, Severity } from './check.ts';
import type { FixSnippets } from './report.ts';
import { isRemark } from './remarks.ts';
import { orderedSnippets, type SnippetName } from './snippet-order.ts';

/** What a header entry and a check have in common. */
export interface Judged {
  status: CheckStatus;
  severity: Severity;
  deduction: number;
  /** Good, with an observation that is worth showing. */
  remark?: boolean;
}

/** One judgment of a report, wherever it is in the report. */
export interface Result extends Check {
  weaknesses: string[];
  nothing_to_check: boolean;
  /** Good, with an observation that is worth showing: it costs nothing and is yet no sign that all is well. */
  remark: boolean;
  section: ShownSection;
  /** For a header entry: the name of the header. */
  header: string | null;
  /** For a header entry: its fix in the syntax of each server, the one that fits this site first. */
  snippets: Readonly<Record<string, string>> | null;
}

/** Any column of a report: the free one has no cookies and no cross-origin section. */
export type AnyColumn = {
  headers: Readonly<Record<string, HeaderEntry>>;
  fix_snippets?: Readonly<Record<string, FixSnippets>> | null;
  fix_server?: SnippetName | null | undefined;
} & { readonly [K in (typeof CHECK_SECTIONS)[number]]?: { checks: readonly Check[] } | undefined };

/** Every judgment as one list: headers first, then the sections in the report's order. The one reading of a report. */
export function resultsOf(report: AnyColumn): Result[] {
  const headers = Object.entries(report.headers).map(([name, { present: _present, value, ...entry }]): Result => ({
    ...entry,
    weaknesses: entry.weaknesses ?? [],
    nothing_to_check: entry.nothing_to_check ?? false,
    id: `headers/${name.toLowerCase()}`,
    remark: isRemark({ ...entry, id: `headers/${name.toLowerCase()}` }),
    section: 'headers',
    header: name,
    evidence: value === null ? [] : [`${name}: ${value}`],
    snippets: snippetsOf(report, name),
  }));
  const checks = CHECK_SECTIONS.flatMap((section) =>
    (report[section]?.checks ?? []).map((check): Result => ({
      ...check,
      weaknesses: check.weaknesses ?? [],
      nothing_to_check: check.nothing_to_check ?? false,
      remark: isRemark(check),
      section,
      header: null,
      snippets: null,
    })),
  );
  return [...headers, ...checks];
}

/** In the order in which they are shown. */
function snippetsOf({ fix_snippets: all, fix_server: first }: AnyColumn, name: string): Result['snippets'] {
  const snippets = all?.[name];
  return snippets ? Object.fromEntries(orderedSnippets(snippets, first ?? null)) : null;
}

/** What is wrong, the most severe first. */
export function findingsOf(report: AnyColumn): Result[] {
  return resultsOf(report).filter(isIssue).toSorted(worstFirst);
}

/** The same by section, each with its worst first; sections that a column lacks are left out. */
export function resultsBySection(report: AnyColumn): { section: ShownSection; results: Result[] }[] {
  const results = resultsOf(report);
  return SHOWN_SECTIONS.filter((section) => section === 'headers' || report[section] !== undefined).map((section) => ({
    section,
    results: results.filter((result) => result.section === section).toSorted(worstFirst),
  }));
}

/**
 * The note, for a reader who is shown the evidence too. Null where it only repeats the evidence: clients
 * of the API get a note with every weak result, even if there is nothing to add.
 */
export function noteNextToEvidence({ note, evidence }: Pick<Check, 'note' | 'evidence'>): string | null {
  return note === `Seen: ${evidence.slice(0, 3).join('; ')}` ? null : note;
}

/** Something to fix: neither in order nor unassessed. */
export function isIssue({ status }: Pick<Judged, 'status'>): boolean {
  return status !== 'good' && status !== 'unknown';
}

const RANK: Readonly<Record<Severity, number>> = { critical: 0, important: 1, minor: 2 };

/** What is shown with its evidence, and what gates and baselines know. */
export function isIssueOrRemark(judged: Judged): boolean {
  return isIssue(judged) || judged.remark === true;
}

/** Issues by severity and then by what they cost, then remarks, then what was not assessed, then what is in order. */
export function worstFirst(a: Judged, b: Judged): number {
  return rank(a) - rank(b) || b.deduction - a.deduction;
}

function rank(judged: Judged): number {
  if (isIssue(judged)) return RANK[judged.severity];
  if (judged.remark === true) return 3;
  return judged.status === 'unknown' ? 4 : 5;
}
