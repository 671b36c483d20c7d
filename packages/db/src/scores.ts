import type { Tx } from './client.ts';

const WINDOW_MS = 90 * 86_400_000;

/**
 * Names that do not exist on the internet: addresses, single-label names, and those that RFC 6761, RFC 6762, RFC 8375,
 * RFC 9476 and ICANN reserve for internal use. An operator may allow scans of such sites; they are not part of the comparison.
 */
const PUBLIC_NAME = String.raw`\.[a-z][a-z0-9-]*$`;
const INNER_NAME = String.raw`\.(?:alt|arpa|corp|example|home|internal|intranet|invalid|lan|local|localdomain|localhost|mail|onion|private|test)$`;

/**
 * How many of the recently scanned sites have which score, by the same engine version: the newest report of each
 * host; provisional or deleted reports, and internal hosts, are left out. No names.
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
