import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Jwks } from '@palisade/signing/verdict';
import { ApiError, QueueUnavailable } from '../errors.ts';
import { kindOfFile, NotOpened } from './kind-of-file.ts';
import type { ThreadAnswer, ThreadOrder } from './open-thread.ts';
import type { OpenedFile } from './opened-file.ts';

export interface OpenFile {
  /**
   * @param caller who asks: each has one file judged at a time
   * @throws ApiError 400 for a file that cannot be shown, 503 when too many are being judged
   */
  (file: Buffer, caller: string): Promise<OpenedFile>;
}

const THREAD = new URL('open-thread.ts', import.meta.url);
/** Judging the largest evidence of a scan takes a second; more is a file made to take long. */
const TIMEOUT_MS = 10_000;
/** One at a time, since answers to callers share the processor with it. */
const MOST_WAITING = 4;
/** What is smaller is looked at before a thread is spent on it. */
const SMALL = 64 * 1024;
const MEMORY_MB = 256;
const IDLE_MS = 60_000;

/** A file is read and judged in a thread of its own, with a limit to its time and memory: it may be made to hurt. */
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
  /** It has loaded what it judges with; rejected when it never will. */
  ready: Promise<unknown>;
}

/** Starting one takes a second of loading: it stays for the next file, for a while. */
function judgingThread(timeoutMs: number): (order: ThreadOrder) => Promise<ThreadAnswer> {
  let current: JudgingThread | null = null;
  let idle: NodeJS.Timeout | undefined;

  const start = (): JudgingThread => {
    // Nothing of the service's environment: what is judged comes from anyone.
    const worker = new Worker(THREAD, { env: {}, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
    const thread = { worker, ready: once(worker, 'message') };
    worker.once('exit', () => {
      if (current === thread) current = null;
    });
    // What goes wrong between two files is no one's: the next file starts another.
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
