import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Jwks } from '@palisade/signing/verdict';
import { ApiError, QueueUnavailable } from '../errors.ts';
import { kindOfFile, NotOpened } from './kind-of-file.ts';
import type { ThreadAnswer, ThreadOrder } from './open-thread.ts';
import type { OpenedFile } from './opened-file.ts';

export interface OpenFile {
  /**
   * @param caller each caller can have one file open at a time
   * @throws ApiError 400 for a file that cannot be shown, 503 when too many are being judged
   */
  (file: Buffer, caller: string): Promise<OpenedFile>;
}

const THREAD = new URL('open-thread.ts', import.meta.url);
/** Judging the largest evidence of a real scan takes a second. A file that takes much longer was made to do so. */
const TIMEOUT_MS = 10_000;
/** Files that are judged or wait for it. They are judged one at a time, because API responses share the processor. */
const MOST_WAITING = 4;
/** In bytes. Smaller files are checked for readability before they reach the thread. */
const SMALL = 64 * 1024;
const MEMORY_MB = 256;
const IDLE_MS = 60_000;

/** Reads and judges each file in a thread with a time and a memory limit, because a file may be malicious. */
export function createOpenFile(deps: { keys: () => Promise<Jwks>; timeoutMs?: number }): OpenFile {
  const callers = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  const judgeInThread = judgingThread(deps.timeoutMs ?? TIMEOUT_MS);

  return async (file, caller) => {
    if (file.length < SMALL) refuseUnreadable(file);
    if (callers.has(caller)) throw new QueueUnavailable('another of your files is being opened: try again shortly', 2);
    if (callers.size >= MOST_WAITING)
      throw new QueueUnavailable('too many files are being opened: try again shortly', 5);
    callers.add(caller);
    const opened = last.then(async () => judgeInThread({ file, keys: await deps.keys() }));
    last = opened.catch(() => undefined);
    try {
      const answer = await opened;
      if ('refused' in answer) throw new ApiError(400, answer.refused);
      return answer.opened;
    } finally {
      callers.delete(caller);
    }
  };
}

function refuseUnreadable(file: Buffer): void {
  try {
    kindOfFile(file);
  } catch (error) {
    throw error instanceof NotOpened ? new ApiError(400, error.message) : error;
  }
}

interface JudgingThread {
  worker: Worker;
  /** Resolves once the thread has loaded its modules; rejects if it fails to. */
  ready: Promise<unknown>;
}

/** Starting a thread takes a second, so it stays for the next file until it has been idle for IDLE_MS. */
function judgingThread(timeoutMs: number): (order: ThreadOrder) => Promise<ThreadAnswer> {
  let current: JudgingThread | null = null;
  let idle: NodeJS.Timeout | undefined;

  const start = (): JudgingThread => {
    // An empty environment, without secrets: anyone can upload a file.
    const worker = new Worker(THREAD, { env: {}, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
    const thread = { worker, ready: once(worker, 'message') };
    worker.once('exit', () => {
      if (current === thread) current = null;
    });
    // An error between two files concerns no caller: the next file starts a new thread.
    worker.on('error', () => undefined);
    worker.unref();
    return thread;
  };
  return async (order) => {
    clearTimeout(idle);
    const { worker, ready } = (current ??= start());
    await ready;
    const timer = setTimeout(() => void worker.terminate(), timeoutMs);
    const { promise, resolve } = Promise.withResolvers<ThreadAnswer>();
    const onError = () => resolve({ refused: 'the file needs too much memory to evaluate' });
    const onExit = () => resolve({ refused: 'the file takes too long to evaluate' });
    worker.once('message', resolve).once('error', onError).once('exit', onExit);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(order);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      worker.off('message', resolve).off('error', onError).off('exit', onExit);
      idle = setTimeout(() => void worker.terminate(), IDLE_MS).unref();
    }
  };
}
