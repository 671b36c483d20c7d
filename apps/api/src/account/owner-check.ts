import type { QueueBackend } from '@palisade/queue/backend';
import { ownerStatementJob } from '@palisade/queue/jobs';

const WINDOW_MS = 10_000;

/**
 * Queues a job that reads the owner's entries in a host's DNS and well-known file, at most once in ten seconds: equal
 * job IDs are one job. The job of this window may have run before the owner published the proof. So another request in
 * the same window queues one more job, which starts with the next window.
 */
export function createOwnerCheck(backend: Pick<QueueBackend, 'queue'>): (host: string) => Promise<void> {
  return async (host) => {
    const queue = backend.queue(ownerStatementJob);
    const window = Math.floor(Date.now() / WINDOW_MS);
    const jobId = (of: number) => `${host.replaceAll(':', '_')}-claim-${of}`;
    const queued = (await queue.raw.getJob(jobId(window))) !== undefined;
    if (!queued) await queue.add({ host }, { jobId: jobId(window) });
    else {
      const delayMs = Math.max(0, (window + 1) * WINDOW_MS - Date.now());
      await queue.add({ host }, { jobId: jobId(window + 1), delayMs });
    }
  };
}
