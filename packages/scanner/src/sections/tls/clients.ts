import type { TlsClient } from '@palisade/report/sections/tls';
import table from '../../data/tls-clients.json' with { type: 'json' };
import type { TlsEvidence, TlsVersion } from '../../evidence/tls.ts';
import { groupName } from '../../parse/tls/tls-groups.ts';
import { hasHttp2WithTls12, isAllowedInHttp2 } from '../../parse/tls/http2-suites.ts';
import { classOfSuite, suiteName } from '../../parse/tls/tls-suites.ts';
import { canVerify, keyOf, type Verifier } from './client-signatures.ts';

interface Hello extends Verifier {
  name: string;
  versions: TlsVersion[];
  /** Names, in the client's order. */
  suites: string[];
  /** The order of its suites is known. */
  isOrdered: boolean;
  needsRenegotiationInfo: boolean;
  /** Bits of the smallest Diffie-Hellman prime; 0 where that is not known. */
  dhMin: number;
}

const CLIENTS: readonly Hello[] = table.clients.map(({ name, versions, suites, schemes, groups, ...more }) => ({
  name,
  versions: versions as TlsVersion[],
  suites: suites.map((code) => suiteName(Number.parseInt(code, 16))),
  schemes: new Set(schemes.map((code) => Number.parseInt(code, 16))),
  groups: groups.map((code) => Number.parseInt(code, 16)),
  hasMoreGroups: 'more_groups' in more,
  isOrdered: !('unordered' in more),
  needsRenegotiationInfo: 'needs_renegotiation_info' in more,
  dhMin: 'dh_min' in more ? more.dh_min : 0,
}));

/**
 * Who connects and with what, worked out from what the server was seen to accept: no connection is made for it. The handshake
 * alone is meant; whether a client then trusts the certificate is said elsewhere.
 * @param isServed the page was read there without a client certificate: where the server requests one, it does not insist
 */
export function clientsOf(tls: TlsEvidence, isServed = false): TlsClient[] {
  const all = CLIENTS.map((client) => ({ client: client.name, ...outcome(client, tls, isServed) }));
  const { completed, fault } = tls.handshake;
  if (completed || fault === null || all.find(({ client }) => client === OWN)?.connects !== true) return all;
  // By what the server answers, the scan's own client should have connected: something else keeps clients out, or did then.
  return all.map((one) => (one.connects === true ? { client: one.client, ...UNKNOWN } : one));
}

/** The client of the scan's own handshake. */
const OWN = 'Node.js 24.21.0 (tls.connect)';
const UNKNOWN = { connects: null, version: null, suite: null, reason: null };

function outcome(client: Hello, tls: TlsEvidence, isServed: boolean): Omit<TlsClient, 'client'> {
  const offered = client.versions.map((version) => tls.versions[version] ?? null);
  const at = offered.findIndex((state) => state !== false);
  const version = client.versions[at];
  if (version === undefined) return { ...UNKNOWN, connects: false, reason: `no version in common` };
  if (offered[at] === null) return UNKNOWN;
  const turnedAway = turnedAwayBy(client, tls, version, isServed);
  if (turnedAway !== undefined) return { ...UNKNOWN, ...turnedAway };
  const served = tls.suites[version] ?? [];
  const known = client.suites.filter((suite) => served.includes(suite));
  if (known.length === 0) {
    if (!isSettled(client, tls, version)) return UNKNOWN;
    return { ...UNKNOWN, connects: false, version, reason: `no cipher suite in common with ${version}` };
  }
  const group = groupInCommon(client, tls, version);
  const states = new Map(
    known.map((suite) => [suite, both(needsGroup(suite) ? group : true, canVerify(client, tls, version, suite))]),
  );
  const isPossible = (suite: string): boolean => states.get(suite) !== false;
  const common = known.filter((suite) => states.get(suite) === true);
  if (common.length === 0) {
    if (known.some(isPossible) || !isSettled(client, tls, version)) return UNKNOWN;
    // Without a group, the suites that need none are left: static RSA, and Diffie-Hellman with the server's own prime.
    const isOfGroup = group === false && known.every(needsGroup);
    const reason = isOfGroup
      ? `no key exchange group in common with ${version}`
      : `does not support signatures for ${keyOf(tls)}`;
    return { ...UNKNOWN, connects: false, version, reason };
  }
  // A suite that may not be usable is not named, nor is another in its place.
  // Those of which it is not known whether the server accepts them, too: it may choose one.
  const open = client.suites.filter((one) => suiteState(one, tls, version) === null);
  const favorite = chosen(client, [...known.filter(isPossible), ...open], tls, version);
  const suite = favorite !== null && common.includes(favorite) ? favorite : null;
  const possible = suite === null ? [...common, ...open] : [suite];
  return (
    shortPrime(client, tls, possible) ??
    refusedHttp2(client, tls, version, possible) ?? { connects: true, version, suite, reason: null }
  );
}

function isSettled({ suites }: Hello, tls: TlsEvidence, version: TlsVersion): boolean {
  return suites.every((suite) => suiteState(suite, tls, version) !== null);
}

