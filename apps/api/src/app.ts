import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { takeCheckout } from '@palisade/access/rate-limit';
import { enqueueMail } from '@palisade/mail/enqueue-mail';
import { complianceJob, ownerStatementJob, providerEventJob } from '@palisade/queue/jobs';
import { opsRoutes } from '@palisade/ops/ops-routes';
import { providersOf, type BillingDeps } from '@palisade/billing/billing-deps';
import { billingConfigFrom } from '@palisade/billing/billing-from-config';
import { patienceFor } from '@palisade/billing/deadline';
import type { Config } from '@palisade/config/config';
import type { Db, Tx } from '@palisade/db/client';
import type { FurtherPages } from '@palisade/db/further-pages';
import type { QueueBackend } from '@palisade/queue/backend';
import { ENGINE_VERSION } from '@palisade/scanner/engine-version';
import type { CurrentKey } from '@palisade/signing/key-file';
import { policyFrom } from '@palisade/scanner/policy';
import type { Logger } from '@palisade/telemetry/logger';
import { createOwnerCheck } from './account/owner-check.ts';
import { failedDeliveries, sendAgain } from './failed-deliveries.ts';
import { createMetrics } from './metrics.ts';
import { startBatchWorker } from './batches/batch-worker.ts';
import { createMatterDesk } from './open-matters.ts';
import type { BuiltPages } from './pages/load-pages.ts';
import { opsGuard } from './ops/access.ts';
import { noteOperatorAction } from './ops/audit.ts';
import { endedSessions } from './ops/ended-sessions.ts';
import { createOpsSessions } from './ops/session.ts';
import { openapiPlugin } from './plugins/openapi.ts';
import { httpServer } from './http-server.ts';
import { createReportStore } from './reports/report-store.ts';
import { aboutRoutes } from './routes/about.ts';
import { accountRoutes } from './routes/account.ts';
import { accountSignInRoutes } from './routes/account-sign-in.ts';
import { accountSiteRoutes } from './routes/account-sites.ts';
import { accountSubscriptionRoutes } from './routes/account-subscription.ts';
import { batchRoutes } from './routes/batches.ts';
import { checksRoutes } from './routes/checks.ts';
import { complianceGenerateRoutes } from './routes/compliance-generate.ts';
import { fileRoutes } from './routes/files.ts';
import { healthRoutes } from './routes/health.ts';
import { homeRoutes } from './routes/home.ts';
import { leaderboardRoutes } from './routes/leaderboard.ts';
import { opsCustomersRoutes } from './routes/ops-customers.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { openRoutes } from './routes/open.ts';
import { opsSessionRoutes } from './routes/ops-session.ts';
import { scansWouldBeAnswered } from './scans/readiness.ts';
import { publicPageRoutes } from './routes/public-pages.ts';
import { reportFileRoutes } from './routes/report-files.ts';
import { reportPdfRoutes } from './routes/report-pdf.ts';
import { reportPageRoutes } from './routes/report-page.ts';
import { reportsRoutes } from './routes/reports.ts';
import { scanFormRoutes } from './routes/scan-form.ts';
import { scanProRoutes } from './routes/scan-pro.ts';
import { scanRoutes } from './routes/scan.ts';
import { robotsRoutes } from './routes/robots.ts';
import { securityTxtRoutes } from './routes/security-txt.ts';
import { sitePageRoutes } from './routes/site-page.ts';
import { siteHistoryRoutes } from './routes/site-history.ts';
import { usageRoutes } from './routes/usage.ts';
import { webhooksRazorpayRoutes } from './routes/webhooks-razorpay.ts';
import { verifyRoutes } from './routes/verify.ts';
import { webhooksStripeRoutes } from './routes/webhooks-stripe.ts';
import { verifyKeyRoutes } from './routes/verify-key.ts';
import { shopRoutes } from './shop/shop-routes.ts';
import type { RequestPdf } from './scans/request-pdf.ts';
import type { AdmissionQueue } from './scans/admission-queue.ts';
import { createServeScan } from './scans/serve-scan.ts';
import { createWatchScan } from './scans/watch-scan.ts';

