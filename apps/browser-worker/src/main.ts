import { findBrowser } from '@palisade/browser/find-browser';
import { exportsTraces } from '@palisade/config/config';
import { closeInherited } from '@palisade/config/inherited-descriptors';
import { readWorkerConfig } from '@palisade/config/worker-config';
import { createDb } from '@palisade/db/client';
import { createBackend } from '@palisade/queue/backend';
import { startHeartbeats } from '@palisade/queue/heartbeat';
import { browserJob } from '@palisade/queue/jobs';
import { BROWSER_CANCEL, BROWSER_DONE } from '@palisade/queue/topics';
import { ENGINE_VERSION } from '@palisade/scanner/engine-version';
import { policyFrom } from '@palisade/scanner/policy';
import { createLogger } from '@palisade/telemetry/logger';
import { stopGracefully } from '@palisade/telemetry/process-life';
import { startTracing } from '@palisade/telemetry/tracing';
import { startWatchdog } from '@palisade/telemetry/watchdog';
import { concurrentVisits } from './concurrency.ts';
import { createBrowserDriver } from './driver-process.ts';
import { runBrowserJob } from './run-browser-job.ts';

const DRAIN_MS = 5_000;

const config = readWorkerConfig();
const service = 'browser-worker';
const log = createLogger({ service, level: config.LOG_LEVEL });
const browser = await findBrowser(config.SCAN_BROWSER);
if (!browser) {
  log.error('there is no browser: install Chromium, or name one with SCAN_BROWSER');
  process.exit(1);
}
const stopTracing = await startTracing({
  service,
  version: ENGINE_VERSION,
  exporting: exportsTraces(config),
  onTrouble: (message) => log.warn({ message }, 'exporting traces'),
});
const db = createDb(config.DATABASE_URL, { max: 2 });
const backend = createBackend({
  databaseUrl: config.DATABASE_URL,
  redisUrl: config.REDIS_URL,
  redisCluster: config.REDIS_CLUSTER,
  onError: (error) => log.warn({ err: error }, 'queue connection'),
});
const concurrency = concurrentVisits();
const policy = policyFrom(config);
// Before the first browser starts.
closeInherited();
const driver = createBrowserDriver({
  policy,
  browser,
  onDeath: (why) => log.error({ why }, 'the process that drives browsers died'),
});
const worker = backend.worker(
  browserJob,
  (payload, { signal }) => runBrowserJob({ db, driver, log }, payload, signal),
  {
    concurrency,
    // After a worker died during a visit, a retry would be too late: the scan continues without it.
    maxStalledCount: 0,
    awaited: true,
  },
);
const tell = (id: string | undefined): void => {
  if (id === undefined) return;
  backend.broadcast
    .publish(BROWSER_DONE, id)
    .catch((error: unknown) => log.warn({ err: error }, 'publishing the end of a visit'));
};
worker.raw.on('completed', (job) => tell(job.id));
worker.raw.on('failed', (job) => tell(job?.id));
await backend.broadcast.subscribe(BROWSER_CANCEL, (scanId) => {
  worker.cancel(scanId, 'no one waits any more');
});
const heartbeats = startHeartbeats(
  { db, version: ENGINE_VERSION, onError: (error) => log.warn({ err: error }, 'heartbeat') },
  [
    {
      kind: browserJob.queue,
      worker,
      measure: () => ({ processes: concurrency, cpuMs: driver.figures().cpuMs, utilization: 0, loopP99Ms: 0 }),
    },
  ],
);

stopGracefully(
  log,
  async () => {
    await worker.drain(DRAIN_MS);
    driver.close();
    await heartbeats.stop();
    await backend.close();
    await db.$disconnect();
    await stopTracing();
  },
  DRAIN_MS + 10_000,
);
startWatchdog(service, 10_000);
process.send?.('ready');
log.info({ concurrency, browser: browser.executable, source: browser.source }, 'ready');
