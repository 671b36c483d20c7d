import table from './library-advisories.json' with { type: 'json' };

/**
 * [introduced, fixed, severity, numbers, CWE, unfixed]: versions from ≤ v < fixed. `unfixed`: no fixed version was
 * released.
 */
type Row = readonly [
  introduced: string,
  fixed: string | null,
  severity: string,
  ids: string,
  cwe: number | null,
  unfixed?: boolean,
];

export interface LibraryRow {
  library: string;
  /** Other names on npm, on cdnjs and in file names, in lower case. */
  names: readonly string[];
  /** Words directly before the version in the first comment of the file. */
  banners: readonly string[];
  advisories: readonly Row[];
}

/**
 * The sources end a range after the last release that has the vulnerability. Where nothing followed it, no one can
 * upgrade to that number: the next release, or null if there is none. From npm and the projects' pages, 2026-11-27.
 */
const NEVER_RELEASED: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  angular: { '1.8.4': null, '1.9.9': null },
  'jquery-deparam': { '0.5.4': null },
  mathjax: { '2.7.10': '3.0.0' },
  mootools: { '1.5.3': '1.6.0' },
  prototype: { '1.7.4': null },
  quill: { '1.3.8': '2.0.0', '2.0.4': null },
};

/**
 * Vulnerable version ranges of JavaScript libraries that pages load, from Retire.js and GitHub's advisories.
 * Server-side vulnerabilities are excluded. The table is not complete: a library that is not listed may still have
 * vulnerabilities.
 */
export const LIBRARY_TABLE_DATE: string = table.as_of;
export const LIBRARIES: readonly LibraryRow[] = (table.libraries as unknown as readonly LibraryRow[]).map((row) => {
  const never = NEVER_RELEASED[row.library];
  return never === undefined ? row : { ...row, advisories: row.advisories.map((one) => released(one, never)) };
});

function released(row: Row, never: Readonly<Record<string, string | null>>): Row {
  const [introduced, fixed, severity, ids, cwe] = row;
  const next = never[fixed ?? ''];
  if (next === undefined) return row;
  return next === null ? [introduced, fixed, severity, ids, cwe, true] : [introduced, next, severity, ids, cwe];
}
