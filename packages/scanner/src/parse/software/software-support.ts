import { DISTRIBUTION_BUILDS, PRODUCT_LINES, type DistributionBuild } from '../../data/end-of-life.ts';
import { productVersions } from './products.ts';
import { compareVersions, isInLine } from './versions.ts';

export type Support =
  | { state: 'supported' }
  /** The version is newer than all versions in the table. */
  | { state: 'unknown' }
  /** The table does not have the product. */
  | { state: 'unlisted' }
  /** `on`: the day on which support ended, null if it was never published. `latest`: on that day or earlier. */
  | { state: 'ended'; on: string | null; latest: boolean; build?: EndedBuild }
  /** Ended upstream, but patched by the distribution until that day. `certain`: the response names the distribution. */
  | { state: 'distribution'; build: string; until: string; certain: boolean; upstream: string | null };

/** A build that the named distribution no longer patches. `extended`: until when it still does for subscribers. */
export interface EndedBuild {
  build: string;
  until: string;
  extended: string | null;
}

/** What a header or the page disclosed. */
export interface Told {
  product: string;
  version: string;
  /** The complete value, which may name a distribution. */
  value: string;
  /** Other values of the same response, which may name one too: PHP on RHEL never does, but Apache does. */
  elsewhere?: readonly string[];
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
  'asp.net core': 'dotnet',
};

/**
 * How responses name the distribution of a build: `nginx/1.18.0 (Ubuntu)`, `PHP/8.1.2-1ubuntu2.22`,
 * `PHP/7.3.31-1~deb10u7`. Builds from deb.sury.org contain Debian's or Ubuntu's name but come from neither.
 */
const DISTRIBUTIONS: readonly (readonly [pattern: RegExp, distribution: string | null])[] = [
  [/sury/iu, null],
  [/ubuntu/iu, 'ubuntu'],
  [/debian|[+~]deb\d|raspbian/iu, 'debian'],
  [/centos/iu, 'centos'],
  [/red ?hat|rhel|rocky|alma ?linux|cloudlinux|eurolinux|scientific linux|oracle linux|\.el\d/iu, 'rhel'],
  [/amazon|amzn/iu, 'amazon-linux'],
  [/alpine/iu, 'alpine'],
  [/suse/iu, 'suse'],
  [/freebsd/iu, 'freebsd'],
  [/\(unix\)/iu, 'unix'],
  [/fedora|win(?:32|64)|darwin|gentoo|arch/iu, null],
];

/** Distributions whose builds of this software name the distribution. A response without the name is not theirs. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  __proto__: null as never,
  nginx: ['ubuntu'],
  apache: ['ubuntu', 'debian', 'rhel', 'centos', 'suse', 'amazon-linux', 'alpine'],
  openssl: ['ubuntu', 'debian', 'rhel', 'centos', 'suse', 'freebsd', 'amazon-linux', 'alpine'],
  // Debian has not done so since release 11.
  php: ['ubuntu'],
};

export function supportOf(told: Told, now: number): Support {
  const name = told.product.toLowerCase();
  const product = ALIASES[name] ?? name;
  const upstream = upstreamSupport(product, told.version, now);
  if (upstream.state === 'unlisted') return upstream;
  const builds = buildsOf(product, told);
  const build = builds.find(({ last }) => Date.parse(last) + DAY > now);
  if (upstream.state !== 'ended') {
    // `Apache/2.4.6 (CentOS)`: the vendor supports 2.4, but no one patches CentOS 7's own build of it any longer.
    const own = build || upstream.state === 'unknown' ? {} : endedBuild(builds, now);
    return own.build ? { state: 'ended', on: null, latest: false, build: own.build } : upstream;
  }
  if (!build) return { ...upstream, ...endedBuild(builds, now) };
  return { state: 'distribution', build: build.name, until: build.last, certain: build.certain, upstream: upstream.on };
}

const DAY = 86_400_000;
const BUILDS = Map.groupBy(DISTRIBUTION_BUILDS, ({ software }) => software);

function endedBuild(builds: readonly FittingBuild[], now: number): { build?: EndedBuild } {
  const latest = builds.find(({ certain }) => certain);
  if (!latest) return {};
  const { name, until, extended } = latest;
  return { build: { build: name, until, extended: extended && Date.parse(extended) + DAY > now ? extended : null } };
}

function upstreamSupport(product: string, version: string, now: number): Support {
  const lines = PRODUCT_LINES.find((row) => row.product === product)?.lines;
  if (!lines) return { state: 'unlisted' };
  const own = lines
    .filter(([line]) => isInLine(version, line))
    .toSorted(([one], [other]) => other.length - one.length)[0];
  // `Jenkins 2` is supported, but not its releases before one that has ended.
  const isUmbrella = own?.[1] === false && lines.some(([line]) => line.startsWith(`${own[0]}.`));
  if (own && !isUmbrella) return ended(own[1], now, false);
  // `Drupal 9` names no minor version. It has ended if all its lines have ended.
  const below = lines.filter(([line]) => line.startsWith(`${version}.`)).toSorted(([a], [b]) => compareVersions(b, a));
  if (below.length > 0) {
    const states = below.map(([, end]) => ended(end, now, false));
    return states.find(({ state }) => state !== 'ended') ?? states[0] ?? { state: 'unknown' };
  }
  // If a newer line has ended, this one has too, although the table no longer lists it.
  const next = lines
    .filter(([line]) => compareVersions(line, version) > 0)
    .toSorted(([one], [other]) => compareVersions(one, other))[0];
  const later: Support = next ? ended(next[1], now, true) : { state: 'unknown' };
  if (later.state === 'ended') return later;
  return { state: own ? 'supported' : 'unknown' };
}

function ended(end: string | boolean, now: number, latest: boolean): Support {
  if (end === false) return { state: 'supported' };
  if (end === true) return { state: 'ended', on: null, latest };
  return Date.parse(end) + DAY <= now ? { state: 'ended', on: end, latest } : { state: 'supported' };
}

interface FittingBuild extends DistributionBuild {
  /** `Ubuntu 22.04`. */
  name: string;
  /** The last day on which users of this build get patches. */
  last: string;
  /** Whether the response names the distribution. */
  certain: boolean;
}

