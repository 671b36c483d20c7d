import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { startHeartbeat } from '@palisade/queue/heartbeat';
import type { QueueBackend } from '@palisade/queue/backend';
import { batchScanJob } from '@palisade/queue/jobs';
import { ENGINE_VERSION } from '@palisade/scanner/engine-version';
import { runBatchScan, type BatchRunnerDeps } from './batch-runner.ts';

/** Scans of batches at once in each API process: they wait for workers as callers do, and take nothing from those. */
const CONCURRENCY = 8;
/** A stopping process hands them back soon: the row is put back, and any other process goes on. */
const DRAIN_MS = 3_000;

/** Runs the scans of batches in this process, until the application closes. */
export function startBatchWorker(app: FastifyInstance, deps: BatchRunnerDeps & { backend: QueueBackend }): void {
  const { backend, db, log } = deps;
  const worker = backend.worker(batchScanJob, (payload, { signal }) => runBatchScan(deps, payload, signal), {
    concurrency: CONCURRENCY,
    name: `${hostname()} ${process.pid}`,
  });
  const heartbeat = startHeartbeat({
    db,
    kind: batchScanJob.queue,
    worker,
    version: ENGINE_VERSION,
    onError: (error) => log.warn({ err: error }, 'heartbeat'),
  });
  let drained: Promise<void> | undefined;
  // It ends while the last callers get their answers.
  app.addHook('preClose', async () => {
    drained ??= worker.drain(DRAIN_MS);
  });
  app.addHook('onClose', async () => {
    await drained;
    await heartbeat.stop();
  });
}
