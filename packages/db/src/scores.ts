import type { Tx } from './client.ts';

const WINDOW_MS = 90 * 86_400_000;

/** How many of the sites scanned lately have which score: the newest of each host, provisional ones left out. No names. */
export async function scoresOfSites(db: Tx, now = new Date()): Promise<{ score: number; sites: number }[]> {
  const since = new Date(now.getTime() - WINDOW_MS);
  return await db.$queryRaw<{ score: number; sites: number }[]>`
    select score, count(*)::int as sites from (
      select distinct on (host) score from served_report
      where host is not null and not provisional and created_at > ${since}
      order by host, scanned_at desc
    ) newest group by score order by score`;
}
