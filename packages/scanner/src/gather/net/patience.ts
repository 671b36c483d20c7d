import { performance } from 'node:perf_hooks';

/** Of the ten seconds that the TLS part of a scan has: the rest is for what is judged last. */
const LONGEST_MS = 8000;

/**
 * Time allowed for a response. A slow server uses it up. A busy scanner does not: while other scans or processes keep
 * this thread from reading, the responses may have arrived long ago.
 */
export class Patience {
  readonly #waitedUntil: number;
  readonly #until: number;

  /**
   * @param ms of waiting
   * @param longestMs in all, however busy the machine is
   */
  constructor(ms: number, longestMs = LONGEST_MS) {
    this.#waitedUntil = waitedMs() + ms;
    this.#until = performance.now() + longestMs;
  }

  get isOver(): boolean {
    return this.leftMs === 0;
  }

  /** It cannot be over before this has passed. */
  get leftMs(): number {
    return Math.max(0, Math.min(this.#waitedUntil - waitedMs(), this.#until - performance.now()));
  }

  /** Calls back when it is over, unless the function it returns was called before. */
  onceOver(expire: () => void): () => void {
    let immediate: NodeJS.Immediate | undefined;
    const look = (): void => {
      // What has arrived meanwhile is read first.
      if (this.isOver) immediate = setImmediate(expire);
      else timer = setTimeout(look, Math.max(1, this.leftMs));
    };
    let timer = setTimeout(look, this.leftMs);
    return () => {
      clearTimeout(timer);
      if (immediate) clearImmediate(immediate);
    };
  }

  /** What the work comes to; null when it takes too long. */
  async wait<T>(work: Promise<T>): Promise<T | null> {
    const { promise: over, resolve } = Promise.withResolvers<null>();
    const clear = this.onceOver(() => resolve(null));
    try {
      return await Promise.race([work, over]);
    } finally {
      clear();
    }
  }
}

const TICK_MS = 50;
/** The clock stops if the time was not queried for this long. */
const UNUSED_MS = 30_000;

let waited = 0;
let idleSeen = 0;
let askedAt = 0;
let ticks: NodeJS.Timeout | undefined;

/** Time that this thread has spent waiting for events. Of a tick that came late, as much as one in time would have had. */
function waitedMs(): number {
  askedAt = performance.now();
  if (!ticks) {
    idleSeen = idleMs();
    ticks = setInterval(tick, TICK_MS).unref();
  }
  return waited + Math.min(TICK_MS, idleMs() - idleSeen);
}

function tick(): void {
  const idle = idleMs();
  waited += Math.min(TICK_MS, idle - idleSeen);
  idleSeen = idle;
  if (performance.now() - askedAt < UNUSED_MS) return;
  clearInterval(ticks);
  ticks = undefined;
}

function idleMs(): number {
  return performance.eventLoopUtilization().idle;
}
