/**
 * Published holes in JavaScript libraries that pages load by themselves. Each row was checked against the vulnerability
 * list of Retire.js (github.com/RetireJS/retire.js, repository/jsrepository-master.json) in its state of September 2025,
 * but those of marked, highlight.js and video.js, which it does not have: they were not compared with a list. Left out is
 * what only concerns servers. It is not complete: a library that is not here, or not in these ranges, is not thereby free of holes.
 *
 * There is no package on npm to take it from: `retire` downloads its list when it runs, and the advisories behind
 * `npm audit` are to be had one package and version at a time. To bring it up to date, compare with that list again.
 */
export const ADVISORY_TABLE_DATE = '2025-09-30';

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
    ['1.2.1', '1.9.0', 'CVE-2020-7656', 'medium', XSS],
    // 1.12.0 to 1.12.2 had the mend, 1.12.3 took it back.
    ['1.4.0', '1.12.0', 'CVE-2015-9251', 'medium', XSS],
    ['1.12.3', '3.0.0', 'CVE-2015-9251', 'medium', XSS],
    ['1.1.4', '3.4.0', 'CVE-2019-11358', 'medium', POLLUTION],
    ['1.2.0', '3.5.0', 'CVE-2020-11022', 'medium', XSS],
    ['1.0.3', '3.5.0', 'CVE-2020-11023', 'medium', XSS],
  ],
  'jquery-ui': [
    ['1.7.0', '1.10.0', 'CVE-2010-5312', 'medium', XSS],
    ['1.9.2', '1.10.0', 'CVE-2012-6662', 'medium', XSS],
    ['0', '1.12.0', 'CVE-2016-7103', 'medium', XSS],
    ['0', '1.13.0', 'CVE-2021-41182', 'medium', XSS],
    ['0', '1.13.0', 'CVE-2021-41183', 'medium', XSS],
    ['0', '1.13.0', 'CVE-2021-41184', 'medium', XSS],
    ['0', '1.13.2', 'CVE-2022-31160', 'medium', XSS],
  ],
  'jquery-validation': [
    ['0', '1.19.3', 'CVE-2021-21252', 'high', REDOS],
    ['0', '1.19.4', 'CVE-2021-43306', 'low', REDOS],
    ['0', '1.19.5', 'CVE-2022-31147', 'high', REDOS],
    ['0', '1.20.0', 'CVE-2025-3573', 'medium', XSS],
  ],
  bootstrap: [
    ['3.0.0', '3.4.0', 'CVE-2016-10735', 'medium', XSS],
    ['0', '3.4.0', 'CVE-2018-14041', 'medium', XSS],
    ['2.3.0', '3.4.0', 'CVE-2018-14042', 'medium', XSS],
    ['0', '3.4.0', 'CVE-2018-20676', 'medium', XSS],
    ['0', '3.4.0', 'CVE-2018-20677', 'medium', XSS],
    ['4.0.0', '4.1.2', 'CVE-2018-14040', 'medium', XSS],
    ['4.0.0', '4.1.2', 'CVE-2018-14041', 'medium', XSS],
    ['4.0.0', '4.1.2', 'CVE-2018-14042', 'medium', XSS],
    ['3.0.0', '3.4.1', 'CVE-2019-8331', 'medium', XSS],
    ['1.4.0', '3.4.1', 'CVE-2024-6485', 'medium', XSS],
    // No public release of the 3.x line mends it.
    ['3.4.1', '4.0.0', 'CVE-2025-1647', 'medium', XSS],
    ['4.0.0', '4.3.1', 'CVE-2019-8331', 'medium', XSS],
  ],
  // AngularJS, the 1.x line; its support ended on 2021-12-31.
  angular: [
    ['1.0.0', '1.5.0', 'CVE-2019-14863', 'medium', XSS],
    ['1.0.0', '1.7.9', 'CVE-2019-10768', 'high', POLLUTION],
    ['1.0.0', '1.8.0', 'CVE-2020-7676', 'medium', XSS],
    ['1.7.0', '2.0.0', 'CVE-2022-25844', 'medium', REDOS],
    ['1.0.0', '2.0.0', 'CVE-2022-25869', 'medium', XSS],
    ['1.0.0', '2.0.0', 'CVE-2023-26117', 'medium', REDOS],
    ['1.3.0', '2.0.0', 'CVE-2024-21490', 'high', REDOS],
    ['1.3.0', '2.0.0', 'CVE-2024-8372', 'low', 'restrictions on image sources can be got round'],
    ['1.0.0', '2.0.0', 'CVE-2024-8373', 'low', 'restrictions on image sources can be got round'],
    ['1.0.0', '2.0.0', 'CVE-2025-0716', 'low', 'SVG elements are not cleaned'],
    ['1.0.0', '2.0.0', 'CVE-2025-2336', 'medium', 'SVG elements are not cleaned'],
    ['1.0.0', '2.0.0', 'CVE-2025-4690', 'medium', REDOS],
  ],
  lodash: [
    ['0', '4.17.5', 'CVE-2018-3721', 'medium', POLLUTION],
    ['0', '4.17.11', 'CVE-2018-16487', 'high', POLLUTION],
    ['4.7.0', '4.17.11', 'CVE-2019-1010266', 'medium', REDOS],
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
    ['0', '3.0.8', 'CVE-2019-19919', 'high', POLLUTION],
    ['4.0.0', '4.3.0', 'CVE-2019-19919', 'high', POLLUTION],
    ['4.0.0', '4.4.5', 'CVE-2019-20922', 'high', REDOS],
    ['0', '3.0.8', 'CVE-2019-20920', 'high', 'code injection through templates'],
    ['4.0.0', '4.5.3', 'CVE-2019-20920', 'high', 'code injection through templates'],
    ['0', '4.7.7', 'CVE-2021-23369', 'high', 'code injection through templates'],
    ['0', '4.7.7', 'CVE-2021-23383', 'high', POLLUTION],
  ],
  mustache: [['0', '2.2.1', 'CVE-2015-8862', 'medium', XSS]],
  // Vue 2; its support ended on 2023-12-31.
  vue: [['2.0.0', '3.0.0', 'CVE-2024-9506', 'low', REDOS]],
  dompurify: [
    ['0', '1.0.11', 'CVE-2019-25155', 'medium', 'links can lead elsewhere'],
    ['0', '2.0.3', 'CVE-2019-16728', 'medium', XSS],
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
    ['0', '0.30.0', 'CVE-2025-27152', 'high', 'credentials are sent to other hosts'],
    ['1.0.0', '1.8.2', 'CVE-2025-27152', 'high', 'credentials are sent to other hosts'],
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
  select2: [['0', '4.0.6', 'CVE-2016-10744', 'medium', XSS]],
  'bootstrap-select': [['0', '1.13.6', 'CVE-2019-20921', 'medium', XSS]],
  highcharts: [
    ['0', '6.1.0', 'CVE-2018-20801', 'high', REDOS],
    ['0', '9.0.0', 'CVE-2021-29489', 'high', XSS],
  ],
  'datatables.net': [
    ['0', '1.10.10', 'CVE-2015-6584', 'high', XSS],
    ['0', '1.10.22', 'CVE-2020-28458', 'high', POLLUTION],
    ['0', '1.11.3', 'CVE-2021-23445', 'medium', XSS],
  ],
  'pdfjs-dist': [
    ['0', '1.10.100', 'CVE-2018-5158', 'high', 'a document can run code'],
    ['2.0.0', '2.0.550', 'CVE-2018-5158', 'high', 'a document can run code'],
    ['0', '4.2.67', 'CVE-2024-4367', 'high', 'a document can run code'],
  ],
  mathjax: [
    ['0', '2.7.4', 'CVE-2018-1999024', 'medium', XSS],
    ['0', '2.7.10', 'CVE-2023-39663', 'high', REDOS],
  ],
  tinymce: [
    ['0', '4.9.11', 'CVE-2020-12648', 'medium', XSS],
    ['5.0.0', '5.4.1', 'CVE-2020-12648', 'medium', XSS],
    ['0', '5.10.0', 'CVE-2024-21910', 'medium', XSS],
    ['0', '5.10.8', 'CVE-2023-45818', 'medium', XSS],
    ['6.0.0', '6.7.1', 'CVE-2023-45818', 'medium', XSS],
    ['0', '5.10.9', 'CVE-2023-48219', 'medium', XSS],
    ['6.0.0', '6.7.3', 'CVE-2023-48219', 'medium', XSS],
    ['0', '7.0.0', 'CVE-2024-29881', 'medium', XSS],
    ['7.0.0', '7.2.0', 'CVE-2024-38357', 'medium', XSS],
  ],
  jszip: [
    ['0', '2.7.0', 'CVE-2021-23413', 'medium', POLLUTION],
    ['3.0.0', '3.7.0', 'CVE-2021-23413', 'medium', POLLUTION],
  ],
  'ua-parser-js': [
    ['0.7.29', '0.7.30', 'GHSA-pjwm-rvh2-c87w', 'high', 'the release holds malware'],
    ['0.8.0', '0.8.1', 'GHSA-pjwm-rvh2-c87w', 'high', 'the release holds malware'],
    ['1.0.0', '1.0.1', 'GHSA-pjwm-rvh2-c87w', 'high', 'the release holds malware'],
    ['0', '0.7.23', 'CVE-2020-7793', 'high', REDOS],
    ['0.7.30', '0.7.33', 'CVE-2022-25927', 'high', REDOS],
    ['0.8.0', '1.0.33', 'CVE-2022-25927', 'high', REDOS],
  ],
  'react-dom': [
    ['16.0.0', '16.0.1', 'CVE-2018-6341', 'medium', XSS],
    ['16.1.0', '16.1.2', 'CVE-2018-6341', 'medium', XSS],
    ['16.2.0', '16.2.1', 'CVE-2018-6341', 'medium', XSS],
    ['16.3.0', '16.3.3', 'CVE-2018-6341', 'medium', XSS],
    ['16.4.0', '16.4.2', 'CVE-2018-6341', 'medium', XSS],
  ],
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
