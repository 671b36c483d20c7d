import { DataTable } from '../../shell/data-table.tsx';
import type { EvidenceWords } from '../../words/evidence/en.ts';
import type { Report } from '../report.ts';
import { Code, Facts } from './facts.tsx';

export function HeadersEvidence({ report, text }: { report: Report; text: EvidenceWords }) {
  const rows = Object.entries(report.headers).map(([name, { value }]) => [
    <Code key="name">{name}</Code>,
    value === null ? text.notSent : <Code key="value">{value}</Code>,
  ]);
  return (
    <>
      <DataTable caption={text.headers} head={[text.field, text.value]} rows={rows} />
      {[...new Set(report.redirects.chain.map(({ url }) => url))].map((url) => (
        <RawHeaders key={url} hop={report.redirects.chain.findLast((hop) => hop.url === url)} text={text} />
      ))}
    </>
  );
}

type Chain = Report['redirects']['chain'];

/** Reports of earlier versions have none. */
function RawHeaders({ hop, text }: { hop: Chain[number] | undefined; text: EvidenceWords }) {
  if (!hop?.fields || hop.fields.length === 0) return null;
  const rows = hop.fields.map(({ name, value }) => [<Code key="name">{name}</Code>, <Code key="value">{value}</Code>]);
  return <DataTable caption={text.rawHeaders(hop.url, hop.status)} head={[text.field, text.value]} rows={rows} />;
}

export function RedirectsEvidence({ redirects, text }: { redirects: Report['redirects']; text: EvidenceWords }) {
  const { plain_http: plain } = redirects;
  return (
    <>
      <ChainTable caption={text.redirectChain} chain={redirects.chain} text={text} />
      {plain && <ChainTable caption={text.plainChain} chain={plain.chain} text={text} />}
      <Facts facts={[[text.port80, plain ? null : redirects.plain_http_silence]]} />
    </>
  );
}

function ChainTable({ caption, chain, text }: { caption: string; chain: Chain; text: EvidenceWords }) {
  const rows = chain.map(({ url, status, location }) => [
    <Code key="url">{url}</Code>,
    String(status),
    location === null ? '–' : <Code key="to">{location}</Code>,
  ]);
  return <DataTable caption={caption} head={[text.address, text.status, text.redirectsTo]} rows={rows} />;
}
