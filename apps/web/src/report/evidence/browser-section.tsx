import { DataTable } from '../../shell/data-table.tsx';
import type { BrowserWords } from '../../words/evidence/browser.ts';
import type { Report } from '../report.ts';
import { Code, Facts } from './facts.tsx';

type Section = NonNullable<Extract<Report, { browser?: unknown }>['browser']>;
type Page = Section['pages'][number];

/** What a real browser observed: tested policies, scripts that ran, and other sites that were contacted. */
export function BrowserEvidence({ seen, text }: { seen: Section; text: BrowserWords }) {
  if (!seen.looked) return <Facts facts={[[text.unseen, seen.reason]]} />;
  return (
    <div className="browser-evidence">
      <Facts
        facts={[
          [text.browser, seen.product],
          [text.incomplete, seen.reason],
        ]}
      />
      {seen.pages.map((page) => (
        <PageInBrowser key={page.url} page={page} text={text} />
      ))}
      {seen.third_parties.length > 0 && (
        <DataTable
          caption={seen.third_parties_partial ? text.firstThirdParties(seen.third_parties.length) : text.thirdParties}
          head={[text.owner, text.purpose, text.sites, text.requests, text.scripts]}
          rows={seen.third_parties.map(({ owner, purpose, sites, requests, scripts }) => [
            owner ?? text.unknown,
            purpose ?? text.unknown,
            sites.join(', '),
            String(requests),
            String(scripts),
          ])}
        />
      )}
    </div>
  );
}

function PageInBrowser({ page, text }: { page: Page; text: BrowserWords }) {
  const partial = (what: NonNullable<Page['partial']>[number]) => page.partial?.includes(what) ?? false;
  const listed = (what: 'frames' | 'cookies' | 'storage', all: readonly string[], between: string) =>
    [...all, ...(partial(what) ? [text.andMore] : [])].join(between);
  return (
    <>
      <Facts
        facts={[
          [text.page, page.status !== null && page.status >= 400 ? `${page.url} (${page.status})` : page.url],
          [text.requests, text.requestCounts(page.requests, page.third_party_requests, partial('requests'))],
          [text.payment, page.payment && [...page.payment.fields, ...page.payment.frames].join('; ')],
          [text.personal, page.personal_fields?.join('; ')],
          [text.frames, listed('frames', page.frames, ', ')],
          [
            text.storage,
            listed(
              'storage',
              page.storage.map(({ area, key, looks }) => `${key} (${area}, ${looks})`),
              ', ',
            ),
          ],
          [
            text.cookies,
            listed(
              'cookies',
              page.cookies.map(({ name, flags }) => `${name} (${flags})`),
              '; ',
            ),
          ],
        ]}
      />
      {page.policies.length > 0 && (
        <DataTable
          caption={text.policies(page.path)}
          head={[text.policy, text.outcome, text.value]}
          rows={page.policies.map(({ header, report, value, in_the_way: way }) => [
            header,
            way.length > 0 ? `${report} ${text.blockers(way.join(', '))}` : report,
            value === '' ? '–' : <Code key="value">{value}</Code>,
          ])}
        />
      )}
      {page.scripts.length > 0 && (
        <DataTable
          caption={text.inventory(page.path, page.scripts_total, page.scripts.length)}
          head={[text.script, text.purpose, text.loadedBy, 'SHA-384', text.justification]}
          rows={page.scripts.map((script) => [
            <Code key="url">
              {script.url ?? `${text.kinds[script.kind]} · ${script.origin}`}
              {script.ran_in && ` · ${text.places[script.ran_in.place]}`}
            </Code>,
            script.purpose === null ? text.unknown : `${script.purpose} (${script.owner})`,
            script.loaded_by ?? script.ran_in?.url ?? text.thePage,
            <Hash key="hash" script={script} text={text} />,
            script.justification ?? '',
          ])}
        />
      )}
    </>
  );
}

/** For a written inventory: the hash of a script and, if the page does not pin it, the reason. */
function Hash({
  script: { sha384, varies, no_integrity: why },
  text,
}: {
  script: Page['scripts'][number];
  text: BrowserWords;
}) {
  return (
    <>
      {sha384 === '' ? text.unread : <Code>{sha384}</Code>}
      {varies !== undefined && <p>{text.varies}</p>}
      {why !== undefined && <p lang="en">{text.noIntegrity(why)}</p>}
    </>
  );
}
