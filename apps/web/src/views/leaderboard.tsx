import type { Grade } from '@palisade/report/report';

import type { View } from '../frame.ts';
import { DataTable } from '../shell/data-table.tsx';
import { hostText } from '../shell/host-text.ts';

export interface LeaderboardProps {
  query: { sort: string; grade?: string | undefined; host?: string | undefined; offset: number };
  limit: number;
  total: number;
  hosts: ReadonlyArray<{ host: string; grade: string; score: number; trend: number | null; scannedAt: Date }>;
}

const GRADES = ['A+', 'A', 'B', 'C', 'D', 'F'] as const satisfies readonly Grade[];
const SORT_NAMES = { score: 'Score', trend: 'Trend', date: 'Date', host: 'Name' } as const;

/** Listed hosts, sorted and filtered by a plain form. */
export const leaderboard: View<LeaderboardProps> = ({ query, limit, total, hosts }) => ({
  title: 'Leaderboard',
  description: 'Hosts that the operator lists or whose owners asked for it, scanned daily: grade, score and trend.',
  bodyLanguage: 'en',
  wide: true,
  body: (
    <>
      <h1>Leaderboard</h1>
      <p className="lead">
        Scanned daily. A host is here because the operator listed it or its owner asked for it.{' '}
        <a href="/method#opt-out">Owners list their site or take it off</a>. Results of pages that are not the site’s
        are left out. <a href="/method">How scoring works</a>.
      </p>
      <form action="/leaderboard" method="get" className="query">
        <p>
          <label htmlFor="host">Host contains</label>
          <input id="host" name="host" defaultValue={query.host ?? ''} maxLength={253} autoComplete="off" />
        </p>
        <p>
          <label htmlFor="grade">Grade</label>
          <select id="grade" name="grade" defaultValue={query.grade ?? ''}>
            <option value="">Any</option>
            {GRADES.map((grade) => (
              <option key={grade}>{grade}</option>
            ))}
          </select>
        </p>
        <p>
          <label htmlFor="sort">Sort by</label>
          <select id="sort" name="sort" defaultValue={query.sort}>
            {Object.entries(SORT_NAMES).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </p>
        <button type="submit">Show</button>
      </form>
      {hosts.length === 0 ? (
        <p>{query.host || query.grade ? 'No host matches.' : 'No host is listed yet.'}</p>
      ) : (
        <DataTable
          caption={`${total} ${total === 1 ? 'host' : 'hosts'}`}
          head={['Host', 'Grade', 'Score', 'Trend', 'Scanned']}
          rows={hosts.map(({ host, grade, score, trend, scannedAt }) => [
            <a key="host" href={`/site/${host}`}>
              {hostText(host)}
            </a>,
            grade,
            String(score),
            trend === null ? '–' : trend > 0 ? `+${trend}` : trend < 0 ? `−${-trend}` : '0',
            <time key="date" dateTime={scannedAt.toISOString()}>
              {scannedAt.toISOString().slice(0, 10)}
            </time>,
          ])}
        />
      )}
      <nav aria-label="Further hosts">
        <ul>
          {query.offset > 0 && (
            <li>
              <a href={address(query, Math.max(0, query.offset - limit))}>Previous</a>
            </li>
          )}
          {query.offset + hosts.length < total && (
            <li>
              <a href={address(query, query.offset + limit)}>Next</a>
            </li>
          )}
        </ul>
      </nav>
    </>
  ),
});

function address({ sort, grade = '', host = '' }: LeaderboardProps['query'], offset: number): string {
  return `/leaderboard?${new URLSearchParams({ sort, grade, host, offset: String(offset) }).toString()}`;
}
