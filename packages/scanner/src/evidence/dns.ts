import { z } from 'zod';
import { recordSet, RecordState, TlsaRecord } from './dns-records.ts';
import { DkimEvidence, MailServer } from './mail.ts';

export const TextSet = recordSet(z.string().describe('strings joined; bytes outside printable ASCII as \\DDD'));
export type TextSet = z.infer<typeof TextSet>;

export const CaaRecord = z.object({
  flags: z.int(),
  tag: z.string(),
  value: z.string(),
  malformed: z.boolean().describe('the RDATA breaks RFC 8659 §4.1'),
});
export type CaaRecord = z.infer<typeof CaaRecord>;

const NameServer = z.object({
  host: z.string(),
  state: RecordState.describe('whether it has an address'),
  nxdomain: z.boolean(),
  addresses: z.array(z.string()),
  alias: z.boolean().optional().describe('the name is a CNAME, against RFC 2181 §10.3'),
});
type NameServer = z.infer<typeof NameServer>;

const MailExchanger = z.object({
  preference: z.int(),
  exchange: z.string().describe('"." is the null MX (RFC 7505)'),
  state: RecordState.describe('whether it has an address; also unknown if it was not queried'),
  nxdomain: z.boolean(),
  alias: z.boolean().describe('the name is a CNAME, against RFC 2181 §10.3'),
  target: z.string().optional().describe('the end of the alias chain'),
  addresses: z.array(z.string()).optional(),
  private: z.boolean().optional().describe('every address is private, loopback or link-local: no sender reaches it'),
});
type MailExchanger = z.infer<typeof MailExchanger>;

/** All lookups for one SPF record: the policy of each domain and the targets of the address mechanisms. */
export const SpfEvidence = z.object({
  domain: z.string(),
  /** TXT sets by domain: the domain itself, and every include and redirect. */
  policies: z.array(TextSet),
  /** Lookups for `a`, `mx` and `exists` with a name that does not depend on the sender. */
  probes: z.array(
    z.object({
      mechanism: z.enum(['a', 'mx', 'exists']),
      domain: z.string(),
      state: RecordState,
      count: z.int().describe('MX records found, for `mx`'),
      addresses: z.array(z.string()).optional().describe('of the name or its mail hosts, if a prefix widens them'),
    }),
  ),
});
export type SpfEvidence = z.infer<typeof SpfEvidence>;

export const DmarcEvidence = z.object({
  /** The tree walk of RFC 9989 §4.10, in order. `name` includes the `_dmarc.` label. */
  walk: z.array(TextSet),
  /** Names where a record is put by mistake (`_dmarc._dmarc`). Looked up only if receivers find no record. */
  misplaced: z.array(TextSet).optional(),
  /** External report receivers: does `<domain>._report._dmarc.<host>` authorize our reports? (RFC 9990 §4) */
  report_hosts: z.array(z.object({ policy_domain: z.string(), host: z.string(), state: RecordState })),
});
export type DmarcEvidence = z.infer<typeof DmarcEvidence>;

export const MtaStsEvidence = z.object({
  txt: TextSet,
  policy: z
    .object({
      url: z.string(),
      state: RecordState,
      status: z.int().nullable(),
      content_type: z.string().nullable(),
      body: z.string().nullable(),
      too_large: z.boolean().default(false).describe('the body goes on after what a sender has to read'),
      certificate_fault: z.string().nullable().describe('why a sending server would not trust the connection'),
      reason: z.string().nullable(),
    })
    .nullable()
    .describe('null if the TXT record does not require it'),
});
export type MtaStsEvidence = z.infer<typeof MtaStsEvidence>;

const DsRecord = z.object({ key_tag: z.int(), algorithm: z.int(), digest_type: z.int() });
const DnskeyRecord = z.object({
  flags: z.int(),
  algorithm: z.int(),
  key_tag: z.int().optional(),
  bits: z.int().nullable().optional().describe('of an RSA key'),
});

export const DnssecState = z.enum(['secure', 'insecure', 'unlinked', 'bogus', 'unknown']);
export type DnssecState = z.infer<typeof DnssecState>;

