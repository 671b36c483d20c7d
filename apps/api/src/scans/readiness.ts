import type { Db } from '@palisade/db/client';
import type { QueueBackend } from '@palisade/queue/backend';
import { livingWorkers } from '@palisade/queue/heartbeat';
import { scanJob } from '@palisade/queue/jobs';

/** What is missing, in words for operators. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** Database and queue answer, the queue runs, and a scan worker is alive to take the job. @throws NotReady, what the database or the queue throws */
export async function scansWouldBeAnswered(db: Db, backend: QueueBackend): Promise<void> {
  const [workers, paused] = await Promise.all([
    livingWorkers(db, scanJob.queue),
    backend.queue(scanJob).raw.isPaused(),
    backend.ping(),
  ]);
  if (workers === 0) throw new NotReady('no scan worker is running');
  if (paused) throw new NotReady('the scan queue is paused');
}
