import type { TlsAttack } from '@palisade/report/sections/tls';
import type { TlsEvidence } from '../../evidence/tls.ts';
import type { SuiteClass } from '../../parse/tls/tls-suites.ts';

type Tristate = boolean | null;

/**
 * The attacks that have names, by what exposes a server to them. Those that need malformed records or a guess at a secret
 * are not tested by design: a scan sends nothing that could harm.
 */
export function attacksOn(tls: TlsEvidence): TlsAttack[] {
  const { versions, suite_classes: classes, dh_bits: prime } = tls;
  const suites = Object.values(tls.suites).flat();
  const offers = (pattern: RegExp): string => suites.find((suite) => pattern.test(suite)) ?? 'a suite of that type';
  // TLS 1.3 has neither compression nor renegotiation.
  const modern = versions['TLS 1.3'] === true && CLASSIC.every((one) => versions[one] === false);
  const staticRsa = accepts(tls, STATIC_RSA, [classes.static_aead, classes.static_cbc], WITH_STATIC_RSA);
  return [
    stateOf('DROWN', versions.SSLv2 ?? null, 'SSL 2.0 is accepted'),
    stateOf('POODLE', cbcWith(tls, 'SSLv3'), 'SSL 3.0 with CBC suites is accepted'),
    stateOf('FREAK', exported(tls, RSA_EXPORT), `${offers(RSA_EXPORT)} is accepted`),
    stateOf(
      'LOGJAM',
      logjam(tls),
      exported(tls, DHE_EXPORT) === true
        ? `${offers(DHE_EXPORT)} is accepted`
        : `Diffie-Hellman prime of ${prime ?? 'unknown'} bits`,
    ),
    stateOf('SWEET32', accepts(tls, BLOCK64, [classes.block64, classes.des], WEAKER), `${offers(BLOCK64)} is accepted`),
    stateOf('RC4 biases', accepts(tls, RC4, [classes.rc4], WEAKER), `${offers(RC4)} is accepted`),
    stateOf(
      'BEAST',
      cbcWith(tls, 'TLS 1.0'),
      'TLS 1.0 with CBC suites is accepted; clients have mitigated this since 2012 by splitting records',
    ),
    stateOf('CRIME', modern ? false : tls.compression, 'TLS compression is on'),
    stateOf('Insecure renegotiation', modern ? false : inverse(tls.secure_renegotiation), 'RFC 5746 is not supported'),
    staticRsa === true
      ? untested('ROBOT', 'Suites with static RSA are accepted. The scan does not test whether padding errors differ.')
      : stateOf('ROBOT', staticRsa, ''),
    untested('BREACH', 'It requires a page that reflects visitor input next to a secret.'),
    untested('Heartbleed', 'Testing for it would read the server’s memory.'),
    untested('CCS injection', 'Testing for it would send messages out of order.'),
    untested('Ticketbleed', 'Testing for it would read the server’s memory.'),
  ];
}

function stateOf(name: string, exposed: Tristate, by: string): TlsAttack {
  if (exposed === null) return { name, state: 'unknown', by: null };
  return { name, state: exposed ? 'exposed' : 'not_exposed', by: exposed ? by : null };
}

function untested(name: string, by: string): TlsAttack {
  return { name, state: 'not_tested', by };
}

const RSA_EXPORT = /^TLS_RSA_EXPORT/u;
const DHE_EXPORT = /^TLS_DHE?_\w+_EXPORT/u;
const BLOCK64 = /DES|IDEA|RC2/u;
const RC4 = /RC4/u;
const STATIC_RSA = /^TLS_RSA_(?:EXPORT\w*_)?WITH/u;
/** A suite is in the class of its worst part: EXPORT and anonymous suites have RC4 and DES, too. */
const WEAKER = ['export', 'anon'] as const;
const WITH_STATIC_RSA = ['block64', 'des', 'rc4', 'export', 'null'] as const;

/** Suites of a kind, with the classes that hold nothing else, and those that may hold some. */
function accepts(
  tls: TlsEvidence,
  kind: RegExp,
  own: (Tristate | undefined)[],
  others: readonly SuiteClass[],
): Tristate {
  const known = anyOf(...own);
  if (known === true || isListed(tls, kind)) return true;
  const more = anyOf(...others.map((one) => tls.suite_classes[one]));
  return more === false || (more === true && areListsComplete(tls)) ? known : null;
}

function isListed({ suites }: TlsEvidence, kind: RegExp): boolean {
  return Object.values(suites).some((list) => list.some((suite) => kind.test(suite)));
}

function areListsComplete({ versions, suites_complete: complete }: TlsEvidence): boolean {
  const spoken = CLASSIC.filter((version) => versions[version] === true);
  return spoken.length > 0 && spoken.every((version) => complete[version] === true);
}

/** EXPORT suites of one kind of key exchange: the class holds several. */
function exported(tls: TlsEvidence, kind: RegExp): Tristate {
  const { export: some } = tls.suite_classes;
  if (some !== true || isListed(tls, kind)) return some;
  return areListsComplete(tls) ? false : null;
}

const CLASSIC = ['SSLv3', 'TLS 1.0', 'TLS 1.1', 'TLS 1.2'] as const;

/** Primes of up to 1024 bits are within reach of those who can pay for it, and many servers share a few (weakdh.org). */
function logjam(tls: TlsEvidence): Tristate {
  const { suite_classes: classes, dh_bits: prime } = tls;
  const short = prime === null ? (anyOf(classes.dhe_aead, classes.dhe_cbc) === false ? false : null) : prime <= 1024;
  return anyOf(short, exported(tls, DHE_EXPORT));
}

/** A version together with CBC: the attacks on it do nothing to RC4. */
function cbcWith(tls: TlsEvidence, version: 'SSLv3' | 'TLS 1.0'): Tristate {
  const { versions, suite_classes: classes, suites, suites_complete: complete } = tls;
  if (versions[version] !== true) return versions[version] ?? null;
  const list = suites[version] ?? [];
  if (list.some((suite) => suite.includes('_CBC_'))) return true;
  if (list.length > 0 && complete[version] === true) return false;
  return anyOf(classes.ecdhe_cbc, classes.dhe_cbc, classes.static_cbc, classes.block64, classes.des);
}

function anyOf(...states: readonly (Tristate | undefined)[]): Tristate {
  if (states.includes(true)) return true;
  return states.every((state) => state === false) ? false : null;
}

function inverse(state: Tristate): Tristate {
  return state === null ? null : !state;
}
