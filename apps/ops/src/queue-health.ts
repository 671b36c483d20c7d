import type { Db } from '@palisade/db/client';
import type { QueueBackend } from '@palisade/queue/backend';
import { ALL_JOBS } from '@palisade/queue/jobs';
import { z } from 'zod';
import { lastMinutes, waitOf, type QueueFigures } from './figures.ts';
import { postgresFigures } from './figures-postgres.ts';
import { redisFigures } from './figures-redis.ts';

const Percentiles = z.object({ p50: z.number(), p95: z.number(), p99: z.number() }).nullable();
const Count = z.int().nonnegative();

/** One queue; times in milliseconds. */
export const QueueHealth = z.object({
  name: z.string(),
  waiting: Count,
  active: Count,
  delayed: Count,
  /** Kept as failed jobs: given up, until an operator retries or removes them. */
  failed: Count,
  paused: z.boolean(),
  /** 0 when none waits. */
  oldestWaitingMs: z.number(),
  /** Since the queue was created. */
  completedTotal: z.number(),
  failedTotal: z.number(),
  /** In each of the last sixty clock minutes, the current one first. */
  completedPerMinute: z.array(z.number()),
  failedPerMinute: z.array(z.number()),
  /** Of the sample. Time in the queue is known only for first tries. */
  waitMs: Percentiles,
  runMs: Percentiles,
  retried: Count,
  stalled: Count,
  /** The newest jobs that finished within the last hour, at most 200. */
  sample: Count,
});
export type QueueHealth = z.infer<typeof QueueHealth>;

/** Every queue, in the order of `ALL_JOBS`, and how many jobs it has in each state. */
export async function readQueues(
  deps: { db: Db; backend: QueueBackend },
  now = Date.now(),
): Promise<{ health: QueueHealth; counts: QueueFigures['counts'] }[]> {
  const names = ALL_JOBS.map(({ queue }) => queue);
  const figures =
    deps.backend.kind === 'postgres'
      ? await postgresFigures(deps.db, names, now)
      : await Promise.all(ALL_JOBS.map((job) => redisFigures(deps.backend.queue(job).raw, now)));
  return figures.map((of, index) => ({ health: healthOf(names[index] ?? '', of, now), counts: of.counts }));
}

export function healthOf(name: string, figures: QueueFigures, now: number): QueueHealth {
  const { counts, finished, waitingSince } = figures;
  return {
    name,
    waiting: counts.waiting + counts.prioritized,
    active: counts.active,
    delayed: counts.delayed,
    failed: counts.failed,
    paused: figures.paused,
    oldestWaitingMs: waitingSince === null ? 0 : Math.max(0, now - waitingSince),
    completedTotal: figures.completed.count,
    failedTotal: figures.failed.count,
    completedPerMinute: lastMinutes(figures.completed, now),
    failedPerMinute: lastMinutes(figures.failed, now),
    waitMs: percentiles(finished.map(waitOf).filter((wait) => wait !== null)),
    runMs: percentiles(finished.map((job) => Math.max(0, job.finishedAt - job.processedAt))),
    retried: finished.filter((job) => job.attempts > 1).length,
    stalled: finished.filter((job) => job.stalled > 0).length,
    sample: finished.length,
  };
}

export function percentiles(values: readonly number[]): { p50: number; p95: number; p99: number } | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
