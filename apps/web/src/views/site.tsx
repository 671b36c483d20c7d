import type { ReportChanges } from '@palisade/report/report-changes';
import type { View } from '../frame.ts';
import { Paste } from '../report/paste.tsx';
import { DataTable } from '../shell/data-table.tsx';
import { hostText } from '../shell/host-text.ts';
import { Changes } from '../site/changes.tsx';
import { Compare } from '../site/compare.tsx';
import { Owner, type Listing } from '../site/owner.tsx';
import { ScoreChart } from '../site/score-chart.tsx';
import type { Words } from '../words/en.ts';

export interface SiteResult {
  id: string;
  scannedAt: Date;
  grade: string;
  score: number;
  engineVersion: string;
  /** Whether this is a report of the visitor's account, at its own address, or a daily result of a listed host. */
  own: boolean;
}

export interface SiteProps {
  host: string;
  /** Whether the host is on the leaderboard, so that anyone can see the page. */
  listed: boolean;
  /** The state that its signed-in owner can change; null for everyone else. */
  owner: Listing | null;
  /** Newest first. */
  results: readonly SiteResult[];
  /** The two results that are compared. */
  from: string | null;
  to: string | null;
  compared: ReportChanges | null;
  /** Days until the certificate of the newest result expires; null if there is none. */
  certificateDays: number | null;
}

/** A host: its score over time, and what changed between any two results. */
export const site: View<SiteProps> = (props, { frame, words }) => {
  const { host, listed, owner, results, from, to, compared, certificateDays } = props;
  const text = words.site;
  const [latest] = results;
  return {
    title: text.title(hostText(host)),
    description: text.description(hostText(host), latest?.grade ?? null, latest?.score ?? null),
    ...(listed ? {} : { noindex: true }),
    wide: true,
    body: (
      <>
        <p className="meta">
          <a href="/leaderboard">{words.nav.leaderboard}</a> › {hostText(host)}
        </p>
        <h1>{hostText(host)}</h1>
        <p className="lead">
          {latest ? text.latest(latest.grade, latest.score, day(latest.scannedAt)) : listed ? text.waiting : ''}
          {certificateDays !== null && ` ${text.certificate(certificateDays)}`}
        </p>
        {!listed && <p className="note">{text.ownOnly}</p>}
        {listed && results.some(({ own }) => own) && <p className="note">{text.alsoOwn}</p>}
        <p>
          <a className="button second" href={`/?${new URLSearchParams({ url: host }).toString()}`}>
            {text.scan}
          </a>
        </p>
        {owner && <Owner host={host} listing={owner} words={words} />}
        {results.length > 1 && (
          <>
            <ScoreChart results={results.toReversed()} words={words} />
            <Compare host={host} results={results} from={from} to={to} words={words} />
          </>
        )}
        {compared && <Changes compared={compared} words={words} />}
        {results.length > 0 && <Results results={results} words={words} />}
        {listed && latest && <Badge host={host} baseUrl={frame.baseUrl} words={words} />}
      </>
    ),
  };
};

function Results({ results, words }: { results: readonly SiteResult[]; words: Words }) {
  const text = words.site;
  const anyOwn = results.some(({ own }) => own);
  return (
    <>
      <h2>{text.results}</h2>
      <DataTable
        caption={text.newest}
        head={[text.date, text.grade, text.score, text.engine, ...(anyOwn ? [text.source] : [])]}
        rows={results.map(({ id, own, scannedAt, grade, score, engineVersion }) => [
          <time key="date" dateTime={scannedAt.toISOString()}>
            {day(scannedAt)}
          </time>,
          grade,
          String(score),
          engineVersion,
          ...(anyOwn ? [own ? <Own key="own" id={id} words={words} /> : text.daily] : []),
        ])}
      />
    </>
  );
}

function Own({ id, words }: { id: string; words: Words }) {
  return <a href={`/r/${id}`}>{words.site.own}</a>;
}

function Badge({ host, baseUrl, words }: { host: string; baseUrl: string; words: Words }) {
  const text = words.site;
  const badge = `${baseUrl}/badge/${host}.svg`;
  return (
    <>
      <h2>{text.badge}</h2>
      <p>
        <img src={`/badge/${host}.svg`} alt={text.badgeOf(host)} height="20" />
      </p>
      <Paste
        text={`[![${text.badgeOf(host)}](${badge})](${baseUrl}/site/${host})`}
        what={text.markdown}
        words={words}
      />
    </>
  );
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