/** Whether the server accepts a suite: it was seen to, or the list is complete, or the whole class is refused. */
function suiteState(suite: string, tls: TlsEvidence, version: TlsVersion): boolean | null {
  if (tls.suites[version]?.includes(suite)) return true;
  const kind = classOfSuite(suite);
  if (tls.suites_complete[version] === true || (version === 'TLS 1.3') !== (kind === 'tls13')) return false;
  return kind !== null && tls.suite_classes[kind] === false ? false : null;
}

/** Chromium and Firefox end a connection whose suite HTTP/2 prohibits (RFC 9113 §9.2.2); other clients do not look. */
const STRICT_IN_HTTP2 = /^(?:Chrom|Firefox|Tor Browser)/u;

function refusedHttp2(
  { name }: Hello,
  tls: TlsEvidence,
  version: TlsVersion,
  suites: readonly string[],
): Omit<TlsClient, 'client'> | null {
  if (version !== 'TLS 1.2' || !hasHttp2WithTls12(tls) || !STRICT_IN_HTTP2.test(name)) return null;
  const refused = suites.filter((suite) => !isAllowedInHttp2(suite));
  if (refused.length === 0) return null;
  return refused.length === suites.length
    ? { ...UNKNOWN, connects: false, version, reason: `does not accept ${refused[0]} with HTTP/2` }
    : UNKNOWN;
}

/** What needs both. */
function both(one: boolean | null, other: boolean | null): boolean | null {
  if (one === false || other === false) return false;
  return one === null || other === null ? null : true;
}

/** A client that meets a prime it finds too short hangs up; it does not go on to the next suite. */
function shortPrime(
  { dhMin }: Hello,
  { dh_bits: bits }: TlsEvidence,
  suites: readonly string[],
): Omit<TlsClient, 'client'> | null {
  const finite = suites.filter((suite) => suite.includes('_DHE_'));
  if (bits === null || bits >= dhMin || finite.length === 0) return null;
  return finite.length === suites.length
    ? { ...UNKNOWN, connects: false, reason: `does not accept a ${bits}-bit Diffie-Hellman prime` }
    : UNKNOWN;
}

function needsGroup(suite: string): boolean {
  return !suite.includes('_WITH_') || suite.includes('ECDHE_') || suite.includes('ECDH_');
}

/** Whether the server takes any group that the client offers; null when that was not found out. */
function groupInCommon({ groups, hasMoreGroups }: Hello, tls: TlsEvidence, version: TlsVersion): boolean | null {
  // A client that sends no list takes the server's choice (RFC 8422 §4).
  if (groups.length === 0) return true;
  const states = groups.map((code) => groupState(groupName(code), tls, version));
  if (states.includes(true)) return true;
  return hasMoreGroups || states.includes(null) ? null : false;
}

function groupState(name: string, tls: TlsEvidence, version: TlsVersion): boolean | null {
  if (tls.groups[version] === name) return true;
  const listed = tls.group_list.find(({ group }) => group === name);
  if (listed) return listed.offered;
  // The groups of RFC 7919, and the hybrids, are asked about together: a no is one to all of them.
  const finite = name.startsWith('ffdhe') ? tls.group_list.find(({ group }) => group.startsWith('ffdhe')) : undefined;
  const together = finite ? finite.offered : /MLKEM/u.test(name) ? tls.post_quantum.offered : null;
  return together === false ? false : null;
}

/** The server's order counts where it insists on one; its list is known to begin with its favorite only. */
function chosen(
  { suites, isOrdered }: Hello,
  possible: readonly string[],
  { preference, suites: served }: TlsEvidence,
  version: TlsVersion,
): string | null {
  if (possible.length === 1) return possible[0] ?? null;
  if (version === 'TLS 1.3' || preference === null) return null;
  if (preference === 'client') return isOrdered ? (suites.find((suite) => possible.includes(suite)) ?? null) : null;
  return possible.find((suite) => suite === served[version]?.[0]) ?? null;
}

/** What ends a handshake whatever suites there are. */
function turnedAwayBy(
  { groups, needsRenegotiationInfo }: Hello,
  tls: TlsEvidence,
  version: TlsVersion,
  isServed: boolean,
): Partial<TlsClient> | undefined {
  const { handshake, client_certificate_requested: asksForCertificate } = tls;
  if (asksForCertificate === true && !handshake.completed)
    return { connects: false, version, reason: 'the server requests a client certificate' };
  // In TLS 1.3 the client is done before the server looks at its certificate, so that this says nothing of older versions.
  if (asksForCertificate === true && handshake.version === 'TLSv1.3' && !isServed) return {};
  if (handshake.large_hello_refused && groups.some((code) => LARGE_GROUPS.includes(code)))
    return { connects: false, reason: 'its first message is larger than the server accepts' };
  if (needsRenegotiationInfo && version !== 'TLS 1.3' && tls.secure_renegotiation === false)
    return { connects: false, version, reason: 'the server lacks secure renegotiation (RFC 5746)' };
  return undefined;
}

/** Hybrid groups whose key share makes a hello longer than one segment, X25519Kyber768Draft00 among them. */
const LARGE_GROUPS: readonly number[] = [0x11ec, 0x11eb, 0x11ed, 0x6399];
