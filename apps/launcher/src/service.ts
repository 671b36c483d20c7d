import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Logger } from '@palisade/telemetry/logger';

export interface ServiceOptions {
  name: string;
  /** Entry point, relative to the apps folder. */
  entry: string;
  /** What is run instead, if its modules have been bundled. */
  bundle?: URL | undefined;
  /** Flags for node itself. */
  execArgv?: readonly string[];
  env: () => NodeJS.ProcessEnv;
  /** Above 0 it yields the processors to the others: callers get answers before scans are computed. */
  niceness?: number;
  /** false: the service is ready without it, and keeps running when it cannot start. */
  needed?: boolean;
  log: Logger;
  /** Called with each process that is started. */
  onStart?: ((pid: number) => void) | undefined;
  /** Called when the process has died and will be restarted. */
  onDeath?: () => void;
  /** Called with each message the process sends before or after it is ready. */
  onMessage?: (message: unknown) => void;
  /** The process exited repeatedly before it was ever ready, or reported that it cannot start. */
  onFailedStart: (why: string) => void;
}

export interface Service {
  name: string;
  needed: boolean;
  ready: Promise<void>;
  pid(): number | undefined;
  /** SIGTERM, then SIGKILL when the timeout has passed. */
  stop(budgetMs: number): Promise<void>;
}

const APPS = fileURLToPath(new URL('../../', import.meta.url));
const FIRST_RESTART_MS = 200;
const LONGEST_RESTART_MS = 10_000;
/** A process may die in its first seconds for a temporary reason (memory, a database that is still busy). */
const FIRST_TRIES = 5;

/** Keeps one process of the service running: a crash is followed by a restart, with increasing delays while it keeps crashing. */
export function runService(options: ServiceOptions): Service {
  const { name, log, needed = true } = options;
  const ready = Promise.withResolvers<void>();
  let child: ChildProcess | undefined;
  let stopping = false;
  let wasReady = false;
  let delay = FIRST_RESTART_MS;
  let tries = 0;

  const start = () => {
    const started = Date.now();
    let hopeless = false;
    tries += 1;
    child = fork(APPS + options.entry, [], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [...(options.execArgv ?? []), ...enter(options.bundle)],
      env: options.env(),
    });
    if (child.pid !== undefined) options.onStart?.(child.pid);
    if (options.niceness !== undefined) yieldProcessors(child, options.niceness);
    child.on('message', (message) => {
      options.onMessage?.(message);
      if (typeof message === 'object' && message !== null && 'failed' in message) hopeless = true;
      if (isReady(message)) {
        wasReady = true;
        ready.resolve();
      }
    });
    child.once('exit', (code, signal) => {
      if (stopping) return;
      if (!wasReady && (hopeless || tries >= FIRST_TRIES)) {
        if (!needed) log.error({ child: name, code, signal }, 'it does not start; continuing without it');
        else options.onFailedStart(`${name} exited before it was ready (${signal ?? `exit code ${code}`})`);
        return;
      }
      delay = Date.now() - started > 30_000 ? FIRST_RESTART_MS : Math.min(delay * 2, LONGEST_RESTART_MS);
      log.error({ child: name, code, signal, restartInMs: delay }, 'a service process died');
      options.onDeath?.();
      setTimeout(() => {
        if (!stopping) start();
      }, delay);
    });
  };
  start();

  return {
    name,
    needed,
    ready: ready.promise,
    pid: () => child?.pid,
    async stop(budgetMs) {
      stopping = true;
      const current = child;
      if (!current || current.exitCode !== null || current.signalCode !== null) return;
      const gone = new Promise<void>((resolve) => current.once('exit', () => resolve()));
      current.kill('SIGTERM');
      const timer = setTimeout(() => current.kill('SIGKILL'), budgetMs);
      await gone;
      clearTimeout(timer);
    },
  };
}

function enter(bundle: URL | undefined): string[] {
  if (!bundle) return [];
  const hook = new URL('enter-program.ts', import.meta.url);
  hook.searchParams.set('to', bundle.href);
  return ['--import', hook.href];
}

/** Immediately, before it has threads: they inherit it. */
function yieldProcessors({ pid }: ChildProcess, niceness: number): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // It has already exited, or this system has no priorities.
  }
}

function isReady(message: unknown): boolean {
  return message === 'ready' || (typeof message === 'object' && message !== null && 'listening' in message);
}
