import { z } from 'zod';
import { Http3Evidence } from './http3.ts';
import { PublicKey } from './public-key.ts';
import { PATH_RULES } from '../parse/x509/path-rules.ts';
import { SUITE_CLASSES } from '../parse/tls/tls-suites.ts';
import { KEY_USAGES } from '../parse/x509/x509-fields.ts';
import { SIGNATURE_HASHES } from '../parse/x509/x509-algorithms.ts';

/** true: seen to be so. false: seen to be refused. null: not found out (silence, resets, our own limits). */
const Tristate = z.boolean().nullable();

export const TLS_VERSIONS = ['SSLv2', 'SSLv3', 'TLS 1.0', 'TLS 1.1', 'TLS 1.2', 'TLS 1.3'] as const;
export const TlsVersion = z.enum(TLS_VERSIONS);
export type TlsVersion = z.infer<typeof TlsVersion>;

export const ScTimestamp = z.object({
  log_id: z.string(),
  timestamp: z.string(),
  signature: z.enum(['valid', 'invalid', 'unknown_log', 'unchecked']).default('unchecked'),
  operator: z.string().nullable().default(null).describe('of the log, when it is a known one'),
});
export type ScTimestamp = z.infer<typeof ScTimestamp>;

/** One X.509 certificate, read. */
export const Certificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  common_name: z.string().nullable(),
  serial: z.string().describe('upper-case hexadecimal'),
  not_before: z.string(),
  not_after: z.string(),
  dns_names: z.array(z.string()),
  ip_addresses: z.array(z.string()),
  key: PublicKey,
  signature_algorithm: z.string(),
  signature_hash: z.enum(SIGNATURE_HASHES).nullable(),
  is_ca: z.boolean(),
  extended_key_usage: z.array(z.string()).nullable().describe('OIDs; null when the extension is absent'),
  key_usage: z.array(z.enum(KEY_USAGES)).nullable().default(null).describe('null when the extension is absent'),
  must_staple: z.boolean(),
  ocsp_urls: z.array(z.string()),
  issuer_urls: z.array(z.string()),
  crl_urls: z.array(z.string()).default([]),
  scts: z.array(ScTimestamp).nullable(),
  self_signed: z.boolean().describe('the signature was made with the certificate’s own key'),
  sha256: z.string(),
  sha512: z.string(),
  spki_sha256: z.string(),
  spki_sha512: z.string(),
});
export type Certificate = z.infer<typeof Certificate>;

export const TRUST_STATES = [
  /** A path to a trusted root, dates aside. */
  'trusted',
  /** The leaf vouches for itself. */
  'self_signed',
  /** The path ends in a root that no one here trusts. */
  'untrusted_root',
  /** An intermediate is not sent; fetched from the address in the certificate, it completes the path to a trusted root. */
  'incomplete',
  /** The issuer is neither sent nor trusted, and the certificate does not lead to it. */
  'unknown_issuer',
  /** As `unknown_issuer`, but the certificate names an address for its issuer that could not be read. */
  'issuer_unreachable',
  /** A path exists and breaks a rule: a bad signature, a constraint. */
  'invalid',
] as const;

export const Trust = z.object({
  state: z.enum(TRUST_STATES),
  /** OpenSSL's word on what was sent, when it had one. */
  code: z.string().nullable(),
  /** Fingerprints (SHA-256) from the leaf to the last certificate found. */
  path: z.array(z.string()),
  anchor: z
    .object({ subject: z.string(), sha256: z.string(), public: z.boolean().describe('a root of the platform') })
    .nullable(),
  /** Further roots of the platform that valid paths lead to; looked for where a browser does not take the first for good. */
  other_anchors: z.array(z.object({ subject: z.string(), sha256: z.string() })).default([]),
  /** Subject of the certificate that is missing, or of the root that is not trusted. */
  issuer: z.string().nullable(),
  /** Addresses of the issuer that were tried in vain, when the state is `issuer_unreachable`. */
  unfetched: z.array(z.object({ url: z.string(), reason: z.string() })).default([]),
  /** Rules of path validation that the path breaks, when the state is `invalid`. */
  faults: z.array(z.object({ rule: z.enum(PATH_RULES), certificate: z.string(), sentence: z.string() })).default([]),
});
export type Trust = z.infer<typeof Trust>;

