import { setTimeout as sleep } from 'node:timers/promises';
import type { Installed, OsvRecord } from './osv.ts';

const OSV = process.env['OSV_BASE_URL'] ?? 'https://api.osv.dev';
/** https://google.github.io/osv.dev/post-v1-querybatch/: at most a thousand queries. */
const QUERIES = 500;
const AT_ONCE = 8;
const TRIES = 3;

interface Batch {
  results: { vulns?: { id: string }[]; next_page_token?: string }[];
}

/**
 * Every advisory that osv.dev has for packages of these names, whatever their version: a later `npm install` can then be
 * checked without a network.
 */
export async function fetchAdvisories(
  installed: readonly Installed[],
): Promise<{ covers: string[]; records: OsvRecord[] }> {
  const covers = [...new Set(installed.map(({ name }) => name))].toSorted();
  const ids = new Set<string>();
  for (let from = 0; from < covers.length; from += QUERIES) {
    let asked = covers.slice(from, from + QUERIES).map((name) => ({ name, token: undefined as string | undefined }));
    while (asked.length > 0) {
      const queries = asked.map(({ name, token }) => ({
        package: { ecosystem: 'npm', name },
        ...(token !== undefined && { page_token: token }),
      }));
      const { results } = (await ask('/v1/querybatch', { queries })) as Batch;
      for (const { id } of results.flatMap(({ vulns }) => vulns ?? [])) ids.add(id);
      asked = asked.flatMap(({ name }, at) => {
        const token = results[at]?.next_page_token;
        return token === undefined ? [] : [{ name, token }];
      });
    }
  }
  const left = [...ids].toSorted();
  const records: OsvRecord[] = [];
  const fetchOnes = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      records.push(trimmed((await ask(`/v1/vulns/${encodeURIComponent(id)}`)) as OsvRecord));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchOnes));
  return { covers, records: records.toSorted((a, b) => a.id.localeCompare(b.id)) };
}

/** Without the descriptions, which are most of a record and are not used here. */
function trimmed(record: OsvRecord): OsvRecord {
  const { id, aliases, modified, withdrawn, affected, database_specific } = record;
  return {
    id,
    ...(aliases && { aliases }),
    ...(modified !== undefined && { modified }),
    ...(withdrawn !== undefined && { withdrawn }),
    affected: (affected ?? []).map(({ package: of, ranges, versions }) => ({
      ...(of && { package: { ecosystem: of.ecosystem ?? '', name: of.name ?? '' } }),
      ...(ranges && { ranges }),
      ...(versions && { versions }),
    })),
    database_specific: { severity: database_specific?.severity ?? 'unknown' },
  };
}

async function ask(route: string, body?: object): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Not a scan: the operator queries the source named above.
      // oxlint-disable-next-line no-restricted-globals
      const response = await fetch(new URL(route, OSV), {
        signal: AbortSignal.timeout(30_000),
        ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      if (!response.ok) throw new Error(`${route} answered ${response.status}`);
      return await response.json();
    } catch (error) {
      if (attempt === TRIES) throw error;
      await sleep(attempt * 500);
    }
  }
}
