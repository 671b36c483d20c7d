import type { TlsCertificate, TlsDetails, TlsSection } from '@palisade/report/sections/tls';
import type { Evidence } from '../evidence.ts';
import { isHopAt } from '../evidence/http.ts';
import { TLS_VERSIONS, type Certificate, type Staple, type TlsEvidence } from '../evidence/tls.ts';
import { FORWARD_SECRET } from '../parse/tls/tls-suites.ts';
import { addressesOf } from './tls/addresses.ts';
import { attacksOn } from './tls/attacks.ts';
import { programVerdicts } from '../facts/programs/program-verdicts.ts';
import { clientsOf } from './tls/clients.ts';
import { endpointOf } from './tls/endpoint.ts';
import { policyVerdicts } from './tls/policies.ts';

const MAX_SANS = 100;
const DAY_MS = 86_400_000;

/** The evidence that the section shows in addition to its checks. */
export function tlsEvidence(evidence: Evidence): Omit<TlsSection, 'checks'> {
  const { tls, scanned_at } = evidence;
  if (!tls.ok) return { details: null, reason: tls.reason };
  return { details: detailsOf(tls.value, Date.parse(scanned_at), evidence), reason: null };
}

function detailsOf(tls: TlsEvidence, now: number, evidence: Evidence): TlsDetails {
  const [leaf] = tls.chain.certificates;
  const other = tls.second_chain ?? tls.other_chains[0]?.chain;
  const [second] = other?.certificates ?? [];
  const { trust } = tls.chain;
  return {
    endpoint: tls.endpoint,
    port: tls.port,
    protocols: TLS_VERSIONS.map((version) => ({
      version,
      offered: tls.versions[version] ?? null,
      suites: tls.suites[version] ?? [],
      suites_complete: tls.suites_complete[version] ?? null,
      group: tls.groups[version] ?? null,
    })),
    suite_classes: tls.suite_classes,
    preference: tls.preference,
    forward_secrecy: anyOf(FORWARD_SECRET.map((name) => tls.suite_classes[name] ?? null)),
    group_list: tls.group_list,
    post_quantum: tls.post_quantum.offered,
    post_quantum_group: tls.post_quantum.group,
    dh_bits: tls.dh_bits,
    alpn: tls.alpn,
    ...(tls.endpoint === 'tls' ? endpointOf(tls, evidence) : {}),
    extended_master_secret: tls.extended_master_secret,
    secure_renegotiation: tls.secure_renegotiation,
    compression: tls.compression,
    client_certificate_requested: tls.client_certificate_requested,
    certificate: leaf ? certificateOf(leaf, now) : null,
    chain: tls.chain.certificates.map(({ subject, issuer, not_after, sha256 }) => ({
      subject,
      issuer,
      not_after,
      sha256,
    })),
    trust: trust && {
      state: trust.state,
      anchor: trust.anchor?.subject ?? null,
      public: trust.anchor?.public ?? null,
      faults: trust.faults.map(({ sentence }) => sentence),
    },
    ocsp: ocspOf(tls.staple, tls.staple_asked, leaf),
    revocation: tls.revocation && {
      status: tls.revocation.status,
      method: tls.revocation.method,
      reason: tls.revocation.reason,
    },
    scts: { embedded: leaf ? (leaf.scts?.length ?? 0) : null, delivered: tls.delivered_scts?.length ?? null },
    second_certificate: second ? { ...certificateOf(second, now), trust: other?.trust?.state ?? null } : null,
    ...(tls.endpoint === 'tls'
      ? {
          trust_programs: programVerdicts(tls, now),
          attacks: attacksOn(tls),
          clients: clientsOf(tls, isServed(tls, evidence)),
          policies: policyVerdicts(tls),
        }
      : {}),
    ...(tls.other_addresses.length > 0 ? { other_addresses: addressesOf(tls, now) } : {}),
    connections: tls.connections.opened,
  };
}

function certificateOf(certificate: Certificate, now: number): TlsCertificate {
  const sans = [...certificate.dns_names, ...certificate.ip_addresses];
  const { subject, issuer, not_before, not_after, signature_algorithm, sha256, serial } = certificate;
  return {
    subject,
    issuer,
    sans: sans.slice(0, MAX_SANS),
    san_count: sans.length,
    not_before,
    not_after,
    // Towards zero: a certificate that expired an hour ago is not past by a day.
    days_remaining: Math.trunc((Date.parse(not_after) - now) / DAY_MS) || 0,
    key: keyName(certificate),
    signature_algorithm,
    sha256,
    serial,
  };
}

/** "EC P-256", "RSA 2048", "Ed25519". */
function keyName({ key }: Pick<Certificate, 'key'>): string {
  if (key.curve !== null) return `${key.type} ${key.curve}`;
  return key.type.startsWith('RSA') && key.bits !== null ? `${key.type} ${key.bits}` : key.type;
}

function ocspOf(staple: Staple | null, asked: boolean, leaf: Certificate | undefined): TlsDetails['ocsp'] {
  return {
    stapled: staple ? true : asked ? false : null,
    status: staple?.fault === null ? staple.status : null,
    fault: staple?.fault ?? null,
    next_update: staple?.next_update ?? null,
    must_staple: leaf?.must_staple ?? null,
  };
}

/** The page was read there without a client certificate. */
function isServed(tls: TlsEvidence, { http }: Evidence): boolean {
  return tls.page_without_certificate && http.ok && http.value.hops.some((hop) => isHopAt(hop, tls));
}

/** true when one is, false when none is, null when that is not known of all. */
function anyOf(states: readonly (boolean | null)[]): boolean | null {
  if (states.includes(true)) return true;
  return states.includes(null) ? null : false;
}
