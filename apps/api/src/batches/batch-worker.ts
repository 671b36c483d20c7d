import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { startHeartbeats } from '@palisade/queue/heartbeat';
import type { QueueBackend } from '@palisade/queue/backend';
import { batchScanJob } from '@palisade/queue/jobs';
import { ENGINE_VERSION } from '@palisade/scanner/engine-version';
import { runBatchScan, type BatchRunnerDeps } from './batch-runner.ts';

/** Batch scans at once in each API process. They have the lowest priority, so they do not delay waiting callers. */
const CONCURRENCY = 8;
/** How long running batch scans get on shutdown. Their rows are then put back, and another process continues. */
const DRAIN_MS = 3_000;

/** Runs the scans of batches in this process, until the application closes. */
export function startBatchWorker(app: FastifyInstance, deps: BatchRunnerDeps & { backend: QueueBackend }): void {
  const { backend, db, log } = deps;
  const worker = backend.worker(batchScanJob, (payload, { signal }) => runBatchScan(deps, payload, signal), {
    concurrency: CONCURRENCY,
    name: `${hostname()} ${process.pid}`,
  });
  const heartbeats = startHeartbeats(
    { db, version: ENGINE_VERSION, onError: (error) => log.warn({ err: error }, 'heartbeat') },
    [{ kind: batchScanJob.queue, worker }],
  );
  let drained: Promise<void> | undefined;
  // Drains while the last callers get their responses.
  app.addHook('preClose', async () => {
    drained ??= worker.drain(DRAIN_MS);
  });
  app.addHook('onClose', async () => {
    await drained;
    await heartbeats.stop();
  });
}
