/**
 * Published holes in JavaScript libraries that pages load by themselves. Typed from the CVE records and
 * the GitHub Advisory Database; it names the best known holes of widely used libraries and is far from
 * complete: a library that is not here, or not in these ranges, is not thereby free of holes.
 */
export const ADVISORY_TABLE_DATE = '2026-08-01';

export interface Advisory {
  id: string;
  severity: 'high' | 'medium' | 'low';
  /** What goes wrong, in a few words. */
  summary: string;
  /** First mended version; null when no release mends it. */
  fixed: string | null;
}

/** [from, below, id, severity, summary]: versions from ≤ v < below are affected; below null: every later one too. */
type Row = readonly [from: string, below: string | null, id: string, severity: Advisory['severity'], summary: string];

const XSS = 'cross-site scripting';
const POLLUTION = 'prototype pollution';
const REDOS = 'regular expression that takes exponential time';

const TABLE: Readonly<Record<string, readonly Row[]>> = {
  jquery: [
    ['0', '1.6.3', 'CVE-2011-4969', 'medium', XSS],
    ['0', '1.9.0', 'CVE-2012-6708', 'medium', XSS],
    ['1.4.0', '3.0.0', 'CVE-2015-9251', 'medium', XSS],
    ['0', '3.4.0', 'CVE-2019-11358', 'medium', POLLUTION],
    ['1.2.0', '3.5.0', 'CVE-2020-11022', 'medium', XSS],
    ['1.0.3', '3.5.0', 'CVE-2020-11023', 'medium', XSS],
  ],
  'jquery-ui': [
    ['0', '1.10.0', 'CVE-2010-5312', 'medium', XSS],
    ['0', '1.12.0', 'CVE-2016-7103', 'medium', XSS],
    ['0', '1.13.0', 'CVE-2021-41182', 'medium', XSS],
    ['0', '1.13.0', 'CVE-2021-41183', 'medium', XSS],
    ['0', '1.13.0', 'CVE-2021-41184', 'medium', XSS],
    ['0', '1.13.2', 'CVE-2022-31160', 'medium', XSS],
  ],
  'jquery-validation': [
    ['0', '1.19.3', 'CVE-2021-21252', 'high', REDOS],
    ['0', '1.19.5', 'CVE-2022-31147', 'high', REDOS],
  ],
  bootstrap: [
    ['2.0.0', '3.4.0', 'CVE-2016-10735', 'medium', XSS],
    ['2.3.0', '3.4.0', 'CVE-2018-14042', 'medium', XSS],
    ['0', '3.4.0', 'CVE-2018-20676', 'medium', XSS],
    ['0', '3.4.0', 'CVE-2018-20677', 'medium', XSS],
    ['4.0.0', '4.1.2', 'CVE-2018-14040', 'medium', XSS],
    ['4.0.0', '4.1.2', 'CVE-2018-14041', 'medium', XSS],
    ['4.0.0', '4.1.2', 'CVE-2018-14042', 'medium', XSS],
    ['0', '3.4.1', 'CVE-2019-8331', 'medium', XSS],
    ['4.0.0', '4.3.1', 'CVE-2019-8331', 'medium', XSS],
  ],
  // AngularJS, the 1.x line; its support ended on 2021-12-31.
  angular: [
    ['1.0.0', '1.7.9', 'CVE-2019-10768', 'high', POLLUTION],
    ['1.0.0', '1.8.0', 'CVE-2020-7676', 'medium', XSS],
    ['1.7.0', '2.0.0', 'CVE-2022-25844', 'medium', REDOS],
    ['1.0.0', '2.0.0', 'CVE-2022-25869', 'medium', XSS],
    ['1.3.0', '2.0.0', 'CVE-2024-21490', 'high', REDOS],
  ],
  lodash: [
    ['0', '4.17.5', 'CVE-2018-3721', 'medium', POLLUTION],
    ['0', '4.17.11', 'CVE-2018-16487', 'high', POLLUTION],
    ['0', '4.17.12', 'CVE-2019-10744', 'high', POLLUTION],
    ['3.7.0', '4.17.19', 'CVE-2020-8203', 'high', POLLUTION],
    ['4.0.0', '4.17.21', 'CVE-2020-28500', 'medium', REDOS],
    ['0', '4.17.21', 'CVE-2021-23337', 'high', 'command injection through templates'],
  ],
  underscore: [['1.3.2', '1.12.1', 'CVE-2021-23358', 'high', 'code injection through templates']],
  moment: [
    ['0', '2.11.2', 'CVE-2016-4055', 'medium', REDOS],
    ['0', '2.19.3', 'CVE-2017-18214', 'high', REDOS],
    ['2.18.0', '2.29.4', 'CVE-2022-31129', 'high', REDOS],
  ],
  handlebars: [
    ['0', '4.0.0', 'CVE-2015-8861', 'medium', XSS],
    ['4.0.0', '4.3.0', 'CVE-2019-19919', 'high', POLLUTION],
    ['4.0.0', '4.5.3', 'CVE-2019-20920', 'high', 'code injection through templates'],
    ['0', '4.7.7', 'CVE-2021-23369', 'high', 'code injection through templates'],
    ['0', '4.7.7', 'CVE-2021-23383', 'high', POLLUTION],
  ],
  mustache: [['0', '2.2.1', 'CVE-2015-8862', 'medium', XSS]],
  // Vue 2; its support ended on 2023-12-31.
  vue: [['2.0.0', '3.0.0', 'CVE-2024-9506', 'low', REDOS]],
  dompurify: [
    ['0', '2.0.17', 'CVE-2020-26870', 'medium', XSS],
    ['0', '2.4.2', 'CVE-2024-48910', 'high', POLLUTION],
    ['0', '2.5.0', 'CVE-2024-47875', 'high', XSS],
    ['3.0.0', '3.1.3', 'CVE-2024-47875', 'high', XSS],
    ['0', '2.5.4', 'CVE-2024-45801', 'high', POLLUTION],
    ['3.0.0', '3.1.3', 'CVE-2024-45801', 'high', POLLUTION],
    ['0', '3.2.4', 'CVE-2025-26791', 'medium', XSS],
  ],
  axios: [
    ['0', '0.21.2', 'CVE-2021-3749', 'high', REDOS],
    ['0.8.1', '0.28.0', 'CVE-2023-45857', 'medium', 'the anti-forgery token is sent to other hosts'],
    ['1.0.0', '1.6.0', 'CVE-2023-45857', 'medium', 'the anti-forgery token is sent to other hosts'],
  ],
  marked: [
    ['0', '4.0.10', 'CVE-2022-21680', 'high', REDOS],
    ['0', '4.0.10', 'CVE-2022-21681', 'high', REDOS],
  ],
  'highlight.js': [
    ['0', '9.18.2', 'CVE-2020-26237', 'medium', POLLUTION],
    ['10.0.0', '10.1.2', 'CVE-2020-26237', 'medium', POLLUTION],
  ],
  'chart.js': [['0', '2.9.4', 'CVE-2020-7746', 'high', POLLUTION]],
  'video.js': [['0', '7.14.3', 'CVE-2021-23414', 'medium', XSS]],
  knockout: [['0', '3.5.0', 'CVE-2019-14862', 'medium', XSS]],
};

