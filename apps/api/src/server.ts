import { startSweeper } from '@palisade/access/sweep';
import { exportsTraces, publicBaseUrl, readConfig } from '@palisade/config/config';
import { createDb } from '@palisade/db/client';
import { startReaper } from '@palisade/db/reaper';
import { createBackend } from '@palisade/queue/backend';
import { ENGINE_VERSION } from '@palisade/scanner/engine-version';
import { parseTarget } from '@palisade/scanner/parse-target';
import { furtherPages } from '@palisade/scanner/parse/further-pages';
import { policyFrom } from '@palisade/scanner/policy';
import { currentSigningKey } from '@palisade/signing/key-file';
import { createLogger } from '@palisade/telemetry/logger';
import { endWithLauncher, stopGracefully } from '@palisade/telemetry/process-life';
import { startTracing } from '@palisade/telemetry/tracing';
import { startWatchdog } from '@palisade/telemetry/watchdog';
import { buildApp } from './app.ts';
import { loadPages } from './pages/load-pages.ts';
import { createPdfRequester } from './scans/request-pdf.ts';
import { createAdmissionQueue } from './scans/admission-queue.ts';

/** Longer than the longest response: a stopping server finishes its running requests. */
const STOP_BUDGET_MS = 30_000;

endWithLauncher();
const config = readConfig();
const log = createLogger({ service: 'api', level: config.LOG_LEVEL });
if (!config.DATABASE_URL || !config.APP_SECRET) {
  throw new Error('DATABASE_URL and APP_SECRET are not set: start the service with "npm start"');
}
const stopTracing = await startTracing({
  service: 'api',
  version: ENGINE_VERSION,
  exporting: exportsTraces(config),
  onTrouble: (message) => log.warn({ message }, 'exporting traces'),
});

const db = createDb(config.DATABASE_URL, { max: 16 });
const quickDb = createDb(config.DATABASE_URL, { max: 4 });
const backend = createBackend({
  databaseUrl: config.DATABASE_URL,
  redisUrl: config.REDIS_URL,
  redisCluster: config.REDIS_CLUSTER,
  onError: (error) => log.warn({ err: error }, 'queue connection'),
});
const policy = policyFrom(config);
const scans = await createAdmissionQueue({
  db,
  quickDb,
  backend,
  policy,
  timeoutMs: config.SCAN_TIMEOUT_MS,
  dataDir: config.DATA_DIR,
  without: config.ADMISSION_WITHOUT,
  log,
});

const pdfs = await createPdfRequester({ db, backend, log });

let stopping = false;
let baseUrl = publicBaseUrl(config, { host: config.HOST, port: config.PORT });
const sweeper = startSweeper(db, {
  // The report worker deletes old rows.
  purge: false,
  intervalMs: 10_000,
  onSweep: (sweep) => sweep.released > 0 && log.info(sweep, 'released quota units of a dead process'),
  onError: (error) => log.warn({ err: error }, 'looking for abandoned quota units'),
});
const reaper = startReaper(quickDb, {
  onReaped: (scans) => log.warn({ scans }, 'ended scans that belonged to no live process'),
  onError: (error) => log.warn({ err: error }, 'looking for overdue scans'),
});
const app = await buildApp({
  config,
  db,
  quickDb,
  appSecret: config.APP_SECRET.reveal(),
  backend,
  scans,
  requestPdf: pdfs.requestPdf,
  signingKey: currentSigningKey({ dataDir: config.DATA_DIR, given: config.REPORT_SIGNING_KEY?.reveal() }),
  pages: await loadPages(),
  checkUrl: (url, pages) => {
    const target = parseTarget(url, policy).url;
    if (typeof pages === 'object') furtherPages(target, pages);
  },
  log,
  runBatches: true,
  publicBaseUrl: () => baseUrl,
  stopping: () => stopping,
});

stopGracefully(
  log,
  async () => {
    stopping = true;
    await app.close();
    scans.close();
    pdfs.close();
    await sweeper.stop();
    await reaper.stop();
    await backend.close();
    await Promise.all([db.$disconnect(), quickDb.$disconnect()]);
    await stopTracing();
  },
  STOP_BUDGET_MS,
);

try {
  await app.listen({ host: config.HOST, port: config.PORT });
} catch (error) {
  const code = (error as NodeJS.ErrnoException).code;
  const where = `${config.HOST}:${config.PORT}`;
  const why =
    code === 'EADDRINUSE'
      ? `port ${config.PORT} on ${config.HOST} is in use: stop the process that uses it, or set PORT (PORT=0 picks a free one)`
      : code === 'EACCES'
        ? `this user may not listen on ${where}: set PORT to 1024 or higher`
        : `cannot listen on ${where}: ${(error as Error).message}`;
  process.send?.({ failed: why });
  // oxlint-disable-next-line no-console -- the logger may be what failed
  if (!process.send) console.error(why);
  process.exit(1);
}
const address = app.server.address();
const port = typeof address === 'object' && address !== null ? address.port : config.PORT;
baseUrl = publicBaseUrl(config, { host: config.HOST, port });
// An event loop that is blocked this long keeps every caller waiting: a new process is the shorter wait.
startWatchdog('api', 10_000);
process.send?.({ listening: { host: config.HOST, port, baseUrl } });
log.info({ port }, 'listening');
