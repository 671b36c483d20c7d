import type { Tx } from './client.ts';

const WINDOW_MS = 90 * 86_400_000;

/**
 * Names that are no one's on the internet: addresses, names of one label, and what RFC 6761, RFC 6762, RFC 8375,
 * RFC 9476 and ICANN keep for inner use. An operator may let scans reach such sites; they are not among the others.
 */
const PUBLIC_NAME = String.raw`\.[a-z][a-z0-9-]*$`;
const INNER_NAME = String.raw`\.(?:alt|arpa|corp|example|home|internal|intranet|invalid|lan|local|localdomain|localhost|mail|onion|private|test)$`;

/**
 * How many of the sites scanned lately have which score, by the same version of the engine: the newest report of each
 * host; those that are provisional or deleted, and inner hosts, are left out. No names.
 */
export async function scoresOfSites(
  db: Tx,
  engineVersion: string,
  now = new Date(),
): Promise<{ score: number; sites: number }[]> {
  const since = new Date(now.getTime() - WINDOW_MS);
  return await db.$queryRaw<{ score: number; sites: number }[]>`
    select score, count(*)::int as sites from (
      select distinct on (host) score from served_report
      where host ~ ${PUBLIC_NAME} and host !~ ${INNER_NAME}
        and not provisional and deleted_at is null and created_at > ${since} and engine_version = ${engineVersion}
      order by host, scanned_at desc
    ) newest group by score order by score`;
}
