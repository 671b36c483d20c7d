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

/** Listed hosts, sorted and filtered with a plain form. */
export const leaderboard: View<LeaderboardProps> = ({ query, limit, total, hosts }, { words }) => ({
  title: words.nav.leaderboard,
  description: words.ranking.description,
  wide: true,
  body: (
    <>
      <h1>{words.nav.leaderboard}</h1>
      <p className="lead">
        {words.ranking.lead} <a href="/method#opt-out">{words.ranking.owners}</a> ·{' '}
        <a href="/method">{words.nav.method}</a>
      </p>
      <form action="/leaderboard" method="get" className="query">
        <p>
          <label htmlFor="host">{words.ranking.contains}</label>
          <input id="host" name="host" defaultValue={query.host ?? ''} maxLength={253} autoComplete="off" />
        </p>
        <p>
          <label htmlFor="grade">{words.site.grade}</label>
          <select id="grade" name="grade" defaultValue={query.grade ?? ''}>
            <option value="">{words.ranking.any}</option>
            {GRADES.map((grade) => (
              <option key={grade}>{grade}</option>
            ))}
          </select>
        </p>
        <p>
          <label htmlFor="sort">{words.ranking.sortBy}</label>
          <select id="sort" name="sort" defaultValue={query.sort}>
            {Object.entries(words.ranking.sorts).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </p>
        <button type="submit">{words.ranking.show}</button>
      </form>
      {hosts.length === 0 ? (
        <p>{query.host || query.grade ? words.ranking.noMatch : words.ranking.none}</p>
      ) : (
        <DataTable
          caption={words.ranking.hosts(total)}
          head={[words.ranking.host, words.site.grade, words.site.score, words.ranking.trend, words.ranking.scanned]}
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
      <nav aria-label={words.ranking.further}>
        <ul>
          {query.offset > 0 && (
            <li>
              <a href={address(query, Math.max(0, query.offset - limit))}>{words.ranking.previous}</a>
            </li>
          )}
          {query.offset + hosts.length < total && (
            <li>
              <a href={address(query, query.offset + limit)}>{words.ranking.next}</a>
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
