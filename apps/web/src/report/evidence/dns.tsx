import type { EvidenceWords } from '../../words/evidence/en.ts';
import type { Report } from '../report.ts';
import { Code, Facts } from './facts.tsx';

export function DnsEvidence({ dns, text }: { dns: Report['dns']; text: EvidenceWords }) {
  const lines = (values: readonly string[] | null | undefined) =>
    values && values.length > 0 ? <Code>{values.join('\n')}</Code> : null;
  return (
    <Facts
      facts={[
        [text.host, dns.host],
        [text.mailDomain, dns.mail_domain],
        ['A', lines(dns.a?.addresses)],
        ['AAAA', lines(dns.aaaa?.addresses)],
        ['CNAME', lines(dns.cname_chain)],
        ['NS', lines(dns.ns?.servers.map(({ host }) => host))],
        ['MX', lines(dns.mx?.records.map(({ preference, exchange }) => `${preference} ${exchange}`))],
        ['CAA', lines(dns.caa?.records.map(({ flags, tag, value }) => `${flags} ${tag} "${value}"`))],
        ['DNSSEC', dns.dnssec && [dns.dnssec.state, dns.dnssec.reason].filter(Boolean).join(': ')],
        ['SPF', lines(dns.spf?.record === null || dns.spf === null ? [] : [dns.spf.record])],
        ['DMARC', lines(dns.dmarc?.record === null || dns.dmarc === null ? [] : [dns.dmarc.record])],
        ['MTA-STS', lines(dns.mta_sts?.record ? [dns.mta_sts.record] : [])],
        ['TLS-RPT', lines(dns.tls_rpt?.record ? [dns.tls_rpt.record] : [])],
        ['DKIM', lines(dns.dkim?.keys.map(({ selector, record }) => `${selector}: ${record}`))],
        [
          'STARTTLS',
          lines(
            dns.mail_servers?.map(({ host, state, version, reason }) =>
              [host, state === 'encrypted' ? version : reason].filter(Boolean).join(': '),
            ),
          ),
        ],
        ['BIMI', lines(dns.bimi?.record ? [dns.bimi.record] : [])],
        [
          'HTTPS',
          lines(dns.https?.records.map(({ priority, target, alpn }) => `${priority} ${target} ${alpn.join(',')}`)),
        ],
        ['TLSA', lines(dns.tlsa?.records)],
      ]}
    />
  );
}
