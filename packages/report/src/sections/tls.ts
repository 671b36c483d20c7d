import { z } from 'zod';
import { Check } from '../check.ts';

const Tristate = z.boolean().nullable();

export const TlsProtocol = z.object({
  version: z.enum(['SSLv2', 'SSLv3', 'TLS 1.0', 'TLS 1.1', 'TLS 1.2', 'TLS 1.3']),
  offered: Tristate.describe('null: not found out, which is neither yes nor no'),
  suites: z
    .array(z.string())
    .describe('IANA names of the suites the server accepts with this version, the one it chose from everything first'),
  suites_complete: Tristate.optional().describe(
    'true: it was offered all others and wanted none; false: at least these, the budget of connections or time ended before the list; null: not listed',
  ),
  group: z.string().nullable().describe('key exchange group of the favourite'),
});

export const TlsCertificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  sans: z.array(z.string()).describe('at most 100; `san_count` is the whole number'),
  san_count: z.int(),
  not_before: z.string(),
  not_after: z.string(),
  days_remaining: z.int().describe('whole days from the scan to `not_after`; negative when past'),
  key: z.string().describe('e.g. "EC P-256", "RSA 2048"'),
  signature_algorithm: z.string(),
  sha256: z.string(),
  serial: z.string(),
});
export type TlsCertificate = z.infer<typeof TlsCertificate>;

export const TlsTrust = z.object({
  state: z.string().describe('trusted, self_signed, untrusted_root, incomplete, unknown_issuer, …'),
  anchor: z.string().nullable().describe('subject of the root the path ends in'),
  faults: z.array(z.string()).optional().describe('rules of path validation that the chain breaks, in words'),
  public: z
    .boolean()
    .nullable()
    .describe('the root is one of the platform, so the rules for public certificates apply'),
});

export const TlsAttack = z.object({
  name: z.string(),
  state: z.enum(['not_exposed', 'exposed', 'unknown', 'not_tested']),
  by: z.string().nullable().describe('what exposes the server, or why it is not tested by design'),
});
export type TlsAttack = z.infer<typeof TlsAttack>;

export const TlsClient = z.object({
  client: z.string(),
  connects: Tristate.describe('null: what the server accepts is not known well enough'),
  version: z.string().nullable(),
  suite: z.string().nullable().describe('null when the choice of the server is not known'),
  reason: z.string().nullable().describe('why it cannot connect'),
});
export type TlsClient = z.infer<typeof TlsClient>;

export const TlsPolicyVerdict = z.object({
  policy: z.string(),
  passes: Tristate,
  failures: z.array(z.string()),
  fix: z.string().nullable().describe('server configuration that fixes it, where one does'),
});
export type TlsPolicyVerdict = z.infer<typeof TlsPolicyVerdict>;

export const TlsTrustProgram = z.object({
  program: z
    .enum(['Chrome', 'Firefox', 'Safari', 'OpenSSL'])
    .describe('OpenSSL: most command-line tools, apps and servers'),
  accepts: Tristate.describe('null: it depends on what a scan does not see; `reasons` says on what'),
  reasons: z.array(z.string()),
});
export type TlsTrustProgram = z.infer<typeof TlsTrustProgram>;

export const TlsSessions = z.object({
  ticket: Tristate,
  id: Tristate.describe('up to TLS 1.2: under an id that the server remembers'),
  lifetime: z.int().nullable().describe('of the ticket, seconds, as announced'),
  early_data: z.int().nullable().describe('bytes of early data (0-RTT) that are announced; 0: none; none is ever sent'),
  resumed: Tristate.describe('a second handshake took the session up'),
});
export type TlsSessions = z.infer<typeof TlsSessions>;

export const TlsDetails = z.object({
  endpoint: z.enum(['tls', 'closed', 'not_tls']),
  port: z.int(),
  protocols: z.array(TlsProtocol),
  suite_classes: z.record(z.string(), Tristate).describe('whether any suite of the class is accepted'),
  preference: z.enum(['server', 'client']).nullable().describe('who decides among suites up to TLS 1.2'),
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
    .describe('h2 and http/1.1 are asked for; h3 is announced, or not'),
  http3: z
    .object({
      announced_by: z.array(z.enum(['Alt-Svc', 'HTTPS record'])),
      tested: z.boolean().describe('one QUIC Initial packet was sent to where it is announced'),
      answers: Tristate.optional().describe('null: not found out; silence may be a network between'),
      answer: z.string().optional().describe('what came back, in words'),
    })
    .optional()
    .describe('HTTP/3, where it is announced'),
  sessions: TlsSessions.nullable().optional().describe('null: no page was asked for by https'),
  without_name: z
    .object({ answer: z.enum(['same', 'other', 'refused']), certificate: z.string().nullable() })
    .nullable()
    .optional()
    .describe('what clients get that name no host (no SNI); null: not found out'),
  signatures: z.array(z.string()).optional().describe('schemes that the server signed key exchanges of TLS 1.2 with'),
  signature_list: z
    .array(z.object({ version: z.string(), kind: z.enum(['ecdsa', 'rsa', 'eddsa', 'sha1']), offered: Tristate }))
    .optional()
    .describe('kinds of signatures that handshakes were asked for with nothing else on offer; sha1 stands for MD5 too'),
  fallback_scsv: Tristate.optional().describe(
    'a fallback to an older version is noticed (RFC 7507); null: none to fall back to, or not found out',
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
    .describe('whether each program takes the certificate, by its published rules'),
  ocsp: z.object({
    stapled: Tristate,
    status: z.string().nullable().describe('good, revoked or unknown; only from a staple that was verified'),
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
    .describe(
      'what the authority said when it was asked; null when a staple made that needless or it names no address',
    ),
  scts: z
    .object({ embedded: z.int().nullable(), delivered: z.int().nullable() })
    .describe('how many are there; the check says what their signatures are worth'),
  second_certificate: TlsCertificate.extend({ trust: z.string().nullable() })
    .nullable()
    .describe('what clients without ECDSA are given, when it differs'),
  attacks: z.array(TlsAttack).optional().describe('attacks that have names, and whether the server is exposed'),
  clients: z.array(TlsClient).optional().describe('real clients, simulated from what the server accepts'),
  policies: z.array(TlsPolicyVerdict).optional().describe('published TLS policies, passed or what fails'),
  other_addresses: z
    .array(
      z.object({
        address: z.string(),
        family: z.union([z.literal(4), z.literal(6)]).optional(),
        answers: z.boolean().describe('a TLS server answered there'),
        differences: z.array(z.string()).describe('from the address that the rest of the section is about'),
      }),
    )
    .optional()
    .describe('further addresses of the name, seven at most'),
  connections: z.int().describe('TLS connections made to this port'),
});
export type TlsDetails = z.infer<typeof TlsDetails>;

/** TLS of the target's https port, or of port 443 for an http target. */
export const TlsSection = z.object({
  details: TlsDetails.nullable().describe('null when nothing could be found out; `reason` says why'),
  reason: z.string().nullable(),
  checks: z.array(Check),
});
export type TlsSection = z.infer<typeof TlsSection>;
