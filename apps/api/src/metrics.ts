import type { Db } from '@palisade/db/client';
import type { QueueBackend } from '@palisade/queue/backend';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { queueMetrics } from './queue-metrics.ts';
import type { AdmissionQueue } from './scans/admission-queue.ts';

/** Prometheus metrics of this process, and of the queues as seen from it. */
export function createMetrics(
  app: FastifyInstance,
  deps: { db: Db; backend: QueueBackend; scans: AdmissionQueue; openMatters: () => Promise<Record<string, number>> },
): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to response',
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
    help: 'Callers of this process that are waiting for a scan',
    registers: [registry],
    collect() {
      this.set(deps.scans.stats().waiting);
    },
  });
  new Counter({
    name: 'palisade_results_rescued_total',
    help: 'Results that the sweep found because their broadcast never arrived; increases only if the broadcast is broken',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(deps.scans.stats().rescued);
    },
  });
  queueMetrics(registry, deps);
  return registry;
}
