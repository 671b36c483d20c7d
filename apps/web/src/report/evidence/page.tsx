import { DataTable } from '../../shell/data-table.tsx';
import type { EvidenceWords } from '../../words/evidence/en.ts';
import type { Report } from '../report.ts';
import { Code, Facts } from './facts.tsx';

export function SecurityTxtEvidence({ file, text }: { file: Report['security_txt']; text: EvidenceWords }) {
  if (file.fields.length === 0) return <p>{text.noFile}</p>;
  const rows = file.fields.map(({ name, value }) => [name, <Code key="value">{value}</Code>]);
  return <DataTable caption={text.fieldsOf(file.url ?? 'security.txt')} head={[text.field, text.value]} rows={rows} />;
}

export function FingerprintEvidence(props: { fingerprint: Report['server_fingerprint']; text: EvidenceWords }) {
  const { fingerprint, text } = props;
  if (fingerprint.software.length === 0) return <p>{text.noSoftware}</p>;
  const rows = fingerprint.software.map(({ source, value }) => [source, <Code key="value">{value}</Code>]);
  return <DataTable caption={text.software} head={[text.where, text.value]} rows={rows} />;
}

export function PageEvidence({ page, text }: { page: Report['page_analysis']; text: EvidenceWords }) {
  if (!page.analysed) return <Facts facts={[[text.page, page.reason]]} />;
  const { inline, sri } = page;
  return (
    <>
      <Facts
        facts={[
          [text.page, page.url],
          [text.size, text.bytes(page.bytes)],
          [text.resources, String(page.resources)],
          [
            text.scripts,
            text.scriptCounts(sri.scripts, sri.third_party_scripts, sri.third_party_scripts_with_integrity),
          ],
          [text.inline, text.inlineCounts(inline.scripts, inline.handlers, inline.styles)],
          [text.generator, page.generator.join(', ')],
          [
            text.browser.payment,
            [...(page.payment_fields?.own ?? []), ...(page.payment_fields?.hosted ?? [])].join('; '),
          ],
          [text.browser.personal, page.personal_fields?.join('; ')],
        ]}
      />
      <Requests page={page} text={text} />
      {page.dependencies.length > 0 && (
        <DataTable
          caption={text.dependencies}
          head={[text.site, text.hosts, text.what]}
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
          caption={text.forms}
          head={[text.sendsTo, text.method, text.password]}
          rows={page.forms.map(({ action, method, password }) => [
            action ?? text.thisPage,
            method,
            password ? text.yes : text.no,
          ])}
        />
      )}
    </>
  );
}

/** Reports of earlier versions have no list. */
function Requests({ page, text }: { page: Report['page_analysis']; text: EvidenceWords }) {
  if (!page.requests || page.requests.length === 0) return null;
  return (
    <DataTable
      caption={text.requests(page.requests.length, page.resources)}
      head={[text.address, text.what, text.element]}
      rows={page.requests.map(({ url, kind, element }) => [
        <Code key="url">{url}</Code>,
        kind,
        <Code key="element">{element}</Code>,
      ])}
    />
  );
}
