/** How long an admitted request waits at most for a burst to end. */
const LONGEST_BURST_MS = 1_000;
/** More would not finish sooner, because this one thread processes their queries. */
const CONCURRENCY = 6;

export interface BurstLimiter {
  /** Called for each new request. */
  arrived(): void;
  /**
   * Waits for one of the few slots in which requests are charged and enqueued.
   * @returns a function that releases the slot; calling it again has no effect
   */
  acquire(): Promise<() => void>;
}

/**
 * Lets Node read all requests of a burst before work on admitted ones begins. Node accepts one connection in each turn
 * of the event loop (libuv since 1.45). Work in between makes each turn longer, and the last requests of a burst would
 * get their 503 seconds later.
 */
export function createBurstLimiter(): BurstLimiter {
  let arrivals = 0;
  let inside = 0;
  let held: (() => void)[] = [];
  const ready: (() => void)[] = [];

  const startNext = (): void => {
    while (inside < CONCURRENCY) {
      const next = ready.shift();
      if (!next) return;
      inside += 1;
      next();
    }
  };
  const watch = (since: number, seen: number): void => {
    setImmediate(() => {
      if (arrivals !== seen && performance.now() - since < LONGEST_BURST_MS) {
        watch(since, arrivals);
        return;
      }
      ready.push(...held);
      held = [];
      startNext();
    });
  };

  return {
    arrived() {
      arrivals += 1;
    },
    async acquire() {
      // The first check runs in this turn: only the next one shows whether the burst continues.
      if (held.length === 0) watch(performance.now(), -1);
      await new Promise<void>((resolve) => held.push(resolve));
      let released = false;
      return () => {
        if (released) return;
        released = true;
        inside -= 1;
        startNext();
      };
    },
  };
}

/** Lets every request proceed at once. */
export const NO_LIMIT: BurstLimiter = {
  arrived: () => undefined,
  acquire: () => Promise.resolve(() => undefined),
};
