import { type ChildProcess, fork } from 'node:child_process';

/** The process ended, or went silent and was killed, before it had stored a result. */
export class ScanProcessDied extends Error {
  override name = 'ScanProcessDied';
}

export interface ScanProcessesOptions {
  /** Of one scan. Whoever has not answered by then cannot: its event loop is held. */
  timeoutMs: number;
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
}
export interface ScanAnswer {
  scanId: string;
  /** Null: the result is stored. */
  trouble: string | null;
}

export interface ScanProcesses {
  /** Resolves when the result is stored. @throws ScanProcessDied; an Error when it was aborted */
  run(scanId: string, signal: AbortSignal): Promise<void>;
  close(): void;
}

const PREPARE_AFTER_MS = 3_000;

/**
 * Processes that run one scan at a time each, so that a scan which kills its process takes
 * no other with it. Started when needed, used again, let go when there is nothing to do.
 */
export function createScanProcesses(options: ScanProcessesOptions): ScanProcesses {
  const { timeoutMs, heapMb = 256, idleMs = 30_000, keepOne = false, onBegin } = options;
  const entry = options.entry ?? new URL('isolated-scan.ts', import.meta.url);
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const all = new Set<ChildProcess>();
  let closed = false;

  function start(): ChildProcess {
    const child = fork(entry, {
      execArgv: ['--max-semi-space-size=2', `--max-old-space-size=${heapMb}`],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    all.add(child);
    const gone = () => {
      all.delete(child);
      clearTimeout(idle.get(child));
      idle.delete(child);
      prepare();
    };
    child.once('exit', gone);
    child.once('error', gone);
    return child;
  }

  /** Not at once: a service that starts, or is in trouble, has better things to do with its processors. */
  function prepare(): void {
    if (!keepOne) return;
    setTimeout(() => {
      if (!closed && all.size === 0) rest(start());
    }, PREPARE_AFTER_MS).unref();
  }

  function rest(child: ChildProcess): void {
    const letGo = () => {
      if (!keepOne || all.size > 1) child.kill('SIGKILL');
    };
    idle.set(child, setTimeout(letGo, idleMs).unref());
  }

  function take(): ChildProcess {
    const [child] = [...idle.keys()].slice(-1);
    if (!child) return start();
    clearTimeout(idle.get(child));
    idle.delete(child);
    return child;
  }

  prepare();
  return {
    async run(scanId, signal) {
      signal.throwIfAborted();
      const child = take();
      onBegin?.(scanId, child.pid ?? 0);
      const ended = Promise.withResolvers<void>();
      const onMessage = (message: unknown) => {
        const { scanId: answered, trouble } = message as ScanAnswer;
        if (answered !== scanId) return;
        if (trouble === null) ended.resolve();
        else ended.reject(new Error(trouble));
      };
      const onExit = (code: number | null, by: string | null) => {
        ended.reject(new ScanProcessDied(`the process of scan ${scanId} ended with ${by ?? `exit code ${code}`}`));
      };
      const onError = (error: Error) => {
        ended.reject(new ScanProcessDied(`the process of scan ${scanId}: ${error.message}`));
      };
      const onAbort = () => {
        ended.reject(new Error(`aborted: ${String(signal.reason)}`));
        child.kill('SIGKILL');
      };
      const timer = setTimeout(() => {
        ended.reject(new ScanProcessDied(`the process of scan ${scanId} did not answer within ${timeoutMs} ms`));
        child.kill('SIGKILL');
      }, timeoutMs);
      child.on('message', onMessage).once('exit', onExit).once('error', onError);
      signal.addEventListener('abort', onAbort, { once: true });
      child.send({ scanId } satisfies ScanOrder, (error) => error && onError(error));
      try {
        await ended.promise;
      } finally {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit).off('error', onError);
        // What goes wrong from here on is nobody's scan.
        child.on('error', () => undefined);
        signal.removeEventListener('abort', onAbort);
        if (all.has(child) && !child.killed) rest(child);
      }
    },
    close() {
      closed = true;
      for (const child of all) child.kill('SIGKILL');
    },
  };
}
