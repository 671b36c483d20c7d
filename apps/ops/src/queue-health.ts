import type { Db } from '@palisade/db/client';
import type { QueueBackend } from '@palisade/queue/backend';
import { WORKER_ALIVE_MS } from '@palisade/queue/heartbeat';
import { ALL_JOBS } from '@palisade/queue/jobs';
import type { Job, Queue } from 'bullmq';
import { z } from 'zod';
import { Quarantined, quarantined } from './quarantine.ts';

const Percentiles = z.object({ p50: z.number(), p95: z.number(), p99: z.number() }).nullable();

/** What the dashboard shows; times in milliseconds. */
export const OpsHealth = z.object({
  at: z.iso.datetime(),
  backend: z.enum(['postgres', 'redis']),
  queues: z.array(
    z.object({
      name: z.string(),
      waiting: z.int(),
      active: z.int(),
      delayed: z.int(),
      failed: z.int(),
      paused: z.boolean(),
      oldestWaitingMs: z.number(),
      /** Since the queue was made. */
      completedTotal: z.number(),
      failedTotal: z.number(),
      /** Per minute, the newest first. */
      completedPerMinute: z.array(z.number()),
      failedPerMinute: z.array(z.number()),
      waitMs: Percentiles,
      runMs: Percentiles,
      /** Among the jobs of the sample. */
      retried: z.int(),
      stalled: z.int(),
      sample: z.int(),
    }),
  ),
  workers: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      host: z.string(),
      pid: z.int(),
      engineVersion: z.string(),
      running: z.array(z.object({ jobId: z.string(), startedAt: z.string() })),
      concurrency: z.int(),
      eventLoopP99Ms: z.number(),
      residentBytes: z.number(),
      startedAt: z.iso.datetime(),
      seenAt: z.iso.datetime(),
      alive: z.boolean(),
    }),
  ),
  quarantined: z.array(Quarantined),
  failedDeliveries: z.array(
    z.object({
      id: z.string(),
      what: z.string(),
      attempts: z.int().nullable(),
      error: z.string(),
      at: z.iso.datetime(),
    }),
  ),
});
export type OpsHealth = z.infer<typeof OpsHealth>;

export interface OpsDeps {
  db: Db;
  backend: QueueBackend;
  /** Messages, reports and payment events that were given up, newest first. */
  failedDeliveries(): Promise<OpsHealth['failedDeliveries']>;
}

/** A worker that has not reported for this long is shown as gone. */
/** Finished jobs the percentiles are computed from. */
const SAMPLE = 200;
const MINUTES = 60;

export async function opsHealth(deps: OpsDeps): Promise<OpsHealth> {
  const [queues, workers, suspects, failedDeliveries] = await Promise.all([
    Promise.all(ALL_JOBS.map((job) => queueHealth(deps.backend.queue(job).raw))),
    deps.db.workerHeartbeat.findMany({
      where: { seenAt: { gt: new Date(Date.now() - 3_600_000) } },
      orderBy: [{ kind: 'asc' }, { startedAt: 'asc' }],
    }),
    quarantined(deps),
    deps.failedDeliveries(),
  ]);
  return {
    at: new Date().toISOString(),
    backend: deps.backend.kind,
    queues,
    workers: workers.map((worker) => ({
      ...worker,
      running: worker.running as { jobId: string; startedAt: string }[],
      residentBytes: Number(worker.residentBytes),
      startedAt: worker.startedAt.toISOString(),
      seenAt: worker.seenAt.toISOString(),
      alive: Date.now() - worker.seenAt.getTime() < WORKER_ALIVE_MS,
    })),
    quarantined: suspects,
    failedDeliveries,
  };
}

export async function queueHealth(queue: Queue): Promise<OpsHealth['queues'][number]> {
  const [counts, waiting, finished, completed, failed, paused] = await Promise.all([
    queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
    queue.getJobs(['waiting', 'prioritized'], 0, 0, true),
    queue.getJobs(['completed', 'failed'], 0, SAMPLE - 1, false),
    queue.getMetrics('completed', 0, MINUTES - 1),
    queue.getMetrics('failed', 0, MINUTES - 1),
    queue.isPaused(),
  ]);
  const jobs = finished.filter((job): job is Job => Boolean(job?.processedOn && job.finishedOn));
  const oldest = waiting[0];
  return {
    name: queue.name,
    waiting: (counts['waiting'] ?? 0) + (counts['prioritized'] ?? 0),
    active: counts['active'] ?? 0,
    delayed: counts['delayed'] ?? 0,
    failed: counts['failed'] ?? 0,
    paused,
    oldestWaitingMs: oldest ? Math.max(0, Date.now() - oldest.timestamp) : 0,
    completedTotal: completed.meta.count,
    failedTotal: failed.meta.count,
    completedPerMinute: perMinute(
      completed.data,
      finished.filter((job) => job?.finishedOn && !job.failedReason),
    ),
    failedPerMinute: perMinute(
      failed.data,
      finished.filter((job) => job?.finishedOn && job.failedReason),
    ),
    waitMs: percentiles(jobs.map((job) => (job.processedOn ?? 0) - job.timestamp)),
    runMs: percentiles(jobs.map((job) => (job.finishedOn ?? 0) - (job.processedOn ?? 0))),
    retried: jobs.filter((job) => job.attemptsMade > 1).length,
    stalled: jobs.filter((job) => job.stalledCounter > 0).length,
    sample: jobs.length,
  };
}

/** BullMQ writes a minute down only when a later one begins: the newest minutes are counted from the jobs themselves. */
function perMinute(recorded: readonly (number | string)[], jobs: readonly Job[]): number[] {
  const counted = Array.from({ length: MINUTES }, (_, age) => Number(recorded[age] ?? 0));
  const seen = Array.from({ length: MINUTES }, () => 0);
  for (const job of jobs) {
    const age = Math.floor((Date.now() - (job.finishedOn ?? 0)) / 60_000);
    if (age < MINUTES) seen[age] = (seen[age] ?? 0) + 1;
  }
  return counted.map((count, age) => Math.max(count, seen[age] ?? 0));
}

export function percentiles(values: readonly number[]): { p50: number; p95: number; p99: number } | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
