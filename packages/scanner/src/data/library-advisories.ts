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
 * Vulnerable version ranges of JavaScript libraries that pages load, from Retire.js and GitHub's advisories.
 * Server-side vulnerabilities are excluded. The table is not complete: a library that is not listed may still have
 * vulnerabilities.
 */
export const LIBRARY_TABLE_DATE: string = table.as_of;
export const LIBRARIES = table.libraries as unknown as readonly LibraryRow[];
