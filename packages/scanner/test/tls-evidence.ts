import type { AnyCheck, Verdict } from '../src/check.ts';
import type { Certificate, Chain, ScTimestamp, Staple, TlsEvidence, Trust } from '../src/evidence/tls.ts';
import { SUITE_CLASSES } from '../src/parse/tls/tls-suites.ts';
import { HOST, judged, SCANNED_AT, type EvidenceOptions } from './evidence.ts';

const DAY_MS = 86_400_000;

/** Days before (negative) or after the time of the scan. */
export function daysFromScan(days: number): string {
  return new Date(Date.parse(SCANNED_AT) + days * DAY_MS).toISOString();
}

/** A sound ECDSA leaf for example.test: 30 of its 90 days gone. */
export function certificateWith(facts: Partial<Certificate> = {}): Certificate {
  return {
    subject: `CN=${HOST}`,
    issuer: 'CN=Lab Intermediate',
    common_name: HOST,
    serial: '01AB',
    not_before: daysFromScan(-30),
    not_after: daysFromScan(60),
    dns_names: [HOST],
    ip_addresses: [],
    key: { type: 'EC', bits: 256, curve: 'P-256' },
    signature_algorithm: 'ecdsa-with-SHA256',
    signature_hash: 'SHA-256',
    is_ca: false,
    extended_key_usage: ['1.3.6.1.5.5.7.3.1'],
    key_usage: ['digitalSignature'],
    must_staple: false,
    ocsp_urls: [],
    issuer_urls: [],
    crl_urls: [],
    scts: null,
    self_signed: false,
    sha256: 'aa',
    sha512: 'aabb',
    spki_sha256: 'cc',
    spki_sha512: 'ccdd',
    ...facts,
  };
}

/** Rightly signed by a log that our list does not name, so that it counts whatever the states there. */
export function timestampOf(log_id: string, facts: Partial<ScTimestamp> = {}): ScTimestamp {
  return { log_id, timestamp: daysFromScan(-30), signature: 'valid', operator: null, ...facts };
}

export function intermediateWith(facts: Partial<Certificate> = {}): Certificate {
  return certificateWith({
    subject: 'CN=Lab Intermediate',
    issuer: 'CN=Lab Root',
    common_name: 'Lab Intermediate',
    dns_names: [],
    is_ca: true,
    extended_key_usage: null,
    not_before: daysFromScan(-400),
    not_after: daysFromScan(1000),
    sha256: 'ii',
    spki_sha256: 'jj',
    ...facts,
  });
}

/** A path leaf → intermediate → root of the platform, unless told otherwise. */
export function trustWith(facts: Partial<Trust> = {}): Trust {
  return {
    state: 'trusted',
    code: null,
    path: ['aa', 'ii', 'rr'],
    anchor: { subject: 'CN=Lab Root', sha256: 'rr', public: true },
    other_anchors: [],
    issuer: null,
    unfetched: [],
    faults: [],
    ...facts,
  };
}

export function chainWith(certificates: Certificate[], trust: Partial<Trust> = {}): Chain {
  return { certificates, trust: trustWith(trust) };
}

/** Evidence in which only the leaf is out of the ordinary. */
export function leafWith(facts: Partial<Certificate>, trust: Partial<Trust> = {}): TlsEvidence {
  return tlsWith({ chain: chainWith([certificateWith(facts), intermediateWith()], trust) });
}

export function stapleWith(facts: Partial<Staple> = {}): Staple {
  return {
    fault: null,
    status: 'good',
    this_update: daysFromScan(-1),
    next_update: daysFromScan(6),
    revoked_at: null,
    ...facts,
  };
}

/** Which suite classes are accepted; all others are refused. */
export function classesWith(facts: Partial<TlsEvidence['suite_classes']>): TlsEvidence['suite_classes'] {
  const none = Object.fromEntries(SUITE_CLASSES.map((name) => [name, false])) as TlsEvidence['suite_classes'];
  return { ...none, ...facts };
}

/** A server with nothing to fix: TLS 1.2 and 1.3, ECDHE with GCM, post-quantum key exchange. */
export function tlsWith(facts: Partial<TlsEvidence> = {}): TlsEvidence {
  return {
    host: HOST,
    port: 443,
    endpoint: 'tls',
    banner: null,
    versions: { SSLv2: false, SSLv3: false, 'TLS 1.0': false, 'TLS 1.1': false, 'TLS 1.2': true, 'TLS 1.3': true },
    suites: {
      'TLS 1.2': ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256'],
      'TLS 1.3': ['TLS_AES_128_GCM_SHA256'],
    },
    suites_complete: { 'TLS 1.2': true, 'TLS 1.3': true },
    suite_classes: classesWith({ tls13: true, ecdhe_aead: true }),
    preference: null,
    groups: { 'TLS 1.2': 'X25519', 'TLS 1.3': 'X25519' },
    group_list: [],
    post_quantum: { offered: true, group: 'X25519MLKEM768' },
    dh_bits: null,
    dh_composite: null,
    page_without_certificate: false,
    weak_group: { offered: null, group: null },
    alpn: 'h2',
    secure_renegotiation: true,
    extended_master_secret: true,
    compression: false,
    client_certificate_requested: false,
    handshake: {
      completed: true,
      fault: null,
      version: 'TLSv1.3',
      suite: 'TLS_AES_128_GCM_SHA256',
      large_hello_refused: false,
    },
    chain: chainWith([
      certificateWith({
        scts: [timestampOf('01'), timestampOf('02')],
      }),
      intermediateWith(),
    ]),
    second_chain: null,
    second_chain_asked: true,
    other_chains: [],
    staple: null,
    staple_asked: true,
    revocation: null,
    revoked_authority: null,
    sessions: null,
    without_name: null,
    signatures: [],
    fallback_scsv: null,
    servers: null,
    other_addresses: [],
    addresses_left: 0,
    http3: null,
    signature_list: [],
    delivered_scts: [],
    connections: { opened: 10, unanswered: 0, cut_short: false },
    failures: [],
    ...facts,
  };
}

/** The verdict on one server, as "outcome" or "unknown" or null, and the whole of it. */
export function judgedTls(check: AnyCheck, tls: TlsEvidence, options: EvidenceOptions = {}): Verdict | null {
  return judged(check, { ...options, tls });
}

/** For tables: the outcome's name, "unknown", or null when there is nothing to say. */
export function outcomeOf(check: AnyCheck, tls: TlsEvidence, options: EvidenceOptions = {}): string | null {
  const verdict = judgedTls(check, tls, options);
  return verdict && (verdict.outcome ?? verdict.status);
}
