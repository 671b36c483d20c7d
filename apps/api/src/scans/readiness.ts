import { readFile, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '@palisade/db/client';
import { queueLoad } from '@palisade/db/queue-load';
import type { QueueBackend } from '@palisade/queue/backend';
import { WORKER_ALIVE_MS } from '@palisade/queue/heartbeat';
import { scanJob } from '@palisade/queue/jobs';
import { isPaused } from '@palisade/queue/paused';

/** Says what is missing, for operators. */
export class NotReady extends Error {
  override readonly name: string = 'NotReady';
}

/** An operator has paused the queue: running jobs finish, and no others begin. */
export class QueuePaused extends NotReady {
  override readonly name = 'QueuePaused';
}

/** Free space that a report needs: if it could not be stored, the answer is 503. */
const LEAST_FREE_MB = 8;

/**
 * Resolves if database and queue respond and accept changes, the queue is not paused, and a scan worker is alive.
 * @param dataDir where the embedded database is, if there is one
 * @throws NotReady, or what the database or the queue throws
 */
export async function scansWouldBeAnswered(db: Db, backend: QueueBackend, dataDir: string): Promise<void> {
  const asked = { queue: scanJob.queue, aliveMs: WORKER_ALIVE_MS, lifeMs: 0 };
  const [{ workers, readOnly }] = await Promise.all([queueLoad(db, asked), pinged(backend)]);
  const closed = await takesNoScans(readOnly, backend, dataDir);
  if (closed) throw closed;
  if (workers.length === 0) throw new NotReady('no scan worker is running');
}

async function pinged(backend: QueueBackend): Promise<void> {
  try {
    await backend.ping();
  } catch (error) {
    // Redis answered, with an error: READONLY, OOM, MISCONF, NOREPLICAS, NOAUTH.
    if (error instanceof Error && error.name === 'ReplyError') throw new NotReady('the queue does not accept changes');
    throw error;
  }
}

/**
 * @param readOnly the database accepts no changes
 * @returns why a scan that is requested now would not begin or not be stored; null if it would
 */
export async function takesNoScans(
  readOnly: boolean,
  backend: QueueBackend,
  dataDir: string,
): Promise<NotReady | null> {
  if (readOnly) return new NotReady('the database does not accept changes');
  const [freeMb, paused] = await Promise.all([freeMbOfDatabase(dataDir), isPaused(backend.queue(scanJob))]);
  if (freeMb !== null && freeMb < LEAST_FREE_MB) return new NotReady('the disk of the database is full');
  return paused ? new QueuePaused('the scan queue is paused') : null;
}

/** Null if this folder has no embedded database and no pointer to one: an external server watches its own disk. */
async function freeMbOfDatabase(dataDir: string): Promise<number | null> {
  const elsewhere = await readFile(path.join(dataDir, 'postgres.location'), 'utf8').catch(() => '');
  const disk = await statfs(elsewhere.trim() || path.join(dataDir, 'postgres')).catch(() => null);
  return disk && (disk.bavail * disk.bsize) / 1_048_576;
}
