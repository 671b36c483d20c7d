/** A request that was admitted waits no longer than this for a burst to end. */
const LONGEST_BURST_MS = 1_000;
/** More at once would not be done sooner: their queries are this thread's work. */
const CONCURRENCY = 6;

export interface BurstLimiter {
  /** A request has come. */
  arrived(): void;
  /**
   * Waits for one of the few slots in which requests are charged and enqueued.
   * @returns releases the slot; harmless when called twice
   */
  acquire(): Promise<() => void>;
}

/**
 * Reads the requests of a burst before it works on those already admitted. Node accepts one
 * connection in each turn of the event loop (libuv since 1.45): work between two turns makes each
 * turn longer, and the last of a burst would get its 503 seconds later.
 */
export function createBurstLimiter(): BurstLimiter {
  let arrivals = 0;
  let inside = 0;
  let held: (() => void)[] = [];
  const ready: (() => void)[] = [];

  const letIn = (): void => {
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
      letIn();
    });
  };

  return {
    arrived() {
      arrivals += 1;
    },
    async acquire() {
      // The first check comes in this very turn: only the next one shows whether the burst goes on.
      if (held.length === 0) watch(performance.now(), -1);
      await new Promise<void>((resolve) => held.push(resolve));
      let released = false;
      return () => {
        if (released) return;
        released = true;
        inside -= 1;
        letIn();
      };
    },
  };
}

/** Lets every request in at once. */
export const NO_LIMIT: BurstLimiter = {
  arrived: () => undefined,
  acquire: () => Promise.resolve(() => undefined),
};
