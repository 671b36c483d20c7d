import type { TlsClient } from '@palisade/report/sections/tls';
import table from '../../data/tls-clients.json' with { type: 'json' };
import type { Certificate, TlsEvidence, TlsVersion } from '../../evidence/tls.ts';
import { groupName } from '../../parse/tls/tls-groups.ts';
import { suiteName } from '../../parse/tls/tls-suites.ts';

interface Hello {
  name: string;
  versions: TlsVersion[];
  /** Names, in the client's order. */
  suites: string[];
  schemes: Set<number>;
  groups: number[];
  /** It may offer more groups. */
  hasMoreGroups: boolean;
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
 */
export function clientsOf(tls: TlsEvidence): TlsClient[] {
  return CLIENTS.map((client) => ({ client: client.name, ...outcome(client, tls) }));
}

function outcome(client: Hello, tls: TlsEvidence): Omit<TlsClient, 'client'> {
  const unknown = { connects: null, version: null, suite: null, reason: null };
  const states = client.versions.map((version) => tls.versions[version] ?? null);
  const at = states.findIndex((state) => state !== false);
  const version = client.versions[at];
  if (version === undefined) return { ...unknown, connects: false, reason: `no version in common` };
  if (states[at] === null) return unknown;
  const turnedAway = turnedAwayBy(client, tls, version);
  if (turnedAway !== undefined) return { ...unknown, ...turnedAway };
  const served = tls.suites[version] ?? [];
  const known = client.suites.filter((suite) => served.includes(suite));
  if (known.length === 0) {
    if (tls.suites_complete[version] !== true) return unknown;
    return { ...unknown, connects: false, version, reason: `no cipher suite in common with ${version}` };
  }
  const group = groupInCommon(client, tls, version);
  // Without a group, the suites that need none are left: static RSA, and Diffie-Hellman with the server's own prime.
  const common = group === true ? known : known.filter((suite) => !needsGroup(suite));
  if (common.length === 0 && (group === null || tls.suites_complete[version] !== true)) return unknown;
  if (common.length === 0)
    return { ...unknown, connects: false, version, reason: `no key exchange group in common with ${version}` };
  const refused = signatureFault(client, tls, version, common);
  if (refused !== null) return { ...unknown, connects: false, version, reason: refused };
  const suite = chosen(common, served, tls, version, client.isOrdered);
  return shortPrime(client, tls, suite === null ? common : [suite]) ?? { connects: true, version, suite, reason: null };
}

/** A client that meets a prime it finds too short hangs up; it does not go on to the next suite. */
function shortPrime(
  { dhMin }: Hello,
  { dh_bits: bits }: TlsEvidence,
  suites: readonly string[],
): Omit<TlsClient, 'client'> | null {
  const finite = suites.filter((suite) => suite.includes('_DHE_'));
  if (bits === null || bits >= dhMin || finite.length === 0) return null;
  const unknown = { connects: null, version: null, suite: null, reason: null };
  return finite.length === suites.length
    ? { ...unknown, connects: false, reason: `does not accept a ${bits}-bit Diffie-Hellman prime` }
    : unknown;
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

/** The server's order counts where it insists on one; its list is known to begin with its favourite only. */
function chosen(
  common: readonly string[],
  served: readonly string[],
  { preference }: TlsEvidence,
  version: TlsVersion,
  isOrdered: boolean,
): string | null {
  if (common.length === 1) return common[0] ?? null;
  if (version === 'TLS 1.3' || preference === null) return null;
  if (preference === 'client') return isOrdered ? (common[0] ?? null) : null;
  return served[0] !== undefined && common.includes(served[0]) ? served[0] : null;
}

/** What ends a handshake whatever suites there are. */
function turnedAwayBy(
  { groups, needsRenegotiationInfo }: Hello,
  tls: TlsEvidence,
  version: TlsVersion,
): Partial<TlsClient> | undefined {
  const { handshake, client_certificate_requested: asksForCertificate } = tls;
  if (asksForCertificate === true && !handshake.completed)
    return { connects: false, version, reason: 'the server requests a client certificate' };
  // In TLS 1.3 the client is done before the server looks at its certificate, so that this says nothing of older versions.
  if (asksForCertificate === true && handshake.version === 'TLSv1.3') return {};
  if (handshake.large_hello_refused && groups.some((code) => LARGE_GROUPS.includes(code)))
    return { connects: false, reason: 'its first message is larger than the server accepts' };
  if (needsRenegotiationInfo && version !== 'TLS 1.3' && tls.secure_renegotiation === false)
    return { connects: false, version, reason: 'the server lacks secure renegotiation (RFC 5746)' };
  return undefined;
}

/** Hybrid groups whose key share makes a hello longer than one segment, X25519Kyber768Draft00 among them. */
const LARGE_GROUPS: readonly number[] = [0x11ec, 0x11eb, 0x11ed, 0x6399];

/** Schemes of RFC 8446 §4.2.3 by kind of key; TLS 1.3 ties each curve to one. */
const SCHEMES: Readonly<Record<string, readonly number[]>> = {
  RSA: [0x0804, 0x0805, 0x0806],
  'P-256': [0x0403],
  'P-384': [0x0503],
  'P-521': [0x0603],
  Ed25519: [0x0807],
  Ed448: [0x0808],
  'RSA-PSS': [0x0809, 0x080a, 0x080b],
};

const CURVE_GROUPS: Readonly<Record<string, number>> = { 'P-256': 0x17, 'P-384': 0x18, 'P-521': 0x19 };

function signatureFault(
  client: Hello,
  tls: TlsEvidence,
  version: TlsVersion,
  common: readonly string[],
): string | null {
  const certificates = [tls.chain.certificates[0], tls.second_chain?.certificates[0]].filter(
    (one) => one !== undefined,
  );
  if (certificates.length === 0 || client.schemes.size === 0) return null;
  if (version !== 'TLS 1.3' && common.some((suite) => !suite.includes('_ECDSA_'))) return null;
  const usable = (one: Certificate): boolean => {
    const wanted = SCHEMES[one.key.curve ?? one.key.type];
    // Up to TLS 1.2 the curve of the key is one of the client's groups too (RFC 8422 §5.1).
    const curve = CURVE_GROUPS[one.key.curve ?? ''];
    if (version !== 'TLS 1.3' && curve !== undefined && client.groups.length > 0 && !client.groups.includes(curve))
      return false;
    return wanted === undefined || wanted.some((scheme) => client.schemes.has(scheme));
  };
  if (certificates.some(usable)) return null;
  const { key } = certificates[0] as Certificate;
  return `does not support signatures for a ${key.curve ?? key.type} key`;
}
