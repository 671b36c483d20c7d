import type { Db } from '@palisade/db/client';
import { readQueues } from '@palisade/ops/queue-health';
import { within } from '@palisade/ops/within';
import type { QueueBackend } from '@palisade/queue/backend';
import { aliveSince } from '@palisade/queue/heartbeat';
import { ALL_JOBS } from '@palisade/queue/jobs';
import { Counter, Gauge, type Registry } from 'prom-client';
import { countFailedDeliveries } from './failed-deliveries.ts';

/** Well within the ten seconds that a scrape may take. */
const ANSWER_WITHIN_MS = 3_000;

/**
 * Metrics of the queues, the workers and the outbox. Every API process reports the same figures.
 * `bullmq_job_count`, `…_completed_total` and `…_failed_total` have the names of BullMQ's own exporter.
 */
export function queueMetrics(
  registry: Registry,
  deps: { db: Db; backend: QueueBackend; openMatters: () => Promise<Record<string, number>> },
): void {
  // All metrics of a scrape wait for the same query.
  let querying: Promise<void> | undefined;
  const collect = () => (querying ??= query().finally(() => (querying = undefined)));
  const options = (name: string, help: string, labelNames: string[]) => ({
    name,
    help,
    labelNames,
    registers: [registry],
    collect,
  });
  const gauge = (name: string, help: string, labelNames: string[] = []) => new Gauge(options(name, help, labelNames));
  const counter = (name: string, help: string, labelNames: string[]) => new Counter(options(name, help, labelNames));
  const quantiles = (name: string, help: string) => new Quantiles(options(name, help, ['queue', 'quantile']));

  const jobs = gauge('bullmq_job_count', 'Jobs of a queue by state', ['queue', 'state']);
  const oldest = gauge('bullmq_oldest_waiting_age_seconds', 'How long the oldest waiting job has waited', ['queue']);
  const completed = counter('bullmq_job_completed_total', 'Jobs that succeeded', ['queue']);
  const failed = counter('bullmq_job_failed_total', 'Jobs that failed permanently', ['queue']);
  const wait = quantiles('bullmq_job_wait_seconds', 'Time in the queue for the latest finished jobs');
  const run = quantiles('bullmq_job_run_seconds', 'Processing time of the latest finished jobs');
  const workers = gauge('palisade_workers_alive', 'Worker processes that reported within 15 seconds', ['kind']);
  const places = gauge('palisade_worker_places', 'Jobs that the live workers can run at once', ['kind']);
  const givenUp = gauge('palisade_deliveries_given_up', 'Emails, reports and payment events that need an operator', [
    'what',
  ]);
  const matters = gauge(
    'palisade_payments_to_decide',
    'Payments, disputes and duplicate subscriptions that need an operator',
    ['kind'],
  );
  const reachable = gauge(
    'palisade_queue_reachable',
    '1 if the queue and database responded to this scrape; otherwise their metrics are missing',
  );

  const ofQueues = async () => {
    for (const { health, counts } of await readQueues(deps)) {
      const labels = { queue: health.name };
      for (const [state, count] of Object.entries(counts)) jobs.set({ ...labels, state }, count);
      oldest.set(labels, health.oldestWaitingMs / 1000);
      completed.inc(labels, health.completedTotal);
      failed.inc(labels, health.failedTotal);
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
      where: { seenAt: { gt: await aliveSince(deps.db) } },
      _count: true,
      _sum: { concurrency: true },
    });
    for (const { queue: kind } of ALL_JOBS) {
      const of = alive.find((group) => group.kind === kind);
      workers.set({ kind }, of?._count ?? 0);
      places.set({ kind }, of?._sum.concurrency ?? 0);
    }
  };
  const ofDeliveries = async () => {
    for (const [what, count] of Object.entries(await countFailedDeliveries(deps.db))) givenUp.set({ what }, count);
  };
  const ofMatters = async () => {
    for (const [kind, count] of Object.entries(await deps.openMatters())) matters.set({ kind }, count);
  };
  // A scrape must still report on this process while the queue is down or does not answer.
  const query = async () => {
    for (const metric of [jobs, oldest, completed, failed, wait, run, workers, places, givenUp, matters])
      metric.reset();
    const parts = [ofQueues(), ofWorkers(), ofDeliveries(), ofMatters()];
    const results = await Promise.allSettled(parts.map((part) => within(ANSWER_WITHIN_MS, part)));
    reachable.set(results.every(({ status }) => status === 'fulfilled') ? 1 : 0);
  };
}

/** Quantiles that were computed elsewhere. In Prometheus, the label `quantile` belongs to a summary. */
class Quantiles extends Gauge {
  override async get(): ReturnType<Gauge['get']> {
    return { ...(await super.get()), type: 'summary' as never };
  }
}