export interface AppDeps {
  config: Config;
  db: Db;
  /** A separate connection pool for requests that must stay fast while scans use up the other pool. */
  quickDb: Db;
  /** APP_SECRET, the key for the hashes of API keys and tokens. */
  appSecret: string;
  backend: QueueBackend;
  scans: AdmissionQueue;
  requestPdf: RequestPdf;
  signingKey: CurrentKey;
  /** Throws TargetRefused for a URL that no scan would accept, and for further pages of another site. */
  checkUrl: (url: string, pages?: FurtherPages) => void;
  /** The built web app; null if it is not built. */
  pages: BuiltPages | null;
  log: Logger;
  /** Whether this process runs batch scans. */
  runBatches: boolean;
  /** Known only once the server listens. */
  publicBaseUrl: () => string;
  stopping: () => boolean;
}

/** Builds the API without listening: tests inject requests, `server.ts` opens the port. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config } = deps;
  const https = config.PUBLIC_BASE_URL?.startsWith('https:') ?? false;
  const app = httpServer(deps, https);
  const { db, appSecret } = deps;
  const billing: BillingDeps = {
    db,
    appSecret,
    providers: providersOf(billingConfigFrom(config, deps.publicBaseUrl)),
    publicBaseUrl: deps.publicBaseUrl,
    patienceMs: patienceFor(config.SCAN_TIMEOUT_MS),
    enqueueMail: async (tx, mail) => {
      await enqueueMail(tx, mail);
    },
  };
  const matterDesk = createMatterDesk(billing);
  const registry = createMetrics(app, { ...deps, openMatters: () => matterDesk.count() });
  const token = config.OPS_TOKEN;
  const sessions = token ? createOpsSessions({ opsToken: token.reveal(), appSecret, https }) : null;
  const ended = endedSessions(deps.quickDb, (error) => app.log.warn({ err: error }, 'operator session not recorded'));
  const guard = opsGuard(token, sessions, ended, config.SERVICE_NAME);
  app.decorateRequest('operator', '');

  await openapiPlugin(app, {
    serviceName: config.SERVICE_NAME,
    version: ENGINE_VERSION,
    publicBaseUrl: deps.publicBaseUrl,
  });
  const { signingKey, publicBaseUrl, requestPdf } = deps;
  const reports = createReportStore({ db, appSecret, signingKey, publicBaseUrl });
  const scanning = {
    reports,
    db,
    quickDb: deps.quickDb,
    appSecret,
    scanTimeoutMs: config.SCAN_TIMEOUT_MS,
    serveScan: createServeScan({ line: deps.scans }),
  };
  await app.register(scanRoutes, { ...scanning, freeScansPerDay: config.FREE_SCANS_PER_DAY });
  await app.register(scanProRoutes, scanning);
  await app.register(reportPdfRoutes, {
    ...scanning,
    requestPdf,
    backend: deps.backend,
    serviceName: config.SERVICE_NAME,
  });
  await app.register(batchRoutes, {
    ...scanning,
    backend: deps.backend,
    target: (url: string) => deps.scans.target(url),
    publicBaseUrl,
  });
  if (deps.runBatches) startBatchWorker(app, { ...scanning, backend: deps.backend, log: deps.log });
  await app.register(leaderboardRoutes, {
    db: deps.quickDb,
    appSecret,
    serviceName: config.SERVICE_NAME,
    publicBaseUrl,
    // At most once in ten minutes for each host: equal job IDs are one job.
    queueOwnerCheck: (host) =>
      deps.backend
        .queue(ownerStatementJob)
        .add({ host }, { jobId: `${host.replaceAll(':', '_')}-${Math.floor(Date.now() / 600_000)}` }),
  });
  await app.register(siteHistoryRoutes, { db, appSecret });
  await app.register(verifyRoutes, { db: deps.quickDb, signingKey });
  await app.register(openRoutes, { db: deps.quickDb, signingKey });
  await app.register(reportFileRoutes, { db, serviceName: config.SERVICE_NAME });
  await app.register(reportsRoutes, { ...scanning, https, requestPdf, serviceName: config.SERVICE_NAME });
  await app.register(shopRoutes, {
    billing,
    config,
    https,
    publicBaseUrl,
    contact: contactOf(config).replace('mailto:', ''),
    checkUrl: deps.checkUrl,
    takeCheckout: (address: string) =>
      takeCheckout(db, {
        address,
        perAddress: config.CHECKOUTS_PER_ADDRESS,
        perService: config.CHECKOUTS_PER_HOUR,
        appSecret,
      }),
  });
  await app.register(complianceGenerateRoutes, {
    ...scanning,
    billing,
    enqueueComplianceReport: (reportId) => deps.backend.queue(complianceJob).add({ reportId }, { jobId: reportId }),
  });
  const webhooks = {
    billing,
    enqueueProviderEvent: (eventId: string) =>
      deps.backend.queue(providerEventJob).add({ eventId }, { jobId: eventId }),
  };
  await app.register(webhooksStripeRoutes, webhooks);
  await app.register(webhooksRazorpayRoutes, webhooks);
  await app.register(verifyKeyRoutes, { quickDb: deps.quickDb, appSecret });
  await app.register(usageRoutes, { db: deps.quickDb, appSecret });
  await app.register(healthRoutes, {
    ready: () => scansWouldBeAnswered(deps.quickDb, deps.backend, config.DATA_DIR),
    stopping: deps.stopping,
  });
  await app.register(metricsRoutes, { registry, guard });
  await app.register(opsSessionRoutes, { token, sessions, ended, guard, serviceName: config.SERVICE_NAME });
  await app.register(opsCustomersRoutes, { billing, guard, sessions });
  await app.register(opsRoutes, {
    db,
    jobsWritable: config.OPS_JOBS_WRITABLE,
    backend: deps.backend,
    guard,
    failedDeliveries: () => failedDeliveries(db),
    matters: () => matterDesk.matters(),
    settleMatter: (key, action, operator) => matterDesk.settle(key, action, operator),
    sendAgain: (messageId) => sendAgain(db, messageId),
    noteAction: (operator, action, detail) => noteOperatorAction(db, operator, action, detail),
  });
  const account = {
    db,
    quickDb: deps.quickDb,
    billing,
    appSecret,
    https,
    mailSignIn: (tx: Tx, to: string, link: string) =>
      enqueueMail(tx, { dedupeKey: `sign-in:${randomUUID()}`, to, template: 'sign_in', payload: { link } }),
  };
  await app.register(accountSignInRoutes, account);
  await app.register(accountRoutes, account);
  await app.register(accountSubscriptionRoutes, account);
  await app.register(accountSiteRoutes, {
    ...account,
    queueOwnerCheck: createOwnerCheck(deps.backend),
  });
  await app.register(homeRoutes);
  const watchScan = createWatchScan(deps.backend.broadcast, (error) => deps.log.warn({ err: error }, 'scan progress'));
  await app.register(scanFormRoutes, { ...scanning, https, watchScan, freeScansPerDay: config.FREE_SCANS_PER_DAY });
  const session = { db: deps.quickDb, quickDb: deps.quickDb, appSecret, https };
  await app.register(reportPageRoutes, { ...session, db, reports, serviceName: config.SERVICE_NAME });
  await app.register(sitePageRoutes, session);
  await app.register(checksRoutes);
  await app.register(publicPageRoutes, { db: deps.quickDb });
  await app.register(aboutRoutes, {
    userAgent: policyFrom(config).userAgent,
    freeScansPerDay: config.FREE_SCANS_PER_DAY,
    scanTimeoutMs: config.SCAN_TIMEOUT_MS,
    contact: contactOf(config),
  });
  await app.register(robotsRoutes, { publicBaseUrl: deps.publicBaseUrl });
  await app.register(securityTxtRoutes, { publicBaseUrl: deps.publicBaseUrl, contact: contactOf(config) });
  if (deps.pages?.files) await app.register(fileRoutes, { files: deps.pages.files });
  return app;
}

/** Where to report a vulnerability in this service: the address that emails come from. */
function contactOf(config: Config): string {
  const address = /<([^<>]+)>/.exec(config.MAIL_FROM)?.[1] ?? config.MAIL_FROM;
  return `mailto:${address}`;
}
