import { defineCheck } from '../../check.ts';
import { coveringName, dnsNameCovers, isAddress } from '../../parse/x509/x509-names.ts';
import { leafOf, noCertificate } from './what-was-seen.ts';

const MAX_SHOWN = 20;

/** Example that triggers it: `www.example.test` served with a certificate for `example.test` only. */
export default defineCheck({
  id: 'tls/certificate-name',
  title: 'Certificate names',
  severity: 'critical',
  deduction: 30,
  why: 'Browsers accept a certificate only for the names in its subject alternative name extension. For any other hostname, they show a full-page warning.',
  fix: 'Issue a certificate that covers every hostname of the site, e.g. certbot -d example.com -d www.example.com',
  references: ['https://www.rfc-editor.org/rfc/rfc9525'],
  needs: ['tls'],
  outcomes: {
    covered: { title: 'Certificate covers the hostname', status: 'good' },
    other_names: {
      title: 'Certificate is for other hostnames',
      weakness: 'cert-name-mismatch',
      status: 'bad',
      cap: 49,
    },
    common_name_only: {
      title: 'Hostname is only in the certificate’s common name',
      weakness: 'cert-name-mismatch',
      status: 'bad',
      cap: 49,
      explanation:
        'Only the certificate’s common name matches the hostname. Browsers have ignored that field since 2017 and reject the certificate.',
    },
    no_names: {
      title: 'Certificate has no hostname',
      weakness: 'cert-name-mismatch',
      status: 'bad',
      cap: 49,
      explanation: 'The certificate’s subject alternative name extension lists no hostname, so browsers reject it.',
    },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    const leaf = leafOf(tls);
    if (!leaf) return noCertificate(tls);
    const { host } = tls;
    const names = [...leaf.dns_names, ...leaf.ip_addresses];
    const covering = coveringName(leaf, host);
    if (covering !== undefined) return { outcome: 'covered', evidence: [covering] };
    const fix = isAddress(host)
      ? `Use a hostname that the certificate covers, or issue a certificate for the address ${host}.`
      : `Reissue the certificate to cover this hostname too, e.g. certbot --expand -d ${host}`;
    const evidence = [`host: ${host}`, ...names.slice(0, MAX_SHOWN).map((name) => `certificate: ${name}`)];
    if (names.length > MAX_SHOWN) evidence.push(`and ${names.length - MAX_SHOWN} more names`);
    const commonName = leaf.common_name;
    if (commonName !== null && !isAddress(host) && dnsNameCovers(commonName, host)) {
      return { outcome: 'common_name_only', evidence: [...evidence, `common name: ${commonName}`], fix };
    }
    return { outcome: names.length === 0 ? 'no_names' : 'other_names', evidence, fix };
  },
});
