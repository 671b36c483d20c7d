import { DataTable } from '../../shell/data-table.tsx';
import type { Report } from '../report.ts';
import { Code, Facts } from './facts.tsx';

export function SecurityTxtEvidence({ file }: { file: Report['security_txt'] }) {
  if (file.fields.length === 0) return null;
  const rows = file.fields.map(({ name, value }) => [name, <Code key="value">{value}</Code>]);
  return <DataTable caption={`Fields of ${file.url ?? 'security.txt'}`} head={['Field', 'Value']} rows={rows} />;
}

export function FingerprintEvidence({ fingerprint }: { fingerprint: Report['server_fingerprint'] }) {
  if (fingerprint.software.length === 0) return null;
  const rows = fingerprint.software.map(({ source, value }) => [source, <Code key="value">{value}</Code>]);
  return <DataTable caption="Software that names itself" head={['Where', 'Value']} rows={rows} />;
}

export function PageEvidence({ page }: { page: Report['page_analysis'] }) {
  if (!page.analysed) return <Facts facts={{ Page: page.reason }} />;
  const { inline, sri } = page;
  return (
    <>
      <Facts
        facts={{
          Page: page.url,
          Size: `${page.bytes} bytes`,
          Resources: String(page.resources),
          Scripts: `${sri.scripts}, ${sri.third_party_scripts} from other sites, ${sri.third_party_scripts_with_integrity} of these with integrity`,
          'Inline code': `${inline.scripts} scripts, ${inline.handlers} event handlers, ${inline.styles} styles`,
          Generator: page.generator.join(', '),
        }}
      />
      {page.dependencies.length > 0 && (
        <DataTable
          caption="Requests to other sites"
          head={['Site', 'Hosts', 'What']}
          rows={page.dependencies.map(({ site, hosts, kinds }) => [
            site,
            hosts.join(', '),
            Object.entries(kinds)
              .map(([kind, count]) => `${count} ${kind}`)
              .join(', '),
          ])}
        />
      )}
      {page.forms.length > 0 && (
        <DataTable
          caption="Forms"
          head={['Sends to', 'Method', 'Password']}
          rows={page.forms.map(({ action, method, password }) => [
            action ?? 'this page',
            method,
            password ? 'yes' : 'no',
          ])}
        />
      )}
    </>
  );
}
