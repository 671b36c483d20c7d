import type { TlsCertificate, TlsDetails } from '@palisade/report/sections/tls';
import { DataTable } from '../../shell/data-table.tsx';
import type { Report } from '../report.ts';
import { Code, Facts, yesNo } from './facts.tsx';

export function TlsEvidence({ tls }: { tls: Report['tls'] }) {
  if (!tls.details) return <Facts facts={{ TLS: tls.reason }} />;
  const { details } = tls;
  return (
    <>
      {details.certificate && <Certificate certificate={details.certificate} trust={details.trust} />}
      {details.chain.length > 0 && (
        <DataTable
          caption="Certificate chain as sent"
          head={['Subject', 'Issuer', 'Valid until']}
          rows={details.chain.map(({ subject, issuer, not_after }) => [subject, issuer, day(not_after)])}
        />
      )}
      {details.protocols.length > 0 && (
        <DataTable
          caption="Protocols and cipher suites"
          head={['Version', 'Offered', 'Cipher suites', 'Key exchange']}
          rows={details.protocols.map(({ version, offered, suites, group }) => [
            version,
            yesNo(offered),
            suites.length === 0 ? '–' : <Code key="suites">{suites.join(', ')}</Code>,
            group ?? '–',
          ])}
        />
      )}
      <Facts
        facts={{
          'Forward secrecy': yesNo(details.forward_secrecy),
          'Post-quantum key exchange': details.post_quantum_group ?? yesNo(details.post_quantum),
          'Application protocol': details.alpn,
          'Stapled OCSP': yesNo(details.ocsp.stapled),
          'OCSP status': details.ocsp.status,
          'Extended master secret': yesNo(details.extended_master_secret),
          'Secure renegotiation': yesNo(details.secure_renegotiation),
          Compression: yesNo(details.compression),
        }}
      />
    </>
  );
}

function Certificate({ certificate, trust }: { certificate: TlsCertificate; trust: TlsDetails['trust'] }) {
  const names = certificate.sans.slice(0, 20).join(', ');
  const more = certificate.san_count > 20 ? ` and ${certificate.san_count - 20} more` : '';
  return (
    <Facts
      facts={{
        Certificate: certificate.subject,
        'Issued by': certificate.issuer,
        Names: names + more,
        Valid: `${day(certificate.not_before)} to ${day(certificate.not_after)}, ${certificate.days_remaining} days left`,
        Key: certificate.key,
        Signature: certificate.signature_algorithm,
        Trust: trust && `${trust.state.replaceAll('_', ' ')}${trust.anchor === null ? '' : `, root ${trust.anchor}`}`,
        'SHA-256': <Code>{certificate.sha256}</Code>,
      }}
    />
  );
}

function day(time: string): string {
  return time.slice(0, 10);
}
