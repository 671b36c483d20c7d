import type { CheckStatus, HeaderEntry } from '@palisade/report/check';
import { CHECK_SECTIONS, SECTION_TITLES, type CheckSection } from '@palisade/report/check-sections';
import { describeInventory, diffInventories, type InventoryChange } from '@palisade/report/inventory-changes';
import type { ScanReport } from '@palisade/report/report';

/** One judgment in a report. Null: the report does not have it. */
export interface Standing {
  status: CheckStatus;
  deduction: number;
  evidence: readonly string[];
}

export interface CheckChange {
  kind: 'check';
  /** A check's id, or `headers/<name>` for a header entry. */
  id: string;
  title: string;
  before: Standing | null;
  after: Standing | null;
  /** Points that the score gains (positive) or loses, without caps. */
  points: number;
  /** Evidence lines that were added and removed. */
  appeared: string[];
  vanished: string[];
}

/** `score`, `grade`, `final_url` …: differences outside the checks. */
export interface SummaryChange {
  kind: 'summary';
  field: (typeof SUMMARY_FIELDS)[number] | 'score_caps';
  before: string;
  after: string;
}

export type ReportChange = SummaryChange | CheckChange | InventoryChange;

const SUMMARY_FIELDS = ['url', 'final_url', 'status_code', 'score', 'grade', 'engine_version'] as const;

/** The changes between two reports in what both contain, in report order, without times and ids. Empty if nothing changed. */
export function diffReports(before: ScanReport, after: ScanReport): ReportChange[] {
  const fields: [SummaryChange['field'], string, string][] = [
    ...SUMMARY_FIELDS.map((field): [typeof field, string, string] => [
      field,
      String(before[field]),
      String(after[field]),
    ]),
    ['score_caps', capsOf(before), capsOf(after)],
  ];
  const summary = fields.flatMap(([field, was, is]): ReportChange[] =>
    was === is ? [] : [{ kind: 'summary', field, before: was, after: is }],
  );
  const lacking = new Set(inOneOnly(before, after));
  const [old, now] = [judgments(before, lacking), judgments(after, lacking)];
  const ids = [...new Set([...now.keys(), ...old.keys()])];
  return [
    ...summary,
    ...ids.flatMap((id) => change(id, old.get(id), now.get(id))),
    ...diffInventories(before.browser, after.browser),
  ];
}

/** Sections that only one of the two has: a column leaves some out, and not every scan has a browser. */
function inOneOnly(before: ScanReport, after: ScanReport): CheckSection[] {
  return CHECK_SECTIONS.filter((section) => (before[section] === undefined) !== (after[section] === undefined));
}

/** What the comparison leaves out, as a sentence; null if it is complete. */
export function leftOut(before: ScanReport, after: ScanReport): string | null {
  const titles = inOneOnly(before, after).map((section) => SECTION_TITLES[section]);
  return titles.length === 0 ? null : `Not compared, because only one of the reports has it: ${titles.join(', ')}.`;
}

/** One change as one line of plain text. */
export function describeChange(change: ReportChange): string {
  if (change.kind === 'summary') return `${change.field}: ${change.before || 'none'} → ${change.after || 'none'}`;
  if (change.kind === 'inventory') return describeInventory(change);
  const { title, before, after, points, appeared, vanished } = change;
  const status =
    before?.status === after?.status ? '' : ` ${before?.status ?? 'not there'} → ${after?.status ?? 'not there'}`;
  const score = points === 0 ? '' : ` (${points > 0 ? '+' : ''}${points})`;
  const lines = [...vanished.map((line) => `− ${line}`), ...appeared.map((line) => `+ ${line}`)];
  return `${title}:${status}${score}${lines.length > 0 ? ` ${lines.join('; ')}` : ''}`;
}

function capsOf({ score_caps }: ScanReport): string {
  return score_caps.map(({ check, max_score }) => `${check} (${max_score})`).join(', ');
}

interface Judgment extends Standing {
  title: string;
}

function judgments(report: ScanReport, lacking: ReadonlySet<CheckSection>): Map<string, Judgment> {
  const found = new Map<string, Judgment>();
  for (const [name, entry] of Object.entries(report.headers))
    found.set(`headers/${name.toLowerCase()}`, ofHeader(name, entry));
  for (const section of CHECK_SECTIONS) {
    if (lacking.has(section)) continue;
    for (const check of report[section]?.checks ?? []) found.set(check.id, check);
  }
  return found;
}

/** A header entry has its raw value instead of evidence. */
function ofHeader(name: string, { status, deduction, value }: HeaderEntry): Judgment {
  return { title: name, status, deduction, evidence: value === null ? [] : [value] };
}

function change(id: string, before: Judgment | undefined, after: Judgment | undefined): ReportChange[] {
  const [old, now] = [before, after].map((one) => new Map(one?.evidence.map((line) => [lasting(id, line), line])));
  const without = (lines = new Map<string, string>(), known = lines) =>
    [...lines].flatMap(([key, line]) => (known.has(key) ? [] : [line]));
  const [appeared, vanished] = [without(now, old), without(old, now)];
  const same = before?.status === after?.status && before?.deduction === after?.deduction;
  if (same && appeared.length === 0 && vanished.length === 0) return [];
  const points = (before?.deduction ?? 0) - (after?.deduction ?? 0);
  const title = (after ?? before)?.title ?? id;
  return [{ kind: 'check', id, title, before: standing(before), after: standing(after), points, appeared, vanished }];
}

/** A line without the parts that differ in every scan: our random CORS origins and the nonces of policies. */
function lasting(id: string, line: string): string {
  if (id.startsWith('cors/')) return line.replaceAll(/(?<=[./x])p[\da-f]{8}(?=[.a-z])/gu, 'p…');
  return line.replaceAll(/'nonce-[^']*'/giu, "'nonce-…'");
}

function standing(judgment: Judgment | undefined): Standing | null {
  if (!judgment) return null;
  const { status, deduction, evidence } = judgment;
  return { status, deduction, evidence };
}
