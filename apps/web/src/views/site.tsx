import type { ReportChanges } from '@palisade/report/report-changes';
import type { View } from '../frame.ts';
import { Paste } from '../report/paste.tsx';
import { DataTable } from '../shell/data-table.tsx';
import { ScoreChart } from '../site/score-chart.tsx';

export interface SiteProps {
  host: string;
  /** The newest first. */
  results: ReadonlyArray<{ id: string; scannedAt: Date; grade: string; score: number; engineVersion: string }>;
  /** The two results that are compared. */
  from: string | null;
  to: string | null;
  compared: ReportChanges | null;
  /** Of the newest result; null where there is none. */
  certificateDays: number | null;
}

const CAUSES = {
  site: 'the site changed',
  engine: 'a newer engine judges differently',
  data: 'newer data, or the date',
  unassessed: 'not assessed in one of the two',
} as const;

/** A listed host: its score over time, and what changed between any two results. */
export const site: View<SiteProps> = ({ host, results, from, to, compared, certificateDays }, { frame, words }) => {
  const [latest] = results;
  const badge = `${frame.baseUrl}/badge/${host}.svg`;
  return {
    title: `Security of ${host}`,
    description: latest ? `Grade ${latest.grade}, ${latest.score} of 100, over time.` : `${host} is listed.`,
    bodyLanguage: 'en',
    wide: true,
    body: (
      <>
        <p className="meta">
          <a href="/leaderboard">Leaderboard</a> › {host}
        </p>
        <h1>{host}</h1>
        {latest ? (
          <p className="lead">
            Grade {latest.grade}, {latest.score} of 100, on {day(latest.scannedAt)}.
            {certificateDays !== null && ` The certificate is valid for ${certificateDays} more days.`}
          </p>
        ) : (
          <p className="lead">Listed; the first scan follows within a day.</p>
        )}
        <p>
          <a className="button second" href={`/?${new URLSearchParams({ url: host }).toString()}`}>
            Scan it now
          </a>
        </p>
        {results.length > 1 && <ScoreChart results={results.toReversed()} />}
        {results.length > 1 && (
          <form action={`/site/${host}`} method="get" className="query">
            <p>
              <label htmlFor="from">Compare</label>
              <Choice name="from" results={results} chosen={from} />
            </p>
            <p>
              <label htmlFor="to">with</label>
              <Choice name="to" results={results} chosen={to} />
            </p>
            <button type="submit">Compare</button>
          </form>
        )}
        {compared && <Changes compared={compared} />}
        {results.length > 0 && (
          <>
            <h2>Results</h2>
            <DataTable
              caption="One a day, the newest first"
              head={['Date', 'Grade', 'Score', 'Engine']}
              rows={results.map(({ scannedAt, grade, score, engineVersion }) => [
                day(scannedAt),
                grade,
                String(score),
                engineVersion,
              ])}
            />
            <h2>Badge</h2>
            <p>
              <img src={`/badge/${host}.svg`} alt={`Security grade of ${host}`} height="20" />
            </p>
            <Paste
              text={`[![Security grade](${badge})](${frame.baseUrl}/site/${host})`}
              what="Markdown of the badge"
              words={words}
            />
          </>
        )}
      </>
    ),
  };
};

function Choice({ name, results, chosen }: { name: string; results: SiteProps['results']; chosen: string | null }) {
  return (
    <select id={name} name={name} defaultValue={chosen ?? undefined}>
      {results.map(({ id, scannedAt, score }) => (
        <option key={id} value={id}>
          {day(scannedAt)}, {score}
        </option>
      ))}
    </select>
  );
}

function Changes({ compared: { before, after, changes } }: { compared: ReportChanges }) {
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">
        From {before.score} to {after.score}
      </h2>
      {changes.length === 0 ? (
        <p>Nothing changed between these two results.</p>
      ) : (
        <DataTable
          caption="What changed"
          head={['Check', 'Before', 'After', 'Points', 'Why']}
          rows={changes.map(({ id, before, after, points, cause }) => [
            <a key="id" href={`/checks/${id}`}>
              {id}
            </a>,
            before?.title ?? 'not checked',
            after?.title ?? 'not checked',
            points > 0 ? `+${points}` : String(points),
            CAUSES[cause],
          ])}
        />
      )}
    </section>
  );
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
