import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Stack } from './stack.ts';

/** What is still in progress in a running service's database, as text; null when nothing is. */
export async function unfinishedWork(of: Pick<Stack, 'dataDir'>): Promise<string | null> {
  const connectionString = (await readFile(path.join(of.dataDir, 'database.url'), 'utf8')).trim();
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, number>>(`select
      (select count(*) from scan where state in ('queued', 'running'))::int as live_rows,
      (select count(*) from scan where live_key is not null)::int as live_keys,
      (select count(*) from quota_reservation where state = 'held')::int as held_units,
      (select count(*) from access_token where lease_until > now())::int as held_tokens`);
    const open = Object.entries(rows[0] ?? {}).filter(([, count]) => count > 0);
    return open.length === 0 ? null : open.map(([what, count]) => `${what}: ${count}`).join(', ');
  } catch (error) {
    return String(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
