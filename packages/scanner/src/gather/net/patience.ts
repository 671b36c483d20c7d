import { performance } from 'node:perf_hooks';

/** Of the ten seconds that the TLS part of a scan has: the rest is for what is judged last. */
export const LONGEST_MS = 8000;

/**
 * Time allowed for what a scan can do without. A slow server uses it up; a busy scanner does not: while other scans keep
 * this thread from its answers, they may have arrived long ago. So only the time that the event loop spends waiting counts.
 */
export class Patience {
  readonly #idleUntil: number;
  readonly #until: number;

  /**
   * @param ms of waiting
   * @param longestMs in all, however busy this thread is
   */
  constructor(ms: number, longestMs: number) {
    this.#idleUntil = idleTime() + ms;
    this.#until = performance.now() + longestMs;
  }

  get isOver(): boolean {
    return this.leftMs === 0;
  }

  /** It cannot be over before this has passed. */
  get leftMs(): number {
    return Math.max(0, Math.min(this.#idleUntil - idleTime(), this.#until - performance.now()));
  }

  /** What the work comes to; null when it takes too long. */
  async wait<T>(work: Promise<T>): Promise<T | null> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<null>((resolve) => {
      const look = (): void => {
        if (this.isOver) resolve(null);
        else timer = setTimeout(look, Math.max(1, this.leftMs));
      };
      look();
    });
    try {
      return await Promise.race([work, over]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function idleTime(): number {
  return performance.eventLoopUtilization().idle;
}
