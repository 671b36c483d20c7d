/**
 * When upstream stops mending a release line, as endoflife.date had it on this day. The rows of nginx, PHP, OpenSSL, TYPO3,
 * Jetty and Drupal up to 11.0 were compared one by one with its published files of March 2026; the others are from the
 * vendors' own pages named at each. Anything newer or unnamed is unknown, never "supported".
 *
 * Left out on purpose: ASP.NET 4.0.30319 is the version of a runtime that lives on in supported Windows;
 * IIS 10.0 spans Windows Server 2016 to 2025; Apache 2.4 has no per-release end; WordPress mends old lines.
 */
export const END_OF_LIFE_TABLE_DATE = '2026-08-22';

/** [line, last day of support]; a line matches its own version and every release below it. */
type Lines = readonly (readonly [line: string, end: string])[];

const TABLE: Readonly<Record<string, Lines>> = {
  // https://nginx.org/en/download.html: a stable line ends when the next one comes out
  nginx: [
    ['0', '2012-04-23'],
    ['1.0', '2012-04-23'],
    ['1.2', '2013-04-24'],
    ['1.4', '2014-04-24'],
    ['1.6', '2015-04-21'],
    ['1.8', '2016-04-26'],
    ['1.10', '2017-04-12'],
    ['1.12', '2018-04-17'],
    ['1.14', '2019-04-23'],
    ['1.16', '2020-04-21'],
    ['1.17', '2020-05-26'],
    ['1.18', '2021-04-20'],
    ['1.19', '2021-05-25'],
    ['1.20', '2022-05-24'],
    ['1.21', '2022-06-21'],
    ['1.22', '2023-04-11'],
    ['1.23', '2023-05-23'],
    ['1.24', '2024-04-23'],
    ['1.25', '2024-05-29'],
    ['1.26', '2025-04-23'],
    ['1.27', '2025-06-24'],
    ['1.28', '2026-04-14'],
    ['1.29', '2026-05-13'],
  ],
  // https://www.php.net/eol.php and supported-versions.php
  php: [
    ['4', '2008-08-07'],
    ['5', '2018-12-31'],
    ['7.0', '2019-01-10'],
    ['7.1', '2019-12-01'],
    ['7.2', '2020-11-30'],
    ['7.3', '2021-12-06'],
    ['7.4', '2022-11-28'],
    ['8.0', '2023-11-26'],
    ['8.1', '2025-12-31'],
    ['8.2', '2026-12-31'],
    ['8.3', '2027-12-31'],
    ['8.4', '2028-12-31'],
  ],
  // https://httpd.apache.org/
  apache: [
    ['1.3', '2010-02-03'],
    ['2.0', '2013-07-10'],
    ['2.2', '2017-07-11'],
  ],
  // https://openssl-library.org/policies/releasestrat/
  openssl: [
    ['0', '2015-12-31'],
    ['1.0', '2019-12-31'],
    ['1.1.0', '2019-09-11'],
    ['1.1.1', '2023-09-11'],
    ['3.0', '2026-09-07'],
    ['3.1', '2025-03-14'],
    ['3.2', '2025-11-23'],
    ['3.3', '2026-04-09'],
  ],
  // https://devguide.python.org/versions/
  python: [
    ['2', '2020-01-01'],
    ['3.0', '2009-06-27'],
    ['3.1', '2012-04-09'],
    ['3.2', '2016-02-20'],
    ['3.3', '2017-09-29'],
    ['3.4', '2019-03-18'],
    ['3.5', '2020-09-30'],
    ['3.6', '2021-12-23'],
    ['3.7', '2023-06-27'],
    ['3.8', '2024-10-07'],
    ['3.9', '2025-10-31'],
    ['3.10', '2026-10-31'],
  ],
  // https://tomcat.apache.org/whichversion.html
  tomcat: [
    ['6', '2016-12-31'],
    ['7', '2021-03-31'],
    ['8.0', '2018-06-30'],
    ['8.5', '2024-03-31'],
    ['9', '2027-03-31'],
    ['10.0', '2022-10-31'],
  ],
  // https://learn.microsoft.com/lifecycle: the Windows Server release that ships this IIS
  'microsoft-iis': [
    ['5', '2010-07-13'],
    ['6', '2015-07-14'],
    ['7', '2020-01-14'],
    ['8', '2023-10-10'],
  ],
  // https://nodejs.org/en/about/previous-releases
  'node.js': [
    ['14', '2023-04-30'],
    ['16', '2023-09-11'],
    ['18', '2025-04-30'],
    ['20', '2026-04-30'],
    ['22', '2027-04-30'],
  ],
  // https://www.drupal.org/about/core/policies/core-release-cycles/schedule
  drupal: [
    ['6', '2016-02-24'],
    ['7', '2025-01-05'],
    ['8', '2021-11-02'],
    ['9', '2023-11-01'],
    ['10.0', '2023-12-15'],
    ['10.1', '2024-06-20'],
    ['10.2', '2024-12-09'],
    ['10.3', '2025-06-16'],
    ['10.4', '2025-12-10'],
    ['11.0', '2025-06-16'],
    ['11.1', '2025-12-10'],
  ],
  // https://developer.joomla.org/roadmap.html
  joomla: [
    ['1', '2012-09-30'],
    ['2', '2014-12-31'],
    ['3', '2023-08-17'],
    ['4', '2025-10-14'],
  ],
  // https://get.typo3.org/
  typo3: [
    ['7', '2018-12-01'],
    ['8', '2020-03-31'],
    ['9', '2021-09-30'],
    ['10', '2023-04-30'],
    ['11', '2024-10-31'],
    ['12', '2026-04-30'],
  ],
  // https://jetty.org/
  jetty: [
    ['6', '2014-11-07'],
    ['7', '2014-12-31'],
    ['8', '2014-12-31'],
    ['9.0', '2013-12-31'],
    ['9.1', '2014-12-31'],
    ['9.2', '2018-03-08'],
    ['9.3', '2020-12-07'],
    ['9.4', '2025-02-19'],
    ['10', '2025-01-01'],
    ['11', '2025-01-01'],
  ],
};

const ALIASES: Readonly<Record<string, string>> = {
  __proto__: null as never,
  'apache-tomcat': 'tomcat',
  'apache tomcat': 'tomcat',
  'joomla!': 'joomla',
  cpython: 'python',
  node: 'node.js',
  nodejs: 'node.js',
};

/** The day upstream support of this version ended, or null when it has not or nobody here knows. */
export function endOfLife(product: string, version: string, now: number): string | null {
  const name = product.toLowerCase();
  const key = ALIASES[name] ?? name;
  const lines = Object.hasOwn(TABLE, key) ? TABLE[key] : undefined;
  const match = lines
    ?.filter(
      ([line]) =>
        version === line ||
        version.startsWith(`${line}.`) ||
        (line.split('.').length === 3 && version.startsWith(line)),
    )
    .toSorted(([one], [other]) => other.length - one.length)[0];
  if (!match) return null;
  return Date.parse(match[1]) + 86_400_000 <= now ? match[1] : null;
}
