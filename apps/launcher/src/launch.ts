/** The whole program of main.mjs. Starts the embedded database, migrates, starts every process, and stops them in order. */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findBrowser } from '@palisade/browser/find-browser';
import { readConfig, VARIABLES, type Config } from '@palisade/config/config';
import { keepSecret } from '@palisade/config/keep-secret';
import { programCache } from '@palisade/config/program-cache';
import { startCluster, type Cluster } from '@palisade/db/embedded/cluster';
import { prepareDataDir } from '@palisade/db/embedded/data-dir';
import { migrate } from '@palisade/db/migrate/migrate';
import { forgetDeadWorkers } from '@palisade/queue/dead-workers';
import { migrateQueue } from '@palisade/queue/migrate-queue';
import { createLogger } from '@palisade/telemetry/logger';
import { watchStarter } from '@palisade/telemetry/starter';
import { banner } from './banner.ts';
import { buildPages } from './build-pages.ts';
import { databaseAccess } from './database-access.ts';
import { takeInstanceLock } from './instance-lock.ts';
import { SCAN_ALLOCATOR, SUPERVISOR_HEAP } from './scan-heap.ts';
import { environmentFor, type ServiceName } from './service-environment.ts';
import { keepServiceProgramApart, serviceProgram } from './service-program.ts';
import { runService, type Service } from './service.ts';

const STOP_BUDGET_MS = 20_000;
/** Lines PostgreSQL writes on every start and stop. */
const POSTGRES_ROUTINE =
  /\bLOG: |the database system is (starting up|shutting down)|terminating connection due to administrator command/;

/** One line for the operator's terminal; the details of an unexpected error go to the log. */
function fail(error: unknown): never {
  console.error(`Palisade cannot start: ${(error as Error).message}`);
  process.exit(1);
}

let config: Config;
try {
  config = readConfig();
} catch (error) {
  fail(error);
}
const log = createLogger({ service: 'launcher', level: config.LOG_LEVEL });
const services: Service[] = [];
let cluster: Cluster | undefined;
let opening: Promise<unknown> | undefined;
/** Until everything has started; a stop meanwhile aborts what has begun. */
const start = new AbortController();
let lock: { release(): void } | undefined;
let stopping: Promise<never> | undefined;
let bundling: ChildProcess | undefined;

/** The services first, so that they can finish while the database is still running. */
function stop(code: number): Promise<never> {
  stopping ??= (async () => {
    start.abort();
    bundling?.kill('SIGKILL');
    await Promise.all(services.map((service) => service.stop(STOP_BUDGET_MS)));
    await opening?.catch(() => undefined);
    await cluster?.stop();
    if (lock) await rm(path.join(config.DATA_DIR, 'database.url'), { force: true });
    lock?.release();
    process.exit(code);
  })();
  return stopping;
}
// SIGHUP: its terminal was closed. SIGQUIT: Ctrl-\ in it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => void stop(0));
process.on('SIGUSR1', () => undefined);
watchStarter((why) => {
  log.info({ why }, 'stopping');
  void stop(0);
});

async function failAfterStop(why: string): Promise<never> {
  if (!stopping) console.error(`Palisade cannot start: ${why}`);
  return stop(1);
}

