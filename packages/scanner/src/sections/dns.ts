import type { DnsSection } from '@palisade/report/sections/dns';
import type { Evidence } from '../evidence.ts';
import type { DnsEvidence, TextSet } from '../evidence/dns.ts';
import type { Gathered } from '../evidence/gathered.ts';
import type { FindFact } from '../facts/fact.ts';
import type { FactValues } from '../facts/values.ts';
import { algorithmName, digestName } from '../parse/dns/dnssec.ts';
import { isMtaSts, parseMtaStsPolicy } from '../parse/mail/mta-sts.ts';
import { isTlsRpt } from '../parse/mail/tls-rpt.ts';
import { tlsaText } from '../parse/dns/tlsa.ts';

type Section = Omit<DnsSection, 'checks'>;

const NOTHING: Section = {
  host: null,
  mail_domain: null,
  a: null,
  aaaa: null,
  cname_chain: null,
  ns: null,
  mx: null,
  caa: null,
  dnssec: null,
  spf: null,
  dmarc: null,
  mta_sts: null,
  tls_rpt: null,
  bimi: null,
  dkim: null,
  mail_servers: null,
  https: null,
  tlsa: null,
};

/** The evidence that the section shows next to its checks. */
export function dnsEvidence(evidence: Evidence, find: FindFact): Section {
  if (!evidence.dns.ok) return NOTHING;
  const dns = evidence.dns.value;
  return {
    host: dns.host,
    mail_domain: dns.mail_domain,
    a: { ...status(dns.a), addresses: dns.a.records },
    aaaa: { ...status(dns.aaaa), addresses: dns.aaaa.records },
    cname_chain: dns.aliases.find((alias) => alias.name === dns.host)?.chain ?? [],
    ns: { ...status(dns.ns), servers: dns.ns.records.map(({ host, addresses }) => ({ host, addresses })) },
    mx: mxSection(dns),
    caa: {
      ...status(dns.caa),
      found_at: dns.caa.found_at,
      records: dns.caa.records.map(({ flags, tag, value }) => ({ flags, tag, value })),
    },
    dnssec: dnssecSection(dns),
    spf: spfSection(find('spf')),
    dmarc: dmarcSection(find('dmarc'), dns.host),
    mta_sts: {
      ...text(dns.mta_sts.txt, isMtaSts),
      policy_url: dns.mta_sts.policy?.url ?? null,
      mode: dns.mta_sts.policy?.body ? parseMtaStsPolicy(dns.mta_sts.policy.body).mode : null,
    },
    tls_rpt: text(dns.tls_rpt, isTlsRpt),
    bimi: text(dns.bimi, (record) => record.startsWith('v=BIMI1')),
    dkim: dkimSection(dns),
    mail_servers: mailServersSection(dns),
    https: {
      ...status(dns.https),
      records: dns.https.records.map(({ priority, target, alpn, port, ech }) => ({
        priority,
        target,
        alpn,
        port,
        ech,
      })),
    },
    tlsa: {
      ...status(dns.tlsa),
      name: dns.tlsa.name,
      authenticated: dns.tlsa.authenticated,
      records: dns.tlsa.records.map(tlsaText),
    },
  };
}

function status({ state, reason }: Pick<TextSet, 'state' | 'reason'>): Pick<TextSet, 'state' | 'reason'> {
  return { state, reason };
}

/** A wildcard may return other TXT records, which are not records of this kind. */
function text(set: TextSet, isKind: (record: string) => boolean): NonNullable<Section['tls_rpt']> {
  const record = set.records.find(isKind) ?? set.records[0] ?? null;
  const state = set.state === 'present' && record === null ? 'absent' : set.state;
  return { state, reason: set.reason, name: set.name, record };
}

function mxSection({ mx }: DnsEvidence): Section['mx'] {
  return {
    ...status(mx),
    null_mx: mx.records.some((record) => record.exchange === '.'),
    records: mx.records.map(({ preference, exchange, state }) => ({
      preference,
      exchange,
      resolves: state === 'unknown' ? null : state === 'present',
    })),
  };
}

function dkimSection({ dkim }: DnsEvidence): Section['dkim'] {
  if (!dkim) return null;
  const keys = dkim.keys.filter(({ record }) => record !== '');
  return { asked: dkim.asked, keys: keys.map(({ selector, record }) => ({ selector, record })) };
}

function mailServersSection({ mail_servers: servers }: DnsEvidence): Section['mail_servers'] {
  if (!servers) return null;
  return servers.map(({ host, state, reason, version, certificates: [leaf], tlsa }) => ({
    host,
    state,
    reason,
    version,
    certificate_names: leaf?.dns_names.slice(0, 10) ?? [],
    certificate_ends: leaf?.not_after ?? null,
    tlsa: tlsa.records.map(tlsaText),
  }));
}

function dnssecSection({ dnssec }: DnsEvidence): Section['dnssec'] {
  return {
    state: dnssec.state,
    reason: dnssec.reason,
    zone: dnssec.zone,
    resolver_validates: dnssec.resolver_validates,
    ds: dnssec.ds.records.map((record) => ({
      key_tag: record.key_tag,
      algorithm: algorithmName(record.algorithm),
      digest: digestName(record.digest_type),
    })),
    dnskey_algorithms: [...new Set(dnssec.dnskey.records.map((key) => algorithmName(key.algorithm)))],
  };
}

function spfSection(spf: Gathered<FactValues['spf']>): Section['spf'] {
  const main = spf.ok ? spf.value[0] : undefined;
  if (!main) return null;
  const { result, record, all, lookups, void_lookups, errors } = main.verdict;
  return { result, domain: main.domain, record, all, lookups, void_lookups, includes: [...main.includes], errors };
}

function dmarcSection(dmarc: Gathered<FactValues['dmarc']>, host: string): Section['dmarc'] {
  const finding = dmarc.ok ? dmarc.value.find(({ domain }) => domain === host)?.finding : undefined;
  if (!finding) return null;
  const found = finding.state === 'found' ? finding : null;
  const malformed = finding.state === 'malformed' ? finding.record : null;
  return {
    state: finding.state,
    found_at: found?.found_at ?? null,
    record: found?.record.text ?? malformed,
    policy: found?.effective ?? null,
    subdomain_policy: found ? (found.record.sp ?? found.record.p) : null,
    testing: found?.record.testing ?? false,
    reports_to: found?.record.rua ?? [],
  };
}
