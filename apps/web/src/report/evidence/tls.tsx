import type { TlsCertificate, TlsDetails } from '@palisade/report/sections/tls';
import { DataTable } from '../../shell/data-table.tsx';
import type { EvidenceWords } from '../../words/evidence/en.ts';
import type { Report } from '../report.ts';
import { Code, Facts, yesNo } from './facts.tsx';
import { TlsLists } from './tls-lists.tsx';

const MOST_NAMES = 20;

export function TlsEvidence({ tls, text }: { tls: Report['tls']; text: EvidenceWords }) {
  if (!tls.details) return <Facts facts={[['TLS', tls.reason]]} />;
  const { details } = tls;
  return (
    <>
      {details.certificate && <Certificate certificate={details.certificate} trust={details.trust} text={text} />}
      {details.chain.length > 0 && (
        <DataTable
          caption={text.chain}
          head={[text.subject, text.issuer, text.validUntil]}
          rows={details.chain.map(({ subject, issuer, not_after }) => [subject, issuer, day(not_after)])}
        />
      )}
      {details.protocols.length > 0 && (
        <DataTable
          caption={text.protocols}
          head={[text.version, text.offered, text.suites, text.keyExchange]}
          rows={details.protocols.map(({ version, offered, suites, group }) => [
            version,
            yesNo(offered, text),
            suites.length === 0 ? '–' : <Code key="suites">{suites.join(', ')}</Code>,
            group ?? '–',
          ])}
        />
      )}
      <Facts
        facts={[
          [text.forwardSecrecy, yesNo(details.forward_secrecy, text)],
          [text.postQuantum, details.post_quantum_group ?? yesNo(details.post_quantum, text)],
          [text.alpn, details.alpn],
          [text.stapled, yesNo(details.ocsp.stapled, text)],
          [text.ocsp, details.ocsp.status],
          [text.extendedMasterSecret, yesNo(details.extended_master_secret, text)],
          [text.renegotiation, yesNo(details.secure_renegotiation, text)],
          [text.compression, yesNo(details.compression, text)],
        ]}
      />
      <TlsLists details={details} text={text} />
    </>
  );
}

function Certificate(props: { certificate: TlsCertificate; trust: TlsDetails['trust']; text: EvidenceWords }) {
  const { certificate, trust, text } = props;
  const names = certificate.sans.slice(0, MOST_NAMES).join(', ');
  const more = certificate.san_count > MOST_NAMES ? ` ${text.andMore(certificate.san_count - MOST_NAMES)}` : '';
  const { not_before: from, not_after: to, days_remaining: days } = certificate;
  return (
    <Facts
      facts={[
        [text.certificate, certificate.subject],
        [text.issuedBy, certificate.issuer],
        [text.names, names + more],
        [text.valid, text.validity(day(from), day(to), days)],
        [text.key, certificate.key],
        [text.signature, certificate.signature_algorithm],
        [
          text.trust,
          trust &&
            `${trust.state.replaceAll('_', ' ')}${trust.anchor === null ? '' : `, ${text.root} ${trust.anchor}`}`,
        ],
        ['SHA-256', <Code key="hash">{certificate.sha256}</Code>],
      ]}
    />
  );
}

function day(time: string): string {
  return time.slice(0, 10);
}
