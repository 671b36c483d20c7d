import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { exportsTraces } from '@palisade/config/config';
import { readWorkerConfig } from '@palisade/config/worker-config';
import { createDb } from '@palisade/db/client';
import { createBackend } from '@palisade/queue/backend';
import { ownerWordJob, scanJob, scanQuarantineJob } from '@palisade/queue/jobs';
import { SCAN_CANCEL } from '@palisade/queue/topics';
import { ENGINE_VERSION } from '@palisade/scanner/engine-version';
import { policyFrom } from '@palisade/scanner/policy';
import { createLogger } from '@palisade/telemetry/logger';
import { stopGracefully } from '@palisade/telemetry/process-life';
import { startTracing } from '@palisade/telemetry/tracing';
import { startWatchdog } from '@palisade/telemetry/watchdog';
import { startHeartbeat } from '@palisade/queue/heartbeat';
import { runOwnerWordJob } from './run-owner-word-job.ts';
import { giveUp, runQuarantinedScan, runScanJob } from './run-scan-job.ts';
import { createScanProcesses } from './scan-processes.ts';
import { createScanProgress } from './scan-progress.ts';
import { createStartGate } from './start-gate.ts';

/** How long a stopping worker lets its scans finish before it hands them back to the queue. */
const DRAIN_MS = 15_000;

/** What a process may take beyond the scan's deadline before it counts as stuck. */
const PROCESS_GRACE_MS = 2_000;
/** A dead worker leaves all its scans behind at once, and their callers still wait. */
const QUARANTINE_PROCESSES = Math.min(8, 2 * availableParallelism());
const SCANS_PER_PROCESS = 8;

const { values } = parseArgs({ options: { quarantine: { type: 'boolean', default: false } } });
const config = readWorkerConfig();
const quarantine = values.quarantine;
const service = quarantine ? 'scan-quarantine' : 'scan-worker';
const log = createLogger({ service, level: config.LOG_LEVEL });
const stopTracing = await startTracing({
  service,
  version: ENGINE_VERSION,
  exporting: exportsTraces(config),
  onTrouble: (message) => log.warn({ message }, 'exporting traces'),
});

const db = createDb(config.DATABASE_URL, { max: 8 });
const backend = createBackend({
  databaseUrl: config.DATABASE_URL,
  redisUrl: config.REDIS_URL,
  redisCluster: config.REDIS_CLUSTER,
  onError: (error) => log.warn({ err: error }, 'queue connection'),
});
const gate = createStartGate();
const progress = await createScanProgress(backend.broadcast, (error) =>
  log.warn({ err: error }, 'telling of progress'),
);
const deps = { db, backend, gate, progress, policy: policyFrom(config), timeoutMs: config.SCAN_TIMEOUT_MS, log };
const job = quarantine ? scanQuarantineJob : scanJob;
const processes = quarantine
  ? createScanProcesses({
      timeoutMs: config.SCAN_TIMEOUT_MS + PROCESS_GRACE_MS,
      perProcess: SCANS_PER_PROCESS,
      keepOne: true,
      onBegin: (scanId, pid) => log.info({ scanId, process: pid }, 'a quarantined scan begins'),
    })
  : null;
const worker = backend.worker(
  job,
  (payload, context) =>
    processes ? runQuarantinedScan(deps, processes, payload, context) : runScanJob(deps, payload, context),
  { concurrency: quarantine ? QUARANTINE_PROCESSES * SCANS_PER_PROCESS : config.SCAN_CONCURRENCY, awaited: true },
);
const ownerWords = quarantine
  ? null
  : backend.worker(ownerWordJob, (payload, { signal }) => runOwnerWordJob(deps, payload, signal), { concurrency: 2 });
// A job given up by the queue fails without its processor ever seeing it: the waiting caller is told from here.
worker.raw.on('failed', (failed, error) => {
  const scanId = failed?.id;
  if (!scanId || !/stalled more than/.test(error.message)) return;
  void giveUp(deps, scanId, error).catch((failure: unknown) => {
    log.error({ scanId, err: failure }, 'could not record a given-up scan');
  });
});
await backend.broadcast.subscribe(SCAN_CANCEL, (scanId) => {
  worker.cancel(scanId, 'nobody waits any more');
});
const heartbeat = startHeartbeat({
  db,
  kind: job.queue,
  worker,
  version: ENGINE_VERSION,
  onError: (error) => log.warn({ err: error }, 'heartbeat'),
});

stopGracefully(
  log,
  async () => {
    await Promise.all([worker.drain(DRAIN_MS), ownerWords?.drain(DRAIN_MS)]);
    processes?.close();
    await heartbeat.stop();
    await backend.close();
    await db.$disconnect();
    await stopTracing();
  },
  DRAIN_MS + 10_000,
);
// As long as the queue waits for a lock to be renewed: by then another worker has the scans.
startWatchdog(service, 10_000);
process.send?.('ready');
log.info({ concurrency: worker.raw.concurrency }, 'ready');
