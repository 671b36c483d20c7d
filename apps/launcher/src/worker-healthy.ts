/** A container's health check: has a worker of this container reported recently? Exits with 0 or 1. */
import { hostname } from 'node:os';
import { readWorkerConfig } from '@palisade/config/worker-config';
import { createDb } from '@palisade/db/client';
import { aliveSince } from '@palisade/queue/heartbeat';

const { DATABASE_URL } = readWorkerConfig();
const db = createDb(DATABASE_URL, { max: 1 });
const alive = await db.workerHeartbeat.count({
  where: { host: hostname(), seenAt: { gt: await aliveSince(db) } },
});
process.exit(alive > 0 ? 0 : 1);
