import { readFile, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '@palisade/db/client';
import type { QueueBackend } from '@palisade/queue/backend';
import { livingWorkers } from '@palisade/queue/heartbeat';
import { scanJob } from '@palisade/queue/jobs';
import { isPaused } from '@palisade/queue/paused';

/** What is missing, in words for operators. */
export class NotReady extends Error {
  override readonly name: string = 'NotReady';
}

/** An operator has paused it: what is at work ends, and nothing else begins. */
export class QueuePaused extends NotReady {
  override readonly name = 'QueuePaused';
}

/** A report needs some room, and what cannot be written is answered with 503. */
const LEAST_FREE_MB = 8;

/**
 * Database and queue answer and take changes, the queue runs, and a scan worker is alive that can do its job.
 * @param dataDir where the embedded database is, if there is one
 * @throws NotReady, what the database or the queue throws
 */
export async function scansWouldBeAnswered(db: Db, backend: QueueBackend, dataDir: string): Promise<void> {
  const [workers, closed] = await Promise.all([
    livingWorkers(db, scanJob.queue),
    takesNoScans(db, backend, dataDir),
    backend.ping(),
  ]);
  if (closed) throw closed;
  if (workers === 0) throw new NotReady('no scan worker is running');
}

/** @returns why no scan that is asked for now would be begun or stored, if none would */
export async function takesNoScans(db: Db, backend: QueueBackend, dataDir: string): Promise<NotReady | null> {
  const [full, paused] = await Promise.all([storesNoReports(db, dataDir), isPaused(backend.queue(scanJob))]);
  return full ?? (paused ? new QueuePaused('the scan queue is paused') : null);
}

async function storesNoReports(db: Db, dataDir: string): Promise<NotReady | null> {
  const [readOnly, freeMb] = await Promise.all([
    db.$queryRaw<{ closed: boolean }[]>`select current_setting('transaction_read_only') = 'on' as closed`,
    freeMbOfDatabase(dataDir),
  ]);
  if (readOnly[0]?.closed === true) return new NotReady('the database takes no changes');
  if (freeMb !== null && freeMb < LEAST_FREE_MB) return new NotReady('the disk of the database is full');
  return null;
}

/** Null where no embedded database lies in or behind this folder: its own server knows its disk. */
async function freeMbOfDatabase(dataDir: string): Promise<number | null> {
  const elsewhere = await readFile(path.join(dataDir, 'postgres.location'), 'utf8').catch(() => '');
  const disk = await statfs(elsewhere.trim() || path.join(dataDir, 'postgres')).catch(() => null);
  return disk && (disk.bavail * disk.bsize) / 1_048_576;
}
