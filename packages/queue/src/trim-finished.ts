import type { Queue } from 'bullmq';

/** How many finished jobs are kept for the job browser, and how long, in milliseconds. */
export const KEPT = {
  completed: { count: 1000, ageMs: 3_600_000 },
  failed: { count: 5000, ageMs: 7 * 86_400_000 },
} as const;

/** For jobs with results: results that an ended scan did not fetch. */
export const KEPT_ANSWERS = { completed: { count: 20, ageMs: 60_000 }, failed: KEPT.failed } as const;

const EVERY_MS = 10_000;

export interface TrimmedQueue {
  /** At that time: a queue whose first connection failed has been replaced. */
  queueNow: () => Queue;
  kept: TrimLimits;
}

/**
 * Deletes finished jobs periodically, one queue after another on one connection. On PostgreSQL the library's own
 * retention checks every kept job each time one finishes: with 1,000 kept that was 20 of the 26 ms a job cost there.
 * Any number of processes may run this at once.
 * @param queues read each time
 */
export function startTrimming(queues: readonly TrimmedQueue[], onError: (error: Error) => void): { stop(): void } {
  let running = false;
  let stopped = false;
  const trim = async () => {
    if (running) return;
    running = true;
    for (const { queueNow, kept } of queues) if (!stopped) await trimFinished(queueNow(), kept).catch(onError);
    running = false;
  };
  const timer = setInterval(() => void trim(), EVERY_MS);
  timer.unref();
  return {
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}

export async function trimFinished(queue: Queue, kept: TrimLimits): Promise<void> {
  for (const state of ['completed', 'failed'] as const) {
    const { count, ageMs } = kept[state];
    // Newest first: the first excess job.
    const [surplus] = await queue.getJobs([state], count, count, false);
    const age = surplus?.finishedOn ? Math.min(ageMs, Date.now() - surplus.finishedOn) : ageMs;
    await queue.clean(age, 0, state);
  }
}

type TrimLimits = Record<'completed' | 'failed', { count: number; ageMs: number }>;