try {
  if (config.REDIS_URL && new URL(config.REDIS_URL).password === '')
    log.warn('REDIS_URL has no password: any process that reaches that server can read and change the queues');
  // First: a named browser that cannot be run ends the start.
  const browser = await findBrowser(config.SCAN_BROWSER);
  await prepareDataDir(config.DATA_DIR);
  lock = await takeInstanceLock(config.DATA_DIR);
  const appSecret =
    config.APP_SECRET?.reveal() ??
    keepSecret(path.join(config.DATA_DIR, 'app.secret'), () => randomBytes(32).toString('base64url'));
  start.signal.throwIfAborted();
  const database = openDatabase(config);
  opening = database;
  const [databaseUrl] = await Promise.all([database, buildPages(log)]);
  await migrate(databaseUrl);
  if (!config.REDIS_URL) await migrateQueue(databaseUrl);

  const databaseUrlOf = await databaseAccess(databaseUrl, config);

  // For the operator's commands, which use the database while the service is running.
  await writeFile(path.join(config.DATA_DIR, 'database.url'), `${databaseUrl}\n`, { mode: 0o600 });

  // Heartbeats left by an earlier start that was killed must not count as alive.
  await forgetDeadWorkers(databaseUrl);
  const whole = { ...process.env, APP_SECRET: appSecret, DATA_DIR: config.DATA_DIR };
  // `NODE_COMPILE_CACHE`: where Node caches compiled modules. The next start of a service takes half the
  // processor time. Scanners run without it (scan-worker/src/scanner/scanner-program.ts).
  const NODE_COMPILE_CACHE = programCache('palisade-modules', 0o700);
  const program = serviceProgram();
  const environment = (service: ServiceName) => ({
    ...environmentFor(service, { ...whole, DATABASE_URL: databaseUrlOf(service) }, VARIABLES),
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
  });
  const run = (service: {
    name: ServiceName;
    entry: string;
    execArgv?: string[];
    niceness?: number;
    needed?: boolean;
    env?: () => NodeJS.ProcessEnv;
    onDeath?: () => void;
    onMessage?: (message: unknown) => void;
  }) => {
    start.signal.throwIfAborted();
    const started = runService({
      // undefined: from its modules.
      bundle: program && new URL(`${service.name}.mjs`, program),
      env: () => environment(service.name),
      log,
      onStart: (pid) => cluster?.usedBy(pid),
      onFailedStart: (why) => void failAfterStop(apiFailure ?? why),
      ...service,
    });
    services.push(started);
    return started;
  };
  let apiFailure: string | undefined;
  let listening: { host: string; port: number; baseUrl: string } | undefined;
  run({
    name: 'api',
    entry: 'api/src/server.ts',
    // With PORT=0 the kernel chose a port once; a restarted API must use the same one.
    env: () => ({ ...environment('api'), ...(listening && { PORT: String(listening.port) }) }),
    onMessage(message) {
      if (typeof message !== 'object' || message === null) return;
      if ('failed' in message) apiFailure = String(message.failed);
      if (!('listening' in message)) return;
      listening = message.listening as typeof listening;
      // For the operator's commands: they put links into emails, perhaps in a shell without this environment.
      writeFile(path.join(config.DATA_DIR, 'public.url'), `${listening?.baseUrl}\n`, { mode: 0o600 }).catch(
        (error: unknown) => log.warn({ err: error }, 'could not keep the address of the service'),
      );
    },
  });
  run({
    name: 'scan-worker',
    entry: 'scan-worker/src/main.ts',
    niceness: 5,
    execArgv: SUPERVISOR_HEAP,
    env: () => ({ ...SCAN_ALLOCATOR, ...environment('scan-worker') }),
    // So that readiness shows it immediately.
    onDeath: () => void forgetDeadWorkers(databaseUrl).catch(() => undefined),
  });
  if (browser) {
    run({
      name: 'browser-worker',
      entry: 'browser-worker/src/main.ts',
      niceness: 10,
      needed: false,
      // The browser part of the scan worker, with that worker's role: it too connects to the internet.
      env: () => environment('browser-worker'),
      onDeath: () => void forgetDeadWorkers(databaseUrl).catch(() => undefined),
    });
  } else if (config.SCAN_BROWSER === 'auto') {
    log.info('no browser found: the browser part of reports is not assessed (npm run browser:install)');
  }
  // It writes links into emails, and with PORT=0 only the API knows the port.
  await services[0]?.ready;
  run({
    name: 'report-worker',
    entry: 'report-worker/src/main.ts',
    niceness: 5,
    execArgv: program ? [] : ['--import', new URL('../../../packages/pdf/src/register-tsx.ts', import.meta.url).href],
    env: () => ({ ...environment('report-worker'), PUBLIC_BASE_URL: listening?.baseUrl }),
  });
  await Promise.all(services.filter(({ needed }) => needed).map((service) => service.ready));
  if (!stopping && listening) console.log(banner(config, listening, cluster?.folder));
  if (!stopping && !program) {
    bundling = keepServiceProgramApart((said) =>
      log.warn({ said }, 'the services could not be bundled: the next start is slower'),
    );
  }
} catch (error) {
  await failAfterStop((error as Error).message);
}

async function openDatabase({ DATABASE_URL, DATA_DIR }: Config): Promise<string> {
  if (DATABASE_URL) return DATABASE_URL;
  const onLog = (line: string) => log[POSTGRES_ROUTINE.test(line) ? 'debug' : 'warn']({ postgres: line }, 'database');
  const watch = (running: Cluster): void => {
    cluster = running;
    for (const service of services) {
      const pid = service.pid();
      if (pid !== undefined) running.usedBy(pid);
    }
    void running.exited.then(({ code }) => {
      if (!stopping) void restart(running.port, code);
    });
  };
  // On the same port as before: every service reconnects by itself.
  const restart = async (port: number, code: number | null): Promise<void> => {
    log.error({ code }, 'the embedded PostgreSQL exited: restarting it');
    try {
      const again = await startCluster({ dataDir: DATA_DIR, onLog, port });
      if (stopping) await again.stop();
      else watch(again);
    } catch (error) {
      log.fatal({ err: error }, 'the embedded PostgreSQL cannot be restarted');
      await stop(1);
    }
  };
  const started = await startCluster({ dataDir: DATA_DIR, onLog, signal: start.signal });
  watch(started);
  return started.url;
}
