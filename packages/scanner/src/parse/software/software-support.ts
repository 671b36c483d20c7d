import { DISTRIBUTION_BUILDS, PRODUCT_LINES, type DistributionBuild } from '../../data/end-of-life.ts';
import { compareVersions, isInLine } from './versions.ts';

export type Support =
  | { state: 'supported' }
  /** The product is not in the table, or the version is newer than all in it. */
  | { state: 'unknown' }
  /** `on` null: on a day that no one published. `latest`: on this day or earlier. */
  | { state: 'ended'; on: string | null; latest: boolean }
  /** Ended upstream, and patched by the distribution until that day. `certain`: the answer names the distribution. */
  | { state: 'distribution'; build: string; until: string; certain: boolean; upstream: string | null };

/** What a header or the page said. */
export interface Told {
  product: string;
  version: string;
  /** The complete value, which may name a distribution. */
  value: string;
}

const ALIASES: Readonly<Record<string, string>> = {
  __proto__: null as never,
  'apache-tomcat': 'tomcat',
  'apache tomcat': 'tomcat',
  'joomla!': 'joomla',
  cpython: 'python',
  node: 'node.js',
  nodejs: 'node.js',
  'drupal cms': 'drupal',
  craft: 'craft-cms',
};

/**
 * How answers name what they were built by: `nginx/1.18.0 (Ubuntu)`, `PHP/8.1.2-1ubuntu2.22`, `PHP/7.3.31-1~deb10u7`.
 * Builds of deb.sury.org carry Debian's or Ubuntu's name and are neither's.
 */
const DISTRIBUTIONS: readonly (readonly [pattern: RegExp, distribution: string | null])[] = [
  [/sury/iu, null],
  [/ubuntu/iu, 'ubuntu'],
  [/debian|[+~]deb\d|raspbian/iu, 'debian'],
  [/red ?hat|rhel|centos|rocky|almalinux|oracle linux|\.el\d/iu, 'rhel'],
  [/amazon|amzn/iu, 'amazon-linux'],
  [/alpine/iu, 'alpine'],
  [/fedora|suse|\(unix\)|win(?:32|64)|darwin|freebsd|gentoo|arch/iu, null],
];

/** Distributions that put their name into an answer of this software: an answer without one is not theirs. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  __proto__: null as never,
  nginx: ['ubuntu'],
  apache: ['ubuntu', 'debian', 'rhel', 'amazon-linux', 'alpine'],
  openssl: ['ubuntu', 'debian', 'rhel', 'amazon-linux', 'alpine'],
  php: ['ubuntu', 'debian'],
};

export function supportOf(told: Told, now: number): Support {
  const name = told.product.toLowerCase();
  const product = ALIASES[name] ?? name;
  const upstream = upstreamSupport(product, told.version, now);
  if (upstream.state !== 'ended') return upstream;
  const build = patchedBuild(product, told, now);
  if (!build) return upstream;
  const { distribution, release, until, certain } = build;
  return { state: 'distribution', build: `${titled(distribution)} ${release}`, until, certain, upstream: upstream.on };
}

function upstreamSupport(product: string, version: string, now: number): Support {
  const lines = PRODUCT_LINES.find((row) => row.product === product)?.lines;
  if (!lines) return { state: 'unknown' };
  const own = lines
    .filter(([line]) => isInLine(version, line))
    .toSorted(([one], [other]) => other.length - one.length)[0];
  if (own) return ended(own[1], now, false);
  // `Drupal 9` says no more than that: it has ended when all its lines have.
  const below = lines.filter(([line]) => line.startsWith(`${version}.`)).toSorted(([a], [b]) => compareVersions(b, a));
  if (below.length > 0) {
    const states = below.map(([, end]) => ended(end, now, false));
    return states.find(({ state }) => state !== 'ended') ?? states[0] ?? { state: 'unknown' };
  }
  // Older than a line that has ended: this one, which no table names any more, has too.
  const next = lines
    .filter(([line]) => compareVersions(line, version) > 0)
    .toSorted(([one], [other]) => compareVersions(one, other))[0];
  if (!next) return { state: 'unknown' };
  const later = ended(next[1], now, true);
  return later.state === 'ended' ? later : { state: 'unknown' };
}

function ended(end: string | boolean, now: number, latest: boolean): Support {
  if (end === false) return { state: 'supported' };
  if (end === true) return { state: 'ended', on: null, latest };
  return Date.parse(end) + 86_400_000 <= now ? { state: 'ended', on: end, latest } : { state: 'supported' };
}

function patchedBuild(
  software: string,
  { version, value }: Told,
  now: number,
): (DistributionBuild & { certain: boolean }) | null {
  const named = DISTRIBUTIONS.find(([pattern]) => pattern.test(value));
  if (named && named[1] === null) return null;
  const distribution = named?.[1] ?? null;
  const candidates = DISTRIBUTION_BUILDS.filter(
    (build) =>
      build.software === software &&
      Date.parse(build.until) + 86_400_000 > now &&
      build.versions.some((one) => isBuild(version, one, build.kind)) &&
      (distribution === null
        ? build.kind === 'frozen' && !(NAMED[software] ?? []).includes(build.distribution)
        : build.distribution === distribution),
  );
  const longest = candidates.toSorted((one, other) => other.until.localeCompare(one.until))[0];
  return longest ? { ...longest, certain: distribution !== null } : null;
}

/** Of a build that moves, any later number of the same line. */
function isBuild(version: string, built: string, kind: DistributionBuild['kind']): boolean {
  if (kind !== 'rebased') return version === built || version.startsWith(`${built}-`);
  const line = built.split('.').slice(0, 2).join('.');
  return isInLine(version, line) && compareVersions(version, built) >= 0;
}

function titled(distribution: string): string {
  return distribution === 'rhel'
    ? 'Red Hat Enterprise Linux'
    : distribution.replaceAll(/(?:^|-)([a-z])/gu, (_all, letter: string) => ` ${letter.toUpperCase()}`).trim();
}
