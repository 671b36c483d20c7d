import type { TlsClient } from '@palisade/report/sections/tls';
import table from '../../data/tls-clients.json' with { type: 'json' };
import type { Certificate, TlsEvidence, TlsVersion } from '../../evidence/tls.ts';
import { suiteName } from '../../parse/tls/tls-suites.ts';

interface Hello {
  name: string;
  versions: TlsVersion[];
  /** Names, in the client's order. */
  suites: string[];
  schemes: Set<number>;
}

const CLIENTS: readonly Hello[] = table.clients.map(({ name, versions, suites, schemes }) => ({
  name,
  versions: versions as TlsVersion[],
  suites: suites.map((code) => suiteName(Number.parseInt(code, 16))),
  schemes: new Set(schemes.map((code) => Number.parseInt(code, 16))),
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
  const served = tls.suites[version] ?? [];
  const common = client.suites.filter((suite) => served.includes(suite));
  if (common.length === 0) {
    if (tls.suites_complete[version] !== true) return unknown;
    return { ...unknown, connects: false, version, reason: `no cipher suite in common with ${version}` };
  }
  const refused = signatureFault(client, tls, version, common);
  if (refused !== null) return { ...unknown, connects: false, version, reason: refused };
  return { connects: true, version, suite: chosen(common, served, tls, version), reason: null };
}

/** The server's order counts where it insists on one; its list is known to begin with its favourite only. */
function chosen(
  common: readonly string[],
  served: readonly string[],
  { preference }: TlsEvidence,
  version: TlsVersion,
): string | null {
  if (common.length === 1) return common[0] ?? null;
  if (version === 'TLS 1.3' || preference === null) return null;
  if (preference === 'client') return common[0] ?? null;
  return served[0] !== undefined && common.includes(served[0]) ? served[0] : null;
}

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
    return wanted === undefined || wanted.some((scheme) => client.schemes.has(scheme));
  };
  if (certificates.some(usable)) return null;
  const { key } = certificates[0] as Certificate;
  return `offers no signature for a key of kind ${key.curve ?? key.type}`;
}