export const COVERED_LIBRARIES: readonly string[] = Object.keys(TABLE);

/** Holes published for this version, as far as the table goes. */
export function advisoriesFor(library: string, version: string): Advisory[] {
  const rows = Object.hasOwn(TABLE, library) ? (TABLE[library] ?? []) : [];
  return rows
    .filter(
      ([from, below]) => compareVersions(version, from) >= 0 && (below === null || compareVersions(version, below) < 0),
    )
    .map(([, fixed, id, severity, summary]) => ({ id, severity, summary, fixed }));
}

/** The nearest release without a hole in the table: what to move to. Null when none of the table's lines has one. */
export function mendedRelease(library: string, version: string): string | null {
  let candidate = version;
  for (let step = 0; step < 20; step++) {
    const advisories = advisoriesFor(library, candidate);
    if (advisories.length === 0) return candidate;
    if (advisories.some(({ fixed }) => fixed === null)) return null;
    candidate =
      advisories
        .map(({ fixed }) => fixed ?? candidate)
        .toSorted(compareVersions)
        .at(-1) ?? candidate;
  }
  return null;
}

/** Numeric, part by part; a pre-release comes before its release. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parts(one), parts(other)];
  for (let index = 0; index < 3; index++) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(b.preRelease) - Number(a.preRelease);
}

function parts(version: string): { numbers: number[]; preRelease: boolean } {
  const [release = '', ...rest] = version.split('-');
  return { numbers: release.split('.').map((part) => Number.parseInt(part, 10) || 0), preRelease: rest.length > 0 };
}
