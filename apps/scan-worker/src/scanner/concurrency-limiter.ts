import { performance } from 'node:perf_hooks';

/** This many may run however busy the process is: a few slow sites must not block the others. */
const ALWAYS = 8;
const TICK_MS = 10;
/** Event loop utilization since the last tick, 0 to 1. */
const BUSY = 0.8;

export interface ConcurrencyLimiter {
  /**
   * Waits until this process can take one more scan. The lowest priority number goes first.
   * @returns a function to call when the scan is over
   * @throws the signal's reason
   */
  enter(priority: number, signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  priority: number;
  go(): void;
}

/**
 * A scanner runs many scans at once because most of them wait for their sites. Scans that compute gain
 * nothing from running in parallel: on a busy processor, each additional one only makes every turn of the
 * event loop longer, and with it every time that a scan measures. So beyond the first few, one more scan
 * starts with each tick that finds the event loop idle.
 */
export function createConcurrencyLimiter(): ConcurrencyLimiter {
  const waiting: Waiting[] = [];
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  let seen = performance.eventLoopUtilization();

  const admitNext = (): void => {
    waiting.shift()?.go();
    if (waiting.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const tick = (): void => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    if (utilization < BUSY) admitNext();
  };
  const left = (): void => {
    running -= 1;
    if (running < ALWAYS) admitNext();
  };
  const entered = (): (() => void) => {
    running += 1;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      left();
    };
  };

  return {
    async enter(priority, signal) {
      signal.throwIfAborted();
      if (running < ALWAYS) return entered();
      return new Promise((resolve, reject) => {
        const onAbort = (): void => {
          waiting.splice(waiting.indexOf(place), 1);
          reject(signal.reason as Error);
        };
        const place: Waiting = {
          priority,
          go: () => {
            signal.removeEventListener('abort', onAbort);
            resolve(entered());
          },
        };
        signal.addEventListener('abort', onAbort, { once: true });
        const behind = waiting.findIndex((other) => other.priority > priority);
        waiting.splice(behind === -1 ? waiting.length : behind, 0, place);
        if (timer) return;
        seen = performance.eventLoopUtilization();
        timer = setInterval(tick, TICK_MS);
      });
    },
  };
}