/** A stapled OCSP answer, verified. */
export const Staple = z.object({
  fault: z
    .enum([
      'unreadable',
      'other_certificate',
      'not_understood',
      'misread',
      'bad_signature',
      'wrong_signature',
      'misspelled_signer',
      'other_unreadable',
      'responder_out_of_date',
      'responder_refused',
      'weak_signature',
      'error_response',
      'issuer_unknown',
    ])
    .nullable()
    .describe('why it proves nothing; null when it is about the leaf and rightly signed'),
  detail: z.string().optional().describe('more about the fault'),
  status: z.enum(['good', 'revoked', 'unknown']).nullable(),
  this_update: z.string().nullable(),
  next_update: z.string().nullable(),
  revoked_at: z.string().nullable(),
  revoked_for: z.string().nullable().optional(),
});
export type Staple = z.infer<typeof Staple>;

/** What the authority says of the leaf when it is asked, because no staple said it. */
export const Revocation = z.object({
  status: z.enum(['good', 'revoked', 'unknown']),
  /** Who said so, or was asked last. */
  method: z.enum(['ocsp', 'crl']).nullable(),
  url: z.string().nullable(),
  revoked_at: z.string().nullable(),
  /** CRLReason (RFC 5280 §5.3.1) by its name; null if there is none. */
  revoked_for: z.string().nullable().optional(),
  /** Why it is unknown; null when it is not. */
  reason: z.string().nullable(),
});
export type Revocation = z.infer<typeof Revocation>;

/** An intermediate certificate of the path that is revoked. */
const RevokedAuthority = Revocation.extend({ subject: z.string() });
export type RevokedAuthority = z.infer<typeof RevokedAuthority>;

export const Chain = z.object({
  /** As sent, leaf first. Empty when no certificate was seen. */
  certificates: z.array(Certificate),
  trust: Trust.nullable().describe('null when it could not be judged'),
});
export type Chain = z.infer<typeof Chain>;

/** Coming back: what the server handed to the page's connection, and what it did with it. */
export const Sessions = z.object({
  ticket: Tristate,
  /** Up to TLS 1.2: under an id that the server remembers. */
  id: Tristate,
  /** Of the ticket, seconds, as announced. */
  lifetime: z.int().nullable(),
  /** Bytes of early data (0-RTT) that are announced; 0: none. */
  early_data: z.int().nullable(),
  /** A second handshake took the session up. */
  resumed: Tristate,
  /** `http/1.1` was chosen when nothing else was on offer. */
  http1: z.boolean(),
});
export type Sessions = z.infer<typeof Sessions>;

/** Another address of the name, asked the first three hellos. */
export const OtherAddress = z.object({
  address: z.string(),
  family: z.union([z.literal(4), z.literal(6)]),
  answer: z
    .string()
    .describe('hello, alert, refused, silent, reset, closed, not_tls, malformed, unreachable, timeout, …'),
  versions: z.object({ 'TLS 1.3': Tristate, 'TLS 1.2': Tristate, older: Tristate }),
  /** From what came in clear, or by a handshake where nothing does; null where none was seen. */
  chain: Chain.nullable().default(null),
  client_certificate_requested: Tristate.default(null),
});
export type OtherAddress = z.infer<typeof OtherAddress>;

export const SIGNATURE_KINDS = ['ecdsa', 'ecdsa_sha512', 'rsa', 'eddsa', 'sha224', 'sha1'] as const;

/** What of a server is found out apart from the rest. */
export const TLS_FACTS = [
  'protocols',
  'suites',
  'groups',
  'signatures',
  'handshake',
  'certificates',
  'trust',
  'staple',
  'revocation',
  'timestamps',
  'second_certificate',
  'addresses',
  'sessions',
] as const;

