import { z } from 'zod';
import { Check } from '../check.ts';

const Tristate = z.boolean().nullable();

export const TlsProtocol = z.object({
  version: z.enum(['SSLv2', 'SSLv3', 'TLS 1.0', 'TLS 1.1', 'TLS 1.2', 'TLS 1.3']),
  offered: Tristate.describe('null: unknown'),
  suites: z
    .array(z.string())
    .describe('IANA names of the suites that the server accepts with this version, its first choice first'),
  suites_complete: Tristate.optional().describe(
    'true: the list is complete; false: at least these, because the connection or time limit was reached; null: not listed',
  ),
  group: z.string().nullable().describe('key exchange group of the first choice'),
});

export const TlsCertificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  sans: z.array(z.string()).describe('at most 100; `san_count` is the total'),
  san_count: z.int(),
  not_before: z.string(),
  not_after: z.string(),
  days_remaining: z.int().describe('full days from the scan to `not_after`; negative if expired'),
  key: z.string().describe('e.g. "EC P-256", "RSA 2048"'),
  signature_algorithm: z.string(),
  sha256: z.string(),
  serial: z.string(),
});
export type TlsCertificate = z.infer<typeof TlsCertificate>;

export const TlsTrust = z.object({
  state: z.string().describe('trusted, self_signed, untrusted_root, incomplete, unknown_issuer, …'),
  anchor: z.string().nullable().describe('subject of the root the path ends in'),
  faults: z.array(z.string()).optional().describe('rules of path validation that the chain violates'),
  public: z.boolean().nullable().describe('the root is publicly trusted, so the rules for public certificates apply'),
});

export const TlsAttack = z.object({
  name: z.string(),
  state: z.enum(['not_exposed', 'exposed', 'unknown', 'not_tested']),
  by: z.string().nullable().describe('what makes the server vulnerable, or why this is deliberately not tested'),
});
export type TlsAttack = z.infer<typeof TlsAttack>;

export const TlsClient = z.object({
  client: z.string(),
  connects: Tristate.describe('null: not enough is known about the server'),
  version: z.string().nullable(),
  suite: z.string().nullable().describe('null if the server’s choice is unknown'),
  reason: z.string().nullable().describe('why it cannot connect'),
});
export type TlsClient = z.infer<typeof TlsClient>;

export const TlsPolicyVerdict = z.object({
  policy: z.string(),
  passes: Tristate,
  failures: z.array(z.string()),
  fix: z.string().nullable().describe('server configuration that fixes it, if any'),
});
export type TlsPolicyVerdict = z.infer<typeof TlsPolicyVerdict>;

export const TlsTrustProgram = z.object({
  program: z
    .enum(['Chrome', 'Firefox', 'Safari', 'OpenSSL'])
    .describe('OpenSSL: most command-line tools, apps and servers'),
  accepts: Tristate.describe('null: it depends on something the scan cannot see; `reasons` says what'),
  reasons: z.array(z.string()),
});
export type TlsTrustProgram = z.infer<typeof TlsTrustProgram>;

export const TlsSessions = z.object({
  ticket: Tristate,
  id: Tristate.describe('up to TLS 1.2: with a session ID that the server stores'),
  lifetime: z.int().nullable().describe('lifetime of the ticket in seconds, as announced'),
  early_data: z.int().nullable().describe('announced bytes of early data (0-RTT); 0: none. The scan never sends any'),
  resumed: Tristate.describe('a second handshake resumed the session'),
});
export type TlsSessions = z.infer<typeof TlsSessions>;

