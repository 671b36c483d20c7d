import type { QueueBackend } from '@palisade/queue/backend';
import type { JobDefinition } from '@palisade/queue/job';
import { ALL_JOBS } from '@palisade/queue/jobs';
import { z } from 'zod';
import type { QueueHealth } from './queue-health.ts';

/** A job that is not retried automatically. */
export const FailedJob = z.object({
  queue: z.string(),
  jobId: z.string(),
  tries: z.int().nonnegative(),
  error: z.string(),
  at: z.iso.datetime(),
});
export type FailedJob = z.infer<typeof FailedJob>;

const SHOWN = 20;

/** The newest jobs of each queue. */
export async function failedJobs(
  backend: QueueBackend,
  queues: readonly Pick<QueueHealth, 'name' | 'failed'>[],
): Promise<FailedJob[]> {
  const concerned = queues.filter(({ failed }) => failed > 0);
  const found = await Promise.all(
    concerned.map(async ({ name }) => {
      const jobs = await queueNamed(name, backend)?.raw.getJobs(['failed'], 0, SHOWN - 1, false);
      return (jobs ?? []).filter(Boolean).map((job) => ({
        queue: name,
        jobId: job.id ?? '',
        tries: job.attemptsMade,
        error: (job.failedReason ?? '').slice(0, 500),
        at: new Date(job.finishedOn ?? job.timestamp).toISOString(),
      }));
    }),
  );
  return found.flat().toSorted((a, b) => b.at.localeCompare(a.at));
}

export const JobAction = z.enum(['retry', 'remove']);

/** `gone`: there is no such job; `not failed`: it was retried or removed meanwhile. */
export type Acted = 'done' | 'gone' | 'not failed';

export async function actOnFailedJob(
  backend: QueueBackend,
  { queue, jobId, action }: { queue: string; jobId: string; action: z.infer<typeof JobAction> },
): Promise<Acted> {
  const job = await queueNamed(queue, backend)?.raw.getJob(jobId);
  if (!job) return 'gone';
  if (!(await job.isFailed())) return 'not failed';
  try {
    await (action === 'retry' ? job.retry('failed') : job.remove());
  } catch (error) {
    // Taken or removed meanwhile.
    const state = await job.getState();
    if (state === 'failed') throw error;
    return state === 'unknown' ? 'gone' : 'not failed';
  }
  return 'done';
}

function queueNamed(queue: string, backend: QueueBackend) {
  const job: JobDefinition | undefined = ALL_JOBS.find((one) => one.queue === queue);
  return job && backend.queue(job);
}
