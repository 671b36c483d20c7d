import { hostname } from 'node:os';
import { isAlive } from '@palisade/db/embedded/live-processes';
import pg from 'pg';

/** Deletes the heartbeats of this machine's workers whose process is gone, so that none counts as alive for its last fifteen seconds. */
export async function forgetDeadWorkers(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; pid: number }>(
      'select id, pid from worker_heartbeat where host = $1',
      [hostname()],
    );
    const dead = rows.filter(({ pid }) => !isAlive(pid)).map(({ id }) => id);
    if (dead.length > 0) await client.query('delete from worker_heartbeat where id = any($1)', [dead]);
  } finally {
    await client.end();
  }
}