export const TlsEvidence = z.object({
  host: z.string(),
  port: z.int(),
  endpoint: z
    .enum(['tls', 'closed', 'not_tls'])
    .describe('closed: the port refuses connections; not_tls: something else answers there'),
  /** First bytes of an answer that is not TLS, as text. */
  banner: z.string().nullable(),
  versions: z.record(TlsVersion, Tristate),
  /** Suites accepted, per version, the first being what the server chose from everything. */
  suites: z.partialRecord(TlsVersion, z.array(z.string())),
  /** The server was offered every other suite that we know with this version, and wanted none. */
  suites_complete: z.partialRecord(TlsVersion, z.boolean()).default({}),
  /** Whether any suite of a class is accepted. */
  suite_classes: z.record(z.enum(SUITE_CLASSES), Tristate),
  /** Who decides among suites up to TLS 1.2. */
  preference: z.enum(['server', 'client']).nullable(),
  /** Group per version, as the server chose it. */
  groups: z.partialRecord(TlsVersion, z.string()),
  /** Key exchange groups of the newest version, tested one by one; "ffdhe" means those of RFC 7919. */
  group_list: z.array(z.object({ group: z.string(), offered: Tristate })).default([]),
  post_quantum: z.object({ offered: Tristate, group: z.string().nullable() }),
  /** Smallest Diffie-Hellman prime seen, bits. */
  dh_bits: z.int().nullable(),
  /** A Diffie-Hellman modulus is no prime; null where none was seen or tested. */
  dh_composite: Tristate.default(null),
  /** A curve below 112 bits of strength that the server accepts. */
  weak_group: z.object({ offered: Tristate, group: z.string().nullable() }),
  alpn: z.string().nullable(),
  secure_renegotiation: Tristate,
  extended_master_secret: Tristate,
  compression: Tristate,
  client_certificate_requested: Tristate,
  /** The page's own connection completed a handshake, and presented no client certificate. */
  page_without_certificate: z.boolean().default(false),
  /** The one ordinary handshake. */
  handshake: z.object({
    completed: z.boolean(),
    fault: z.string().nullable(),
    version: z.string().nullable(),
    suite: z.string().nullable(),
    /** The server answered only a ClientHello that fits one TCP segment. */
    large_hello_refused: z.boolean(),
  }),
  chain: Chain,
  /** What clients without ECDSA get, when that is another certificate. */
  second_chain: Chain.nullable(),
  second_chain_asked: z.boolean(),
  /** Further certificates that came in answer to the same name, each with the version that it was first seen with. */
  other_chains: z.array(z.object({ version: TlsVersion, chain: Chain })).default([]),
  staple: Staple.nullable(),
  staple_asked: z.boolean(),
  revocation: Revocation.nullable()
    .default(null)
    .describe('null when a staple made it needless, or no one could be asked'),
  revoked_authority: RevokedAuthority.nullable().default(null),
  /** SCTs sent in the handshake or inside the staple; null when that was not checked. */
  delivered_scts: z.array(ScTimestamp).nullable(),
  sessions: Sessions.nullable().default(null).describe('null: no page was requested over https'),
  /** What clients get that name no host. */
  without_name: z
    .object({
      answer: z.enum(['same', 'other', 'refused']),
      /** Subject of the certificate, when it is another one. */
      certificate: z.string().nullable(),
    })
    .nullable()
    .default(null)
    .describe('null: not found out, as with TLS 1.3 alone, which shows no certificate in clear'),
  /** Signature schemes that the server signed key exchanges of TLS 1.2 with. */
  signatures: z.array(z.string()).default([]),
  /**
   * Kinds of signatures that were tested with handshakes that offered nothing else; "sha1" includes MD5. "ecdsa_sha512" (up to
   * TLS 1.2) and "sha224", which most browsers lack, are listed only where the server chose them although it was offered the others.
   */
  signature_list: z
    .array(z.object({ version: TlsVersion, kind: z.enum(SIGNATURE_KINDS), offered: Tristate }))
    .default([]),
  /** A fallback to an older version is noticed (RFC 7507); null when there is no older version to fall back to, or not found out. */
  fallback_scsv: Tristate.default(null),
  /** Several servers share the address; null where no answers differed. */
  servers: z
    .object({
      differences: z.array(z.string()),
      /** How often every version up to TLS 1.1 was offered and refused. */
      old_refusals: z.int(),
    })
    .nullable()
    .default(null),
  other_addresses: z.array(OtherAddress).default([]),
  /** Further addresses of the name that no one asked. */
  addresses_left: z.int().default(0),
  http3: Http3Evidence.nullable().default(null).describe('null: not announced, or evidence of before this was asked'),
  connections: z.object({
    opened: z.int(),
    /** No answer of any kind: silence, reset, or a port that closed during the scan. */
    unanswered: z.int(),
    /** The server stopped answering part of the way: what is null here may be its rate limit. */
    cut_short: z.boolean(),
  }),
  /** Facts that were not found out because something of ours failed, each apart from the others. */
  failures: z.array(z.object({ fact: z.enum(TLS_FACTS), reason: z.string() })).default([]),
});
export type TlsEvidence = z.infer<typeof TlsEvidence>;
