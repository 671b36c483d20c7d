import { LIBRARIES } from '../../data/library-advisories.ts';
import { compareVersions } from './versions.ts';

export interface Advisory {
  /** CVE or GHSA number, or the source's own number if it has neither. */
  id: string;
  severity: 'high' | 'medium' | 'low';
  /** The kind of vulnerability, in a few words. */
  summary: string;
  /** First fixed version of its release line. Null if no release fixes it. */
  fixed: string | null;
}

const BY_NAME = new Map(LIBRARIES.map((row) => [row.library, row]));

/** Whether the table has this library. Of others it knows nothing, not even that they have no vulnerability. */
export function isListed(library: string): boolean {
  return BY_NAME.has(library);
}

/** The advisories in the table that affect this version. */
export function advisoriesFor(library: string, version: string): Advisory[] {
  const found = new Map<string, Advisory>();
  for (const [, below, severity, ids, cwe, unfixed] of rowsOf(library, version)) {
    const id = ids.split(' ', 1)[0] ?? ids;
    const fixed = unfixed ? null : below;
    if (!found.has(id)) found.set(id, { id: named(id), severity: graded(severity), summary: summaryOf(cwe), fixed });
  }
  return [...found.values()];
}

function rowsOf(library: string, version: string) {
  return (BY_NAME.get(library)?.advisories ?? []).filter(
    ([introduced, below]) =>
      (introduced === '0' || compareVersions(version, introduced) >= 0) &&
      (below === null || compareVersions(version, below) < 0),
  );
}

/** The nearest release without an advisory in the table, to upgrade to. Null if no line in the table has one. */
export function fixedRelease(library: string, version: string): string | null {
  const starts = (BY_NAME.get(library)?.advisories ?? []).map(([introduced]) => introduced).toSorted(compareVersions);
  let candidate = version;
  for (let step = 0; step < 40; step++) {
    const rows = rowsOf(library, candidate);
    if (rows.length === 0) return candidate;
    if (rows.some(([, below]) => below === null)) return null;
    const highest = rows.toSorted(([, a], [, b]) => compareVersions(b ?? '', a ?? ''))[0];
    const bound = highest?.[1] ?? candidate;
    // The upper bound of an unfixed line was never released, so the next line is the candidate.
    const next = highest?.[5] ? starts.find((start) => compareVersions(start, bound) > 0) : bound;
    if (next === undefined) return null;
    candidate = next.replace(/-.*$/u, '');
  }
  return null;
}

/** Retire.js has its own numbers for advisories without a public one. */
function named(id: string): string {
  const [kind, number] = id.split(':');
  return number === undefined ? id : kind === 'retid' ? `Retire.js advisory ${number}` : `its ${kind ?? ''} ${number}`;
}

function graded(severity: string): Advisory['severity'] {
  return severity === 'critical' || severity === 'high' ? 'high' : severity === 'low' ? 'low' : 'medium';
}

const SUMMARIES: ReadonlyMap<number | null, string> = new Map([
  [20, 'input that is not validated'],
  [22, 'path traversal'],
  [64, 'cross-site scripting'],
  [77, 'code injection'],
  [79, 'cross-site scripting'],
  [80, 'cross-site scripting'],
  [94, 'code injection'],
  [185, 'a faulty regular expression'],
  [200, 'information disclosure'],
  [352, 'cross-site request forgery'],
  [400, 'denial of service'],
  [471, 'prototype pollution'],
  [506, 'malware in the release'],
  [601, 'open redirect'],
  [770, 'denial of service'],
  [915, 'prototype pollution'],
  [918, 'server-side request forgery'],
  [1321, 'prototype pollution'],
  [1333, 'regular expression denial of service'],
]);

function summaryOf(cwe: number | null): string {
  return SUMMARIES.get(cwe) ?? (cwe === null ? 'see the advisory' : `CWE-${cwe}`);
}
