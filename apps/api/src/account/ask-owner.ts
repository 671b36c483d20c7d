import type { QueueBackend } from '@palisade/queue/backend';
import { ownerWordJob } from '@palisade/queue/jobs';

const WINDOW_MS = 10_000;

/**
 * Has a worker read what a host's DNS and well-known file say, at most every ten seconds: equal job ids are one job.
 * The look of these ten seconds may be over already, and who asks again has published the proof since: then one more
 * follows as the next ten begin.
 */
export function createAskOwner(backend: Pick<QueueBackend, 'queue'>): (host: string) => Promise<void> {
  return async (host) => {
    const queue = backend.queue(ownerWordJob);
    const window = Math.floor(Date.now() / WINDOW_MS);
    const jobId = (of: number) => `${host.replaceAll(':', '_')}-claim-${of}`;
    const looked = (await queue.raw.getJob(jobId(window))) !== undefined;
    if (!looked) await queue.add({ host }, { jobId: jobId(window) });
    else {
      const delayMs = Math.max(0, (window + 1) * WINDOW_MS - Date.now());
      await queue.add({ host }, { jobId: jobId(window + 1), delayMs });
    }
  };
}
