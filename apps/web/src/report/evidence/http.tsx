import { DataTable } from '../../shell/data-table.tsx';
import type { Report } from '../report.ts';
import { Code, Facts } from './facts.tsx';

export function HeadersEvidence({ headers }: { headers: Report['headers'] }) {
  const rows = Object.entries(headers).map(([name, { value }]) => [
    <Code key="name">{name}</Code>,
    value === null ? 'not sent' : <Code key="value">{value}</Code>,
  ]);
  return <DataTable caption="Header fields as sent" head={['Field', 'Value']} rows={rows} />;
}

type Chain = Report['redirects']['chain'];

export function RedirectsEvidence({ redirects }: { redirects: Report['redirects'] }) {
  const { plain_http: plain } = redirects;
  return (
    <>
      <ChainTable caption="Redirect chain" chain={redirects.chain} />
      {plain && <ChainTable caption="From plain http on port 80" chain={plain.chain} />}
      <Facts facts={{ 'Port 80': plain ? null : redirects.plain_http_silence }} />
    </>
  );
}

function ChainTable({ caption, chain }: { caption: string; chain: Chain }) {
  const rows = chain.map(({ url, status, location }) => [
    <Code key="url">{url}</Code>,
    String(status),
    location === null ? '–' : <Code key="to">{location}</Code>,
  ]);
  return <DataTable caption={caption} head={['Address', 'Status', 'Redirects to']} rows={rows} />;
}
