import { parseArgs } from 'node:util';
import { readConfig } from '@palisade/config/config';
import { createDb } from '@palisade/db/client';
import { failScan } from '@palisade/db/scans';
import { createBackend } from '@palisade/queue/backend';
import { scanJob, scanQuarantineJob } from '@palisade/queue/jobs';
import { SCAN_CANCEL, SCAN_DONE } from '@palisade/queue/topics';
import { ENGINE_VERSION } from '@palisade/scanner/engine-version';
import { policyFrom } from '@palisade/scanner/policy';
import { createLogger } from '@palisade/telemetry/logger';
import { stopGracefully } from '@palisade/telemetry/process-life';
import { startHeartbeat } from '@palisade/queue/heartbeat';
import { runScanJob } from './run-scan-job.ts';

/** How long a stopping worker lets its scans finish before it hands them back to the queue. */
const DRAIN_MS = 15_000;

const { values } = parseArgs({ options: { quarantine: { type: 'boolean', default: false } } });
const config = readConfig();
const quarantine = values.quarantine;
const log = createLogger({ service: quarantine ? 'scan-quarantine' : 'scan-worker', level: config.LOG_LEVEL });
if (!config.DATABASE_URL) throw new Error('DATABASE_URL is not set: start the service with "npm start"');

const db = createDb(config.DATABASE_URL, { max: 8 });
const backend = createBackend({
  databaseUrl: config.DATABASE_URL,
  redisUrl: config.REDIS_URL,
  onError: (error) => log.warn({ err: error }, 'queue connection'),
});
const policy = policyFrom(config);
const job = quarantine ? scanQuarantineJob : scanJob;
const worker = backend.worker(
  job,
  (payload, context) =>
    runScanJob({ db, backend, policy, timeoutMs: config.SCAN_TIMEOUT_MS, log, quarantine }, payload, context),
  quarantine
    ? { concurrency: 1, maxStalledCount: 0, awaited: true }
    : { concurrency: config.SCAN_CONCURRENCY, awaited: true },
);
// A job that kills its process fails without its processor ever seeing it: the waiting caller is told from here.
worker.raw.on('failed', (failed, error) => {
  const scanId = failed?.id;
  if (!scanId || !/stalled more than/.test(error.message)) return;
  log.error({ scanId }, 'a scan killed its worker and was given up');
  void failScan(db, scanId, { kind: 'internal', message: 'the scan failed on our side' })
    .then(() => backend.broadcast.publish(SCAN_DONE, scanId))
    .catch((failure: unknown) => log.error({ err: failure }, 'could not record a given-up scan'));
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
    await worker.drain(DRAIN_MS);
    await heartbeat.stop();
    await backend.close();
    await db.$disconnect();
  },
  DRAIN_MS + 10_000,
);
process.send?.('ready');
log.info({ concurrency: quarantine ? 1 : config.SCAN_CONCURRENCY }, 'ready');
