import table from './library-advisories.json' with { type: 'json' };

/** [introduced, fixed, severity, numbers, CWE, unfixed]: versions from ≤ v < fixed; `unfixed`: the bound was never released. */
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
  /** Other spellings: on npm, on cdnjs, in file names; lower case. */
  names: readonly string[];
  /** Words that stand directly before the version in the first comment of the file. */
  banners: readonly string[];
  advisories: readonly Row[];
}

/**
 * Vulnerable ranges of JavaScript libraries that pages load, from Retire.js and GitHub's advisories. What concerns
 * servers only is left out. It is not complete: a library that is not here is not thereby free of vulnerabilities.
 */
export const LIBRARY_TABLE_DATE: string = table.as_of;
export const LIBRARIES = table.libraries as unknown as readonly LibraryRow[];
