import { defineCheck } from '../../check.ts';
import { addressDifferences, type AddressDifference } from '../../facts/addresses/address-differences.ts';

const MISS_ONE = 'Some visitors only ever reach that address, most often those with IPv6.';

/** Example that triggers it: the server behind the AAAA record still has last year's certificate. */
export default defineCheck({
  id: 'tls/other-addresses',
  title: 'TLS on the other IP addresses of the host',
  severity: 'critical',
  deduction: 30,
  why: 'A hostname can lead to several servers over IPv4 and IPv6, and each visitor reaches one of them. A problem on only one server is easy to miss.',
  fix: 'Give every server behind the hostname the same certificate and TLS configuration, or remove its address from DNS. To check one: openssl s_client -connect ADDRESS:443 -servername example.com',
  references: ['https://www.rfc-editor.org/rfc/rfc8305', 'https://www.rfc-editor.org/rfc/rfc9325'],
  needs: ['tls'],
  outcomes: {
    alike: { title: 'TLS is the same on every IP address', status: 'good' },
    partly: { title: 'TLS is the same on every IP address that was checked', status: 'good' },
    refused_certificate: {
      title: 'Another IP address has a certificate that browsers reject',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation: MISS_ONE,
    },
    weak_certificate: {
      title: 'Another IP address has a certificate that some clients reject',
      weakness: 'cert-chain',
      status: 'weak',
      severity: 'important',
      deduction: 10,
      cap: 79,
      note: MISS_ONE,
    },
    no_tls: {
      title: 'Another IP address has no working TLS',
      weakness: 'tls-intolerant',
      status: 'weak',
      severity: 'important',
      deduction: 5,
      note: MISS_ONE,
    },
    older_version: {
      title: 'Another IP address accepts TLS 1.1 or older',
      weakness: 'tls-obsolete',
      status: 'weak',
      severity: 'important',
      deduction: 5,
      cap: 79,
      note: MISS_ONE,
    },
    missing_version: {
      title: 'Another IP address lacks a current TLS version',
      weakness: 'tls-no-13',
      status: 'weak',
      severity: 'minor',
      deduction: 1,
      note: MISS_ONE,
    },
  },
  judge({ tls }, { scannedAt }) {
    if (tls.endpoint !== 'tls' || tls.other_addresses.length === 0) return null;
    const { addresses_left: left } = tls;
    const found = tls.other_addresses.flatMap((one) =>
      addressDifferences(one, tls, scannedAt).map((difference) => ({ address: one.address, ...difference })),
    );
    const lines = (kind?: AddressDifference['kind']): string[] =>
      found.filter((one) => kind === undefined || one.kind === kind).map(said);
    const rest = left > 0 ? [`${left === 1 ? '1 more address' : `${left} more addresses`} not checked`] : [];
    for (const kind of [
      'refused_certificate',
      'weak_certificate',
      'no_tls',
      'older_version',
      'missing_version',
    ] as const) {
      if (lines(kind).length > 0) return { outcome: kind, evidence: [...lines(), ...rest] };
    }
    const open = found.find(({ kind }) => kind === 'unknown');
    if (open) return { unknown: `the scan could not compare ${open.address}: ${open.sentence}` };
    const alike = tls.other_addresses.map(({ address }) => `${address}: no differences`);
    return { outcome: left > 0 ? 'partly' : 'alike', evidence: [...(found.length > 0 ? lines() : alike), ...rest] };
  },
});

function said({ address, sentence }: { address: string; sentence: string }): string {
  return `${address}: ${sentence}`;
}
