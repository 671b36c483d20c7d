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
});
type NameServer = z.infer<typeof NameServer>;

const MailExchanger = z.object({
  preference: z.int(),
  exchange: z.string().describe('"." is the null MX (RFC 7505)'),
  state: RecordState.describe('whether it has an address; unknown also when it was not asked'),
  nxdomain: z.boolean(),
  alias: z.boolean().describe('the name is a CNAME, against RFC 2181 §10.3'),
});
type MailExchanger = z.infer<typeof MailExchanger>;

/** Everything asked to judge one SPF record: the policy of each domain and what the address mechanisms led to. */
export const SpfEvidence = z.object({
  domain: z.string(),
  /** TXT sets by domain: the domain itself, and every include and redirect below it. */
  policies: z.array(TextSet),
  /** Look-ups behind `a`, `mx` and `exists` whose name holds no sender macro. */
  probes: z.array(
    z.object({
      mechanism: z.enum(['a', 'mx', 'exists']),
      domain: z.string(),
      state: RecordState,
      count: z.int().describe('MX records found, for `mx`'),
      addresses: z.array(z.string()).optional().describe('of the name or its mail hosts, where a prefix widens them'),
    }),
  ),
});
export type SpfEvidence = z.infer<typeof SpfEvidence>;

export const DmarcEvidence = z.object({
  /** The tree walk of RFC 9989 §4.10, in order; `name` carries the `_dmarc.` label. */
  walk: z.array(TextSet),
  /** External report receivers: does `<domain>._report._dmarc.<host>` invite our reports? (RFC 9990 §4) */
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
      certificate_fault: z.string().nullable().describe('why a sending server would not trust the connection'),
      reason: z.string().nullable(),
    })
    .nullable()
    .describe('null when the TXT record did not call for it'),
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
  /** The zone asked about: the registrable domain. */
  zone: z.string(),
  /** Whether the resolver validates at all: its answer for the root's SOA carries AD. Null: could not be asked. */
  resolver_validates: z.boolean().nullable(),
  state: DnssecState.describe('unlinked: signed, but the parent holds no DS record'),
  /** The address of the scanned host itself was validated; false when an alias leads out of the signed zone. */
  host_authenticated: z.boolean(),
  ds: recordSet(DsRecord),
  dnskey: recordSet(DnskeyRecord),
  /** Extra rounds of NSEC3 hashing; null without NSEC3. Anything above 0 is against RFC 9276. */
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
  ech: z.boolean().describe('carries an Encrypted ClientHello configuration'),
  malformed: z.boolean(),
});
export type HttpsRecord = z.infer<typeof HttpsRecord>;

const AliasChain = z.object({
  name: z.string(),
  /** Targets in order; empty when the name is no alias. */
  chain: z.array(z.string()),
  /** present: the end of the chain has an address. absent: it has none. */
  state: RecordState,
  nxdomain: z.boolean(),
});
type AliasChain = z.infer<typeof AliasChain>;

export const DnsEvidence = z.object({
  host: z.string(),
  /** Where mail records are judged: the registrable domain, or the host itself when it has none. */
  mail_domain: z.string(),
  a: recordSet(z.string()),
  aaaa: recordSet(z.string()),
  /** The scanned host first, then its `www` (or bare) twin and `mta-sts`, when these are aliases. */
  aliases: z.array(AliasChain),
  ns: recordSet(NameServer),
  caa: recordSet(CaaRecord).extend({
    /** The name whose record set applies (RFC 8659 §3), or null. */
    found_at: z.string().nullable(),
    asked: z.array(z.string()),
  }),
  mx: recordSet(MailExchanger),
  /** The mail domain first; the scanned host too when it publishes a policy of its own. */
  spf: z.array(SpfEvidence),
  dmarc: DmarcEvidence,
  mta_sts: MtaStsEvidence,
  tls_rpt: TextSet,
  bimi: TextSet,
  /** What `_domainkey` itself answers: NODATA hints at keys below it, NXDOMAIN rules them out. */
  domainkey: TextSet,
  /** Keys at selectors that are in common use. */
  dkim: DkimEvidence.optional(),
  /** The first of the mail servers, as a sender meets them; absent where none was asked. */
  mail_servers: z.array(MailServer).optional(),
  /** Why they were not asked, when that was a failure of ours. */
  mail_failure: z.string().optional(),
  dnssec: DnssecEvidence,
  https: recordSet(HttpsRecord),
  /** `_<port>._tcp.<host>`; worth something only when `authenticated`. */
  tlsa: recordSet(TlsaRecord),
  /** DNS questions this part of the scan asked. */
  queries: z.int(),
});
export type DnsEvidence = z.infer<typeof DnsEvidence>;

/** `refused`: a null MX says the domain takes no mail (RFC 7505). `none`: mail would go to the address record (RFC 5321 §5.1). */
export type MailUse = 'used' | 'refused' | 'none' | 'unknown';

export function mailUse({ mx }: DnsEvidence): MailUse {
  if (mx.state === 'unknown') return 'unknown';
  if (mx.records.length === 0) return 'none';
  return mx.records.every((record) => record.exchange === '.') ? 'refused' : 'used';
}
