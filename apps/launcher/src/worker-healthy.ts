/** A container's health check: has a worker of this container reported recently? Exits with 0 or 1, and says why. */
import { hostname } from 'node:os';
import { readWorkerConfig } from '@palisade/config/worker-config';
import { createDb } from '@palisade/db/client';
import { aliveSince } from '@palisade/queue/heartbeat';

try {
  const { DATABASE_URL } = readWorkerConfig();
  const db = createDb(DATABASE_URL, { max: 1 });
  const alive = await db.workerHeartbeat.count({
    where: { host: hostname(), seenAt: { gt: await aliveSince(db) } },
  });
  if (alive === 0) console.error(`no worker on ${hostname()} has reported recently`);
  process.exit(alive > 0 ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
