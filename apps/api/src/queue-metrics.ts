import type { Db } from '@palisade/db/client';
import { queueHealth } from '@palisade/ops/queue-health';
import type { QueueBackend } from '@palisade/queue/backend';
import { WORKER_ALIVE_MS } from '@palisade/queue/heartbeat';
import { ALL_JOBS } from '@palisade/queue/jobs';
import { Gauge, type Registry } from 'prom-client';
import { countFailedDeliveries } from './failed-deliveries.ts';

const STATES = ['waiting', 'prioritized', 'active', 'delayed', 'failed', 'completed'] as const;

/** What every API process can tell of the queues, the workers and the outbox: the same figures whichever is asked. */
export function queueMetrics(registry: Registry, deps: { db: Db; backend: QueueBackend }): void {
  // Each metric waits for the one look that a scrape takes at everything.
  let look: Promise<void> | undefined;
  const collect = () => (look ??= ask().finally(() => (look = undefined)));
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry], collect });
  const jobs = gauge('bullmq_job_count', 'Jobs of a queue by state', ['queue', 'state']);
  const oldest = gauge('bullmq_oldest_waiting_age_seconds', 'How long the job that waits longest has waited', [
    'queue',
  ]);
  const completed = gauge('bullmq_job_completed_total', 'Jobs that ended well', ['queue']);
  const failed = gauge('bullmq_job_failed_total', 'Jobs that failed', ['queue']);
  const wait = gauge('bullmq_job_wait_seconds', 'Time in the queue, of the newest finished jobs', [
    'queue',
    'quantile',
  ]);
  const run = gauge('bullmq_job_run_seconds', 'Time at work, of the newest finished jobs', ['queue', 'quantile']);
  const workers = gauge('palisade_workers_alive', 'Worker processes that reported within 15 seconds', ['kind']);
  const places = gauge('palisade_worker_places', 'Jobs that the live workers can run at once', ['kind']);
  const givenUp = gauge(
    'palisade_deliveries_given_up',
    'E-mails, reports and payment events that an operator has to look at',
    ['what'],
  );

  const ofQueues = async () => {
    for (const job of ALL_JOBS) {
      const queue = deps.backend.queue(job).raw;
      const [counts, health] = await Promise.all([queue.getJobCounts(...STATES), queueHealth(queue)]);
      const labels = { queue: job.queue };
      for (const state of STATES) jobs.set({ ...labels, state }, counts[state] ?? 0);
      oldest.set(labels, health.oldestWaitingMs / 1000);
      completed.set(labels, health.completedTotal);
      failed.set(labels, health.failedTotal);
      for (const [of, times] of [
        [wait, health.waitMs],
        [run, health.runMs],
      ] as const) {
        if (!times) continue;
        of.set({ ...labels, quantile: '0.5' }, times.p50 / 1000);
        of.set({ ...labels, quantile: '0.95' }, times.p95 / 1000);
        of.set({ ...labels, quantile: '0.99' }, times.p99 / 1000);
      }
    }
  };
  const ofWorkers = async () => {
    const alive = await deps.db.workerHeartbeat.groupBy({
      by: ['kind'],
      where: { seenAt: { gt: new Date(Date.now() - WORKER_ALIVE_MS) } },
      _count: true,
      _sum: { concurrency: true },
    });
    for (const { kind, _count, _sum } of alive) {
      workers.set({ kind }, _count);
      places.set({ kind }, _sum.concurrency ?? 0);
    }
  };
  const ofDeliveries = async () => {
    for (const [what, count] of Object.entries(await countFailedDeliveries(deps.db))) givenUp.set({ what }, count);
  };
  const reachable = gauge(
    'palisade_queue_reachable',
    '1 when the queue and database answered this scrape; otherwise their figures are missing from it',
  );
  // A scrape must still tell of this process while the queue is away.
  const ask = async () => {
    for (const metric of [jobs, oldest, completed, failed, wait, run, workers, places, givenUp]) metric.reset();
    const asked = await Promise.allSettled([ofQueues(), ofWorkers(), ofDeliveries()]);
    reachable.set(asked.every(({ status }) => status === 'fulfilled') ? 1 : 0);
  };
}