export const TlsDetails = z.object({
  endpoint: z.enum(['tls', 'closed', 'not_tls']),
  port: z.int(),
  protocols: z.array(TlsProtocol),
  suite_classes: z.record(z.string(), Tristate).describe('whether any suite of the class is accepted'),
  preference: z.enum(['server', 'client']).nullable().describe('whose order decides up to TLS 1.2'),
  forward_secrecy: Tristate,
  group_list: z
    .array(z.object({ group: z.string(), offered: Tristate }))
    .optional()
    .describe('key exchange groups of the newest version; "ffdhe" stands for those of RFC 7919'),
  post_quantum: Tristate.describe('hybrid key exchange such as X25519MLKEM768'),
  post_quantum_group: z.string().nullable(),
  dh_bits: z.int().nullable(),
  alpn: z.string().nullable(),
  alpn_list: z
    .array(z.object({ protocol: z.string(), offered: Tristate }))
    .optional()
    .describe('h2 and http/1.1 are requested; h3 is announced or not'),
  http3: z
    .object({
      announced_by: z.array(z.enum(['Alt-Svc', 'HTTPS record'])),
      tested: z.boolean().describe('one QUIC Initial packet was sent to the announced address'),
      answers: Tristate.optional().describe('null: unknown; a network in between may block UDP'),
      answer: z.string().optional().describe('description of the response'),
    })
    .optional()
    .describe('HTTP/3, where it is announced'),
  sessions: TlsSessions.nullable().optional().describe('null: no page was requested over https'),
  without_name: z
    .object({ answer: z.enum(['same', 'other', 'refused']), certificate: z.string().nullable() })
    .nullable()
    .optional()
    .describe('what clients without SNI get; null: unknown'),
  signatures: z.array(z.string()).optional().describe('schemes that the server used to sign TLS 1.2 key exchanges'),
  signature_list: z
    .array(
      z.object({
        version: z.string(),
        kind: z.enum(['ecdsa', 'ecdsa_sha512', 'rsa', 'eddsa', 'sha224', 'sha1']),
        offered: Tristate,
      }),
    )
    .optional()
    .describe(
      'signature types that handshakes offered exclusively; sha1 includes MD5; where ecdsa_sha512 is listed, ecdsa is the other hashes',
    ),
  fallback_scsv: Tristate.optional().describe(
    'the server detects a fallback to an older version (RFC 7507); null: no older version, or unknown',
  ),
  extended_master_secret: Tristate,
  secure_renegotiation: Tristate,
  compression: Tristate,
  client_certificate_requested: Tristate,
  certificate: TlsCertificate.nullable(),
  chain: z
    .array(TlsCertificate.pick({ subject: true, issuer: true, not_after: true, sha256: true }))
    .describe('as sent'),
  trust: TlsTrust.nullable(),
  trust_programs: z
    .array(TlsTrustProgram)
    .optional()
    .describe('whether each program accepts the certificate, based on its published rules'),
  ocsp: z.object({
    stapled: Tristate,
    status: z.string().nullable().describe('good, revoked or unknown; only from a verified staple'),
    fault: z.string().nullable(),
    next_update: z.string().nullable(),
    must_staple: z.boolean().nullable(),
  }),
  revocation: z
    .object({
      status: z.enum(['good', 'revoked', 'unknown']),
      method: z.enum(['ocsp', 'crl']).nullable(),
      reason: z.string().nullable().describe('why it is unknown'),
    })
    .nullable()
    .optional()
    .describe('the response of the authority; null if a staple made it unnecessary or there is no URL'),
  scts: z
    .object({ embedded: z.int().nullable(), delivered: z.int().nullable() })
    .describe('how many there are; the check verifies their signatures'),
  second_certificate: TlsCertificate.extend({ trust: z.string().nullable() })
    .nullable()
    .describe(
      'what some clients get, if different: those without ECDSA or with an older version, or those of another server at the same address',
    ),
  attacks: z.array(TlsAttack).optional().describe('named attacks, and whether the server is vulnerable'),
  clients: z.array(TlsClient).optional().describe('real clients, simulated from what the server accepts'),
  policies: z.array(TlsPolicyVerdict).optional().describe('published TLS policies, passed or with the failures'),
  other_addresses: z
    .array(
      z.object({
        address: z.string(),
        family: z.union([z.literal(4), z.literal(6)]).optional(),
        answers: z.boolean().describe('a TLS server responded there'),
        differences: z.array(z.string()).describe('from the address that the rest of this section describes'),
      }),
    )
    .optional()
    .describe('other IP addresses of the host, at most seven'),
  connections: z.int().describe('TLS connections opened to this port'),
});
export type TlsDetails = z.infer<typeof TlsDetails>;

/** TLS of the target's https port, or of port 443 for an http target. */
export const TlsSection = z.object({
  details: TlsDetails.nullable().describe('null if nothing could be determined; `reason` says why'),
  reason: z.string().nullable(),
  checks: z.array(Check),
});
export type TlsSection = z.infer<typeof TlsSection>;
