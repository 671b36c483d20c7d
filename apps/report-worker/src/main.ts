import { startSweeper } from '@palisade/access/sweep';
import { billingConfigFrom } from '@palisade/billing/billing-from-config';
import { providersOf, type BillingDeps } from '@palisade/billing/billing-deps';
import { processProviderEvent } from '@palisade/billing/provider-events';
import { exportsTraces, publicBaseUrl, readConfig } from '@palisade/config/config';
import { closeInherited } from '@palisade/config/inherited-descriptors';
import { sellerLine } from '@palisade/config/seller-line';
import { createDb } from '@palisade/db/client';
import { startReaper } from '@palisade/db/reaper';
import { deliverMail } from '@palisade/mail/deliver-mail';
import { enqueueMail } from '@palisade/mail/enqueue-mail';
import { createSendMail } from '@palisade/mail/send-mail';
import { createRenderer } from '@palisade/pdf/renderer';
import { createBackend, type TypedWorker } from '@palisade/queue/backend';
import { startHeartbeats } from '@palisade/queue/heartbeat';
import { complianceJob, housekeepingJob, mailJob, pdfJob, providerEventJob } from '@palisade/queue/jobs';
import { ENGINE_VERSION } from '@palisade/scanner/engine-version';
import { currentSigningKey } from '@palisade/signing/key-file';
import { createLogger } from '@palisade/telemetry/logger';
import { endWithLauncher, stopGracefully } from '@palisade/telemetry/process-life';
import { startTracing } from '@palisade/telemetry/tracing';
import { startWatchdog } from '@palisade/telemetry/watchdog';
import { complianceMailHooks, runComplianceJob } from './compliance-report.ts';
import { createHousekeeper, handOverMail, HOUSEKEEPING_CONCURRENCY, keepHousekeeping } from './housekeeping.ts';
import { runPdfJob } from './run-pdf-job.ts';
import { signedDocuments } from './signed-documents.ts';
import { warmUpOrder } from './warm-up.ts';

const DRAIN_MS = 15_000;
const WARM_UP_AFTER_MS = 5_000;
/** How often this process may die during one paid job: the job is hardly the cause. */
const DEATHS = 20;

endWithLauncher();
const config = readConfig();
const log = createLogger({ service: 'report-worker', level: config.LOG_LEVEL });
const stopTracing = await startTracing({
  service: 'report-worker',
  version: ENGINE_VERSION,
  exporting: exportsTraces(config),
  onTrouble: (message) => log.warn({ message }, 'exporting traces'),
});
if (!config.DATABASE_URL || !config.APP_SECRET) {
  throw new Error('DATABASE_URL and APP_SECRET are not set: start the service with "npm start"');
}
const db = createDb(config.DATABASE_URL, { max: 8 });
const backend = createBackend({
  databaseUrl: config.DATABASE_URL,
  redisUrl: config.REDIS_URL,
  redisCluster: config.REDIS_CLUSTER,
  onError: (error) => log.warn({ err: error }, 'queue connection'),
});
const baseUrl = publicBaseUrl(config, { host: config.HOST, port: config.PORT });
const billing: BillingDeps = {
  db,
  appSecret: config.APP_SECRET.reveal(),
  providers: providersOf(billingConfigFrom(config, () => baseUrl)),
  publicBaseUrl: () => baseUrl,
  enqueueMail: async (tx, mail) => {
    await enqueueMail(tx, mail);
  },
};
const mail = {
  db,
  send: createSendMail({
    resendApiKey: config.RESEND_API_KEY?.reveal(),
    resendBaseUrl: config.RESEND_BASE_URL,
    dataDir: config.DATA_DIR,
  }),
  from: config.MAIL_FROM,
  serviceName: config.SERVICE_NAME,
  seller: sellerLine(config),
  ...complianceMailHooks(log),
};

// Before the renderer process.
closeInherited();
// Its own process, one document at a time: rendering is a burst of computation, and a second one would only delay both.
const drawing = createRenderer({
  // Not immediately: a starting service needs its processors for other work.
  warmUp: { order: () => warmUpOrder(config.SERVICE_NAME), afterMs: WARM_UP_AFTER_MS },
  onEnd: (why) => log.warn({ why }, 'restarting the renderer'),
});

const signingKey = currentSigningKey({ dataDir: config.DATA_DIR, given: config.REPORT_SIGNING_KEY?.reveal() });
const renderer = signedDocuments(drawing, { db, signingKey });

/** Best effort: the scheduled run finds what is not enqueued now. */
const mailAtOnce = () =>
  handOverMail({ db, backend }).catch((error: unknown) => log.warn({ err: error }, 'mail waits for the scheduled run'));

const workers: TypedWorker[] = [
  backend.worker(
    pdfJob,
    (payload, job) => runPdfJob({ db, backend, renderer, serviceName: config.SERVICE_NAME, log }, payload, job),
    { concurrency: 1, awaited: true },
  ),
  backend.worker(
    complianceJob,
    async (payload, job) => {
      await runComplianceJob({ db, renderer, serviceName: config.SERVICE_NAME, log }, payload, job);
      await mailAtOnce();
    },
    { concurrency: 1, maxStalledCount: DEATHS },
  ),
  backend.worker(
    mailJob,
    async ({ messageId }) => {
      const delivery = await deliverMail(mail, messageId);
      if (delivery.state !== 'not-due') log.info({ messageId, ...delivery }, 'mail');
    },
    { concurrency: 4 },
  ),
  backend.worker(
    providerEventJob,
    async ({ eventId }) => {
      const outcome = await processProviderEvent(billing, eventId);
      log.info({ eventId, outcome }, 'payment event');
      await mailAtOnce();
    },
    { concurrency: 4, maxStalledCount: DEATHS },
  ),
  backend.worker(housekeepingJob, createHousekeeper({ ...billing, backend, billing, log }), {
    concurrency: HOUSEKEEPING_CONCURRENCY,
  }),
];
const housekeeping = await keepHousekeeping(backend, {
  onError: (error) => log.warn({ err: error }, 'scheduling the housekeeping'),
});
// On timers of this process: they must depend neither on a queue that may have lost something, nor on the API.
const reaper = startReaper(db, {
  onReaped: (scans) => log.warn({ scans }, 'ended scans that belonged to no live process'),
  onError: (error) => log.warn({ err: error }, 'looking for overdue scans'),
});
const sweeper = startSweeper(db, {
  intervalMs: 10_000,
  onError: (error) => log.warn({ err: error }, 'looking for abandoned quota units'),
});
const heartbeats = startHeartbeats(
  { db, version: ENGINE_VERSION, onError: (error) => log.warn({ err: error }, 'heartbeat') },
  workers.map((worker) => ({ kind: worker.raw.name, worker })),
);

stopGracefully(
  log,
  async () => {
    housekeeping.stop();
    await Promise.all(workers.map((worker) => worker.drain(DRAIN_MS)));
    drawing.close();
    await reaper.stop();
    await sweeper.stop();
    await heartbeats.stop();
    await backend.close();
    await db.$disconnect();
    await stopTracing();
  },
  DRAIN_MS + 10_000,
);
// Rendering has its own process: nothing in this one takes that long.
startWatchdog('report-worker', 20_000);
process.send?.('ready');
log.info('ready');
