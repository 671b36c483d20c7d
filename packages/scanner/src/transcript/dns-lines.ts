import type { DnsEvidence } from '../evidence/dns.ts';

interface Asked {
  name: string;
  state: DnsEvidence['a']['state'];
  nxdomain: boolean;
  reason: string | null;
}

/** Each query and its response on one line. */
export function dnsLines(dns: DnsEvidence): string[] {
  const lines = [
    answered(dns.a, 'A', dns.a.records),
    answered(dns.aaaa, 'AAAA', dns.aaaa.records),
    ...dns.aliases.map(({ name, chain }) => `${name} CNAME: ${chain.length === 0 ? '(no alias)' : chain.join(' → ')}`),
    answered(
      dns.ns,
      'NS',
      dns.ns.records.map(({ host, addresses }) => `${host} (${addresses.join(', ') || 'no address'})`),
    ),
    answered(
      dns.caa,
      'CAA',
      dns.caa.records.map(({ flags, tag, value }) => `${flags} ${tag} "${value}"`),
    ),
    answered(
      dns.mx,
      'MX',
      dns.mx.records.map(({ preference, exchange }) => `${preference} ${exchange}`),
    ),
    ...dns.spf.flatMap(({ policies }) => policies.map((set) => answered(set, 'TXT', set.records.filter(isSpf)))),
    ...dns.dmarc.walk.map((set) => answered(set, 'TXT', set.records)),
    answered(dns.mta_sts.txt, 'TXT', dns.mta_sts.txt.records),
    answered(dns.tls_rpt, 'TXT', dns.tls_rpt.records),
    answered(dns.bimi, 'TXT', dns.bimi.records),
    answered(
      dns.dnssec.ds,
      'DS',
      dns.dnssec.ds.records.map((one) => `${one.key_tag} ${one.algorithm} ${one.digest_type}`),
    ),
    answered(
      dns.https,
      'HTTPS',
      dns.https.records.map(({ priority, target }) => `${priority} ${target}`),
    ),
    answered(
      dns.tlsa,
      'TLSA',
      dns.tlsa.records.map((one) => `${one.usage} ${one.selector} ${one.matching} ${one.data}`),
    ),
  ];
  return [...new Set(lines), `${dns.queries} queries in total; DNSSEC: ${dns.dnssec.state}`];
}

function answered({ name, state, nxdomain, reason }: Asked, type: string, records: readonly string[]): string {
  const none = nxdomain ? '(the name does not exist)' : '(none)';
  const answer = state === 'unknown' ? `(no response: ${reason ?? 'no reason recorded'})` : records.join(' | ') || none;
  return `${name} ${type}: ${answer}`;
}

/** A domain's TXT set contains unrelated records, which are not shown. */
function isSpf(record: string): boolean {
  return /^v=spf1\b/iu.test(record);
}
