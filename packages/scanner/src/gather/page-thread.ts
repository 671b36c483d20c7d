import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PageEvidence } from '../evidence/page.ts';
import { NetworkFault } from '../errors.ts';
import { readPage, type PageSource } from '../parse/page/page.ts';
import { scriptDigest } from './script-digest.ts';
import { abortFault } from './net/network-fault.ts';

/** Pages up to this size are read where they are: some 25 ms when they are built to be slow. */
export const INLINE_BYTES = 32 * 1024;
/** One page in a thread; 2 MB of the worst HTML we know take half a second. */
const MAX_READING_MS = 5000;
const MAX_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
const MAX_HEAP_MB = 96;

interface Job {
  body: Uint8Array;
  source: PageSource;
  settle(result: PageEvidence | Error): void;
}

const queue: Job[] = [];
const idle: Worker[] = [];
let threads = 0;
/** Set if no thread can be started any more. Called when one is lost. */
let onLost: (() => void) | null = null;

/**
 * Makes now the threads that there will ever be, for a process that gives up the right to make any. A page
 * that finds none left is read where it is.
 * @param lost called when one is gone: the process should be replaced
 */
export async function makeThreads(lost: () => void): Promise<void> {
  onLost = lost;
  const made = Array.from({ length: Math.min(2, MAX_THREADS) }, startThread);
  await Promise.all(made.map((thread) => new Promise((resolve) => thread.once('message', resolve))));
  idle.push(...made);
}

/** Reads a page; a large one in another thread, so that one hostile page does not hold up every scan of the process. */
export function readPageAside(body: Uint8Array, source: PageSource, signal: AbortSignal): Promise<PageEvidence> {
  if (body.length <= INLINE_BYTES || (onLost && threads === 0))
    return Promise.resolve(readPage(body, source, scriptDigest));
  return new Promise((resolve, reject) => {
    const leave = (): void => job.settle(abortFault(signal, source.url));
    const job: Job = {
      body,
      source,
      settle(result) {
        signal.removeEventListener('abort', leave);
        const place = queue.indexOf(job);
        if (place >= 0) queue.splice(place, 1);
        if (result instanceof Error) reject(result);
        else resolve(result);
      },
    };
    if (signal.aborted) {
      leave();
      return;
    }
    signal.addEventListener('abort', leave, { once: true });
    queue.push(job);
    startNext();
  });
}

function startNext(): void {
  if (queue.length === 0) return;
  const thread = idle.pop() ?? (onLost === null && threads < MAX_THREADS ? startThread() : undefined);
  const job = thread && queue.shift();
  if (job) run(thread, job);
}

function startThread(): Worker {
  threads += 1;
  const thread = new Worker(new URL('page-thread-worker.ts', import.meta.url), {
    // Normally without options. Under the permission model it must inherit them, or it would not be restricted.
    ...(onLost ? {} : { execArgv: [] }),
    workerData: { locked: onLost !== null },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 16 },
  });
  thread.unref();
  return thread;
}

function run(thread: Worker, job: Job): void {
  const end = (result: PageEvidence | Error, healthy: boolean): void => {
    clearTimeout(timer);
    thread.off('message', onMessage).off('error', onError).off('exit', onExit);
    if (healthy) {
      thread.unref();
      idle.push(thread);
    } else {
      threads -= 1;
      onLost?.();
      thread.on('error', () => undefined);
      void thread.terminate();
    }
    job.settle(result);
    if (onLost && threads === 0)
      for (const left of queue.splice(0)) left.settle(readPage(left.body, left.source, scriptDigest));
    startNext();
  };
  const onMessage = (answer: PageEvidence | null): void =>
    end(answer ?? new Error('the page could not be parsed'), true);
  const onError = (error: unknown): void => end(error as Error, false);
  const onExit = (): void => end(new Error('the thread that parses pages ended'), false);
  const tooSlow = new NetworkFault('limit', 'the page took too long to parse', { blame: 'us' });
  const timer = setTimeout(end, MAX_READING_MS, tooSlow, false);
  thread.on('message', onMessage).on('error', onError).on('exit', onExit);
  // While it works it keeps the process alive; an idle thread does not.
  thread.ref();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  thread.postMessage({ body: job.body, source: job.source });
}
