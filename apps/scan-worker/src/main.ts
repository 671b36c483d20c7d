import { hostname } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { exportsTraces } from '@palisade/config/config';
import { closeInherited } from '@palisade/config/inherited-descriptors';
import { readWorkerConfig } from '@palisade/config/worker-config';
import { createDb } from '@palisade/db/client';
import { startReaper } from '@palisade/db/reaper';
import { leaseFor } from '@palisade/db/scan-leases';
import { createBackend } from '@palisade/queue/backend';
import { startHeartbeats } from '@palisade/queue/heartbeat';
import { callbackJob, ownerStatementJob, scanJob } from '@palisade/queue/jobs';
import { SCAN_CANCEL } from '@palisade/queue/topics';
import { ENGINE_VERSION } from '@palisade/scanner/engine-version';
import { policyFrom } from '@palisade/scanner/policy';
import { createLogger } from '@palisade/telemetry/logger';
import { endWithLauncher, stopGracefully } from '@palisade/telemetry/process-life';
import { startTracing } from '@palisade/telemetry/tracing';
import { startWatchdog } from '@palisade/telemetry/watchdog';
import { createBrowsers } from './browsers.ts';
import { createLeaseKeeper } from './lease-keeper.ts';
import { runCallbackJob } from './run-callback-job.ts';
import { runOwnerStatementJob } from './run-owner-statement-job.ts';
import { giveUp, runScanJob } from './run-scan-job.ts';
import { createScanProgress } from './scan-progress.ts';
import { heapMbFor } from './scanner/scanner-heap.ts';
import { ROOT } from './scanner/scanner-flags.ts';
import { scannerProgram } from './scanner/scanner-program.ts';
import { canRead, runsAsRoot } from './scanner/unprivileged.ts';
import { createScannerPool } from './scanner/scanner-pool.ts';

/** How long a stopping worker waits for its scans before it hands them back to the queue. */
const DRAIN_MS = 15_000;

endWithLauncher();
const config = readWorkerConfig();
const service = 'scan-worker';
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
if (runsAsRoot(ROOT))
  log.warn(
    'scanners run as root, because the user "nobody" cannot read the program: install it where every user can read it, or start it as an ordinary user',
  );
const entry = await scannerProgram().catch((error: unknown) => {
  log.warn(
    { err: error },
    'the program of the scanners could not be bundled; they load their source modules one by one',
  );
  return undefined;
});
const policy = policyFrom(config);
// Before the first scanner starts: scanners must inherit nothing but their pipes.
closeInherited();
const scanners = createScannerPool({
  ...(entry && canRead(ROOT, path.dirname(fileURLToPath(entry))) && { entry }),
  policy,
  timeoutMs: config.SCAN_TIMEOUT_MS,
  heapMb: heapMbFor(config.SCAN_CONCURRENCY),
  limited: !config.ADMISSION_WITHOUT.includes('concurrency-limit'),
  onDeath: (why, scans) => log.error({ why, scans }, 'a scanner died: its scans run again'),
  onSuspect: (scanId, pid, alone) =>
    log.info({ scanId, process: pid, alone }, 'a scan runs again, in a separate process'),
});
const leases = createLeaseKeeper(
  db,
  (error) => log.warn({ err: error }, 'renewing leases'),
  leaseFor(config.SCAN_TIMEOUT_MS),
);
const progress = await createScanProgress(backend.broadcast, (error) => log.warn({ err: error }, 'reporting progress'));
const browsers =
  config.SCAN_BROWSER === 'off'
    ? undefined
    : await createBrowsers({ db, backend, timeoutMs: config.SCAN_TIMEOUT_MS, log });
const deps = { db, backend, browsers, scanners, leases, progress, owner: `${hostname()} ${process.pid}`, log };
const worker = backend.worker(scanJob, (payload, context) => runScanJob(deps, payload, context), {
  concurrency: config.SCAN_CONCURRENCY,
  awaited: true,
});
const ownerStatements = backend.worker(
  ownerStatementJob,
  (payload, { signal }) => runOwnerStatementJob(deps, payload, signal),
  {
    concurrency: 2,
  },
);
const callbacks = backend.worker(callbackJob, (payload, { signal }) => runCallbackJob(deps, payload, signal), {
  concurrency: 4,
});
// The queue can give up a job without calling its processor. The waiting caller is notified from here.
worker.raw.on('failed', (failed, error) => {
  const scanId = failed?.id;
  if (!scanId || !/stalled more than/.test(error.message)) return;
  void giveUp(deps, scanId, error).catch((failure: unknown) => {
    log.error({ scanId, err: failure }, 'could not record that a scan was given up');
  });
});
await backend.broadcast.subscribe(SCAN_CANCEL, (scanId) => {
  worker.cancel(scanId, 'no one waits any more');
});
const reaper = startReaper(db, {
  onReaped: (scans) => log.warn({ scans }, 'ended scans that belonged to no live process'),
  onError: (error) => log.warn({ err: error }, 'looking for overdue scans'),
});
const heartbeats = startHeartbeats(
  { db, version: ENGINE_VERSION, onError: (error) => log.warn({ err: error }, 'heartbeat') },
  [
    { kind: scanJob.queue, worker, measure: () => scanners.figures(), able: () => scanners.able() },
    { kind: ownerStatementJob.queue, worker: ownerStatements },
    { kind: callbackJob.queue, worker: callbacks },
  ],
);

stopGracefully(
  log,
  async () => {
    await Promise.all([worker.drain(DRAIN_MS), ownerStatements.drain(DRAIN_MS), callbacks.drain(DRAIN_MS)]);
    scanners.close();
    browsers?.close();
    leases.stop();
    await reaper.stop();
    await heartbeats.stop();
    await backend.close();
    await db.$disconnect();
    await stopTracing();
  },
  DRAIN_MS + 10_000,
);
// As long as the queue waits for a lock to be renewed: after that, another worker has the scans.
startWatchdog(service, 10_000);
process.send?.('ready');
log.info({ concurrency: worker.raw.concurrency, scanners: scanners.figures().processes }, 'ready');