export const DnssecEvidence = z.object({
  /** The queried zone: the registrable domain. */
  zone: z.string(),
  /** Whether the resolver validates: its response for the root's SOA has AD. Null if the query failed. */
  resolver_validates: z.boolean().nullable(),
  state: DnssecState.describe('unlinked: signed, but the parent has no DS record'),
  /** Whether the address of the scanned host was validated. False if an alias leads out of the signed zone. */
  host_authenticated: z.boolean(),
  ds: recordSet(DsRecord),
  dnskey: recordSet(DnskeyRecord),
  /** Extra NSEC3 hash iterations. Null without NSEC3. Values above 0 violate RFC 9276. */
  nsec3_iterations: z.int().nullable(),
  /** Extended DNS error of a failed validation (RFC 8914). */
  extended_error: z.int().nullable(),
  reason: z.string().nullable(),
});
export type DnssecEvidence = z.infer<typeof DnssecEvidence>;

export const HttpsRecord = z.object({
  priority: z.int().describe('0 is alias mode'),
  target: z.string(),
  alpn: z.array(z.string()),
  port: z.int().nullable(),
  ipv4hint: z.array(z.string()),
  ipv6hint: z.array(z.string()),
  ech: z.boolean().describe('has an Encrypted ClientHello configuration'),
  ech_malformed: z.boolean().default(false).describe('that configuration cannot be read'),
  required: z
    .array(z.int())
    .default([])
    .describe('keys of parameters that the record declares mandatory and browsers do not know'),
  malformed: z.boolean(),
});
export type HttpsRecord = z.infer<typeof HttpsRecord>;

const AliasChain = z.object({
  name: z.string(),
  /** Targets in order. Empty if the name is not an alias. */
  chain: z.array(z.string()),
  /** Whether the end of the chain has an address. */
  state: RecordState,
  nxdomain: z.boolean(),
});
type AliasChain = z.infer<typeof AliasChain>;

export const DnsEvidence = z.object({
  host: z.string(),
  /** The domain whose mail records are judged: the registrable domain, or the host itself without one. */
  mail_domain: z.string(),
  a: recordSet(z.string()),
  aaaa: recordSet(z.string()),
  /** The scanned host first, then its `www` (or bare) counterpart and `mta-sts`, if these are aliases. */
  aliases: z.array(AliasChain),
  ns: recordSet(NameServer),
  caa: recordSet(CaaRecord).extend({
    /** The name whose record set applies (RFC 8659 §3), or null. */
    found_at: z.string().nullable(),
    asked: z.array(z.string()),
  }),
  mx: recordSet(MailExchanger),
  /** The mail domain first, then the scanned host if it publishes its own policy. */
  spf: z.array(SpfEvidence),
  dmarc: DmarcEvidence,
  mta_sts: MtaStsEvidence,
  tls_rpt: TextSet,
  bimi: TextSet,
  /** The response for `_domainkey`: NODATA suggests keys below it, NXDOMAIN rules them out. */
  domainkey: TextSet,
  /** Keys at commonly used selectors. */
  dkim: DkimEvidence.optional(),
  /** The first mail servers, as a sender sees them. Absent if none was contacted. */
  mail_servers: z.array(MailServer).optional(),
  /** Why they were not contacted, if that was our own failure. */
  mail_failure: z.string().optional(),
  dnssec: DnssecEvidence,
  https: recordSet(HttpsRecord),
  /** `_<port>._tcp.<host>`. Only valid if `authenticated`. */
  tlsa: recordSet(TlsaRecord),
  /** Number of DNS queries of this part of the scan. */
  queries: z.int(),
});
export type DnsEvidence = z.infer<typeof DnsEvidence>;

/**
 * `refused`: a null MX states that the domain accepts no mail (RFC 7505). `none`: mail would go to the address record
 * (RFC 5321 §5.1).
 */
export type MailUse = 'used' | 'refused' | 'none' | 'unknown';

export function mailUse({ mx }: DnsEvidence): MailUse {
  if (mx.state === 'unknown') return 'unknown';
  if (mx.records.length === 0) return 'none';
  return mx.records.every((record) => record.exchange === '.') ? 'refused' : 'used';
}

/** Whether one of the mail servers exists, or may: one without an address neither receives nor sends. */
export function hasMailServer({ mx }: DnsEvidence): boolean {
  return mx.records.some(({ exchange, state }) => exchange !== '.' && state !== 'absent');
}
