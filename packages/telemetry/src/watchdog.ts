import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** The watchdog thread's input. */
export interface Watched {
  /** A counter, incremented by the watched loop. */
  beats: SharedArrayBuffer;
  limitMs: number;
  service: string;
}

/**
 * Ends this process (SIGKILL) when its event loop was blocked for longer than `limitMs`: such a
 * process renews no lock, handles no signal and answers no request, and only its end makes room for
 * one that does. A thread watches, which the blocked loop cannot stop. Does nothing
 * under a debugger, whose breakpoints block the loop too.
 */
export function startWatchdog(service: string, limitMs: number): void {
  if (inspector.url() !== undefined) return;
  const beats = new SharedArrayBuffer(4);
  const counter = new Int32Array(beats);
  const thread = new Worker(new URL('watchdog-thread.ts', import.meta.url), {
    workerData: { beats, limitMs, service } satisfies Watched,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  thread.unref();
  setInterval(() => Atomics.add(counter, 0, 1), limitMs / 10).unref();
}
