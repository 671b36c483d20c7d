import { type ChildProcess, fork } from 'node:child_process';

/** The process ended, or went silent and was killed, before it had stored a result. */
export class ScanProcessDied extends Error {
  override name = 'ScanProcessDied';
}

export interface ScanProcessesOptions {
  /** Of one scan. Whoever has not answered by then never will. */
  timeoutMs: number;
  /** Scans that share a process, unless one is to run alone. */
  perProcess: number;
  /** Heap of one process, beyond which it ends. */
  heapMb?: number;
  /** An idle process is let go after this. */
  idleMs?: number;
  /** One is always kept ready: a caller has waited ten seconds when his scan comes here, and a start takes one more. */
  keepOne?: boolean;
  onBegin?: (scanId: string, pid: number) => void;
  /** For tests: another program that speaks the same messages. */
  entry?: URL;
}

/** To the process, and back from it. */
export interface ScanOrder {
  scanId: string;
  /** Nobody wants it any more. */
  cancel?: boolean;
}
export interface ScanAnswer {
  scanId: string;
  /** Null: the result is stored. */
  trouble: string | null;
}

export interface ScanProcesses {
  /**
   * Resolves when the result is stored.
   * @param options.alone in a process that runs nothing else meanwhile
   * @throws ScanProcessDied; an Error when it was aborted
   */
  run(scanId: string, signal: AbortSignal, options?: { alone?: boolean }): Promise<void>;
  close(): void;
}

interface ScanProcess {
  child: ChildProcess;
  scans: number;
  alone: boolean;
  letGo?: NodeJS.Timeout;
}

const PREPARE_AFTER_MS = 3_000;

/**
 * Processes that run a few scans each, or one alone, so that a scan which kills its process
 * takes few others with it, or none. Started when needed, used again, let go when idle.
 */
export function createScanProcesses(options: ScanProcessesOptions): ScanProcesses {
  const { timeoutMs, perProcess, heapMb = 256, idleMs = 30_000, keepOne = false, onBegin } = options;
  const entry = options.entry ?? new URL('isolated-scan.ts', import.meta.url);
  const all = new Set<ScanProcess>();
  let closed = false;

  function start(): ScanProcess {
    const child = fork(entry, {
      execArgv: ['--max-semi-space-size=2', `--max-old-space-size=${heapMb}`],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.setMaxListeners(0);
    const started: ScanProcess = { child, scans: 0, alone: false };
    all.add(started);
    const gone = () => {
      all.delete(started);
      clearTimeout(started.letGo);
      prepare();
    };
    child.once('exit', gone);
    child.on('error', gone);
    return started;
  }

  /** Not at once: a service that starts, or is in trouble, has better things to do with its processors. */
  function prepare(): void {
    if (!keepOne) return;
    setTimeout(() => {
      if (!closed && all.size === 0) rest(start());
    }, PREPARE_AFTER_MS).unref();
  }

  function rest(idle: ScanProcess): void {
    idle.letGo = setTimeout(() => {
      if (!keepOne || all.size > 1) idle.child.kill('SIGKILL');
    }, idleMs).unref();
  }

  function take(alone: boolean): ScanProcess {
    const usable = [...all].filter(({ child }) => !child.killed && child.connected);
    const found =
      usable.find(({ scans }) => scans === 0) ??
      (alone ? undefined : usable.find((one) => !one.alone && one.scans < perProcess));
    const taken = found ?? start();
    clearTimeout(taken.letGo);
    taken.scans += 1;
    taken.alone = alone;
    return taken;
  }

  function giveBack(taken: ScanProcess): void {
    taken.scans -= 1;
    if (taken.scans === 0 && all.has(taken)) rest(taken);
  }

  prepare();
  return {
    async run(scanId, signal, { alone = false } = {}) {
      signal.throwIfAborted();
      const taken = take(alone);
      const { child } = taken;
      onBegin?.(scanId, child.pid ?? 0);
      const ended = Promise.withResolvers<void>();
      const died = (how: string) => ended.reject(new ScanProcessDied(`the process of scan ${scanId} ${how}`));
      const onMessage = (message: unknown) => {
        const { scanId: answered, trouble } = message as ScanAnswer;
        if (answered !== scanId) return;
        if (trouble === null) ended.resolve();
        else ended.reject(new Error(trouble));
      };
      const onExit = (code: number | null, by: string | null) => died(`ended with ${by ?? `exit code ${code}`}`);
      const onError = (error: Error) => died(`failed: ${error.message}`);
      const tell = (order: ScanOrder) => child.send(order, (error) => error && onError(error));
      const onAbort = () => {
        ended.reject(new Error(`aborted: ${String(signal.reason)}`));
        tell({ scanId, cancel: true });
      };
      const timer = setTimeout(() => {
        died(`did not answer within ${timeoutMs} ms`);
        child.kill('SIGKILL');
      }, timeoutMs);
      child.on('message', onMessage).once('exit', onExit).once('error', onError);
      signal.addEventListener('abort', onAbort, { once: true });
      tell({ scanId });
      try {
        await ended.promise;
      } finally {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit).off('error', onError);
        signal.removeEventListener('abort', onAbort);
        giveBack(taken);
      }
    },
    close() {
      closed = true;
      for (const { child } of all) child.kill('SIGKILL');
    },
  };
}