/** Possible builds: first those that also contain the response's other software, then those supported longest. */
function buildsOf(software: string, { product, version, value, elsewhere = [] }: Told): FittingBuild[] {
  const named = distributionIn(value);
  // Apache's own build, with the OpenSSL of an unknown system.
  const isForeign = named === 'unix' && software === 'openssl';
  if (named === null || (named === 'unix' && !isForeign)) return [];
  const hinted = named === undefined ? elsewhere.map(distributionIn) : [];
  const others = productVersions(value).filter((one) => one.product !== product);
  // `7.2.24-0ubuntu0.18.04.17+esm7`: Ubuntu Pro's own patches.
  const subscribed = /\+esm\d/u.test(value);
  const isPossible = (build: DistributionBuild): boolean =>
    isForeign || hinted.includes(build.distribution) || isAnonymous(build, version);
  const fits = (BUILDS.get(software) ?? [])
    .filter(
      (build) =>
        build.versions.some((one) => isBuild(version, one, build.kind)) &&
        (named === undefined || isForeign ? isPossible(build) : build.distribution === named),
    )
    .map((build) => ({
      ...build,
      name: `${titled(build.distribution)} ${build.release}`,
      last: subscribed ? (build.extended ?? build.until) : build.until,
      certain: named === build.distribution,
      company: others.filter((one) => isShippedWith(build, one)).length,
    }));
  return fits.toSorted((one, other) => other.company - one.company || other.last.localeCompare(one.last));
}

/** undefined: the value names none. null: it names a build that no distribution in the table patches. */
function distributionIn(value: string): string | null | undefined {
  return DISTRIBUTIONS.find(([pattern]) => pattern.test(value))?.[1];
}

function isShippedWith(
  { distribution, release }: DistributionBuild,
  told: { product: string; version: string },
): boolean {
  const name = told.product.toLowerCase();
  return (BUILDS.get(ALIASES[name] ?? name) ?? []).some(
    (build) =>
      build.distribution === distribution &&
      build.release === release &&
      build.versions.some((one) => isBuild(told.version, one, build.kind)),
  );
}

/**
 * A response without the distribution's name can come from a build whose number never moves, or from exactly the
 * version that a distribution is known to ship: nginx 1.28.0 is Alpine 3.22's, which patches it.
 */
function isAnonymous(build: DistributionBuild, version: string): boolean {
  if ((NAMED[build.software] ?? []).includes(build.distribution)) return false;
  if (build.kind === 'frozen') return true;
  return build.kind === 'rebased' && build.versions.some((one) => one === plain(version) || isLineOf(version, one));
}

/** For a rebased build, any later version of the same line counts as well. */
function isBuild(version: string, built: string, kind: DistributionBuild['kind']): boolean {
  if (isLineOf(version, built)) return true;
  if (kind !== 'rebased') return plain(version) === built || version.startsWith(`${built}-`);
  const line = built.split('.').slice(0, 2).join('.');
  return isInLine(version, line) && compareVersions(version, built) >= 0;
}

/** `Python/3.10` of mod_wsgi, `Varnish/7.1`: only the line is disclosed. */
function isLineOf(version: string, built: string): boolean {
  return /^\d+\.\d+$/u.test(version) && built.startsWith(`${version}.`);
}

/** Jetty adds a date: `9.4.57.v20241219`. */
function plain(version: string): string {
  return version.replace(/\.v\d{8}$/u, '');
}

const TITLES: Readonly<Record<string, string>> = {
  __proto__: null as never,
  rhel: 'Red Hat Enterprise Linux',
  centos: 'CentOS',
  suse: 'SUSE Linux Enterprise',
  freebsd: 'FreeBSD',
};

function titled(distribution: string): string {
  return (
    TITLES[distribution] ??
    distribution.replaceAll(/(?:^|-)([a-z])/gu, (_all, letter: string) => ` ${letter.toUpperCase()}`).trim()
  );
}
