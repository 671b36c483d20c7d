import type { Db } from '@palisade/db/client';
import type { QueueBackend } from '@palisade/queue/backend';
import { ALL_JOBS } from '@palisade/queue/jobs';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ScanRequester } from './request-scan.ts';

const STATES = ['waiting', 'prioritized', 'active', 'delayed', 'failed', 'completed'] as const;

/** Prometheus metrics of this process, and of the queues as seen from it. */
export function createMetrics(
  app: FastifyInstance,
  deps: { db: Db; backend: QueueBackend; scans: ScanRequester },
): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status_code'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    requests.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status_code: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
  new Gauge({
    name: 'palisade_scans_waiting',
    help: 'Callers of this process that wait for a scan',
    registers: [registry],
    collect() {
      this.set(deps.scans.stats().waiting);
    },
  });
  new Gauge({
    name: 'palisade_results_rescued_total',
    help: 'Results that the sweep found because their broadcast never came; rises only when the broadcast is broken',
    registers: [registry],
    collect() {
      this.set(deps.scans.stats().rescued);
    },
  });
  const reachable = new Gauge({
    name: 'palisade_queue_reachable',
    help: '1 when the queue and database answered this scrape; otherwise their figures are missing from it',
    registers: [registry],
  });
  // A scrape must still tell of this process while the queue is away.
  const ifReachable = async (collect: () => Promise<void>): Promise<void> => {
    try {
      await collect();
      reachable.set(1);
    } catch {
      reachable.set(0);
    }
  };
  new Gauge({
    name: 'bullmq_job_count',
    help: 'Jobs of a queue by state',
    labelNames: ['queue', 'state'],
    registers: [registry],
    collect() {
      return ifReachable(async () => {
        for (const job of ALL_JOBS) {
          const counts = await deps.backend.queue(job).raw.getJobCounts(...STATES);
          for (const state of STATES) this.set({ queue: job.queue, state }, counts[state] ?? 0);
        }
      });
    },
  });
  new Gauge({
    name: 'bullmq_oldest_waiting_age_seconds',
    help: 'How long the job that waits longest has waited',
    labelNames: ['queue'],
    registers: [registry],
    collect() {
      return ifReachable(async () => {
        for (const job of ALL_JOBS) {
          const [oldest] = await deps.backend.queue(job).raw.getJobs(['waiting', 'prioritized'], 0, 0, true);
          this.set({ queue: job.queue }, oldest ? (Date.now() - oldest.timestamp) / 1000 : 0);
        }
      });
    },
  });
  new Gauge({
    name: 'palisade_workers_alive',
    help: 'Worker processes that reported within 15 seconds',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      return ifReachable(async () => {
        this.reset();
        const alive = await deps.db.workerHeartbeat.groupBy({
          by: ['kind'],
          where: { seenAt: { gt: new Date(Date.now() - 15_000) } },
          _count: true,
        });
        for (const { kind, _count } of alive) this.set({ kind }, _count);
      });
    },
  });
  return registry;
}
