import { hostname } from 'node:os';
import { isAlive } from '@palisade/db/embedded/live-processes';
import { withConnection } from '@palisade/db/with-connection';

/** Deletes the heartbeats of this host's workers whose process has exited, so that none counts as alive for its last fifteen seconds. */
export async function forgetDeadWorkers(databaseUrl: string): Promise<void> {
  await withConnection({ url: databaseUrl, connectTimeoutMs: 5_000 }, async (client) => {
    const { rows } = await client.query<{ id: string; pid: number }>(
      'select id, pid from worker_heartbeat where host = $1',
      [hostname()],
    );
    const dead = rows.filter(({ pid }) => !isAlive(pid)).map(({ id }) => id);
    if (dead.length > 0) await client.query('delete from worker_heartbeat where id = any($1)', [dead]);
  });
}
