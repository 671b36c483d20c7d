/** Whoever was admitted waits no longer than this for a burst to end. */
const LONGEST_BURST_MS = 1_000;
/** More at once would not be done sooner: their queries are this thread's work. */
const WIDTH = 6;

export interface Turnstile {
  /** A request has come. */
  arrived(): void;
  /**
   * Waits until it is one's turn to be put into the queue.
   * @returns to be called when that is done, or given up
   */
  pass(): Promise<() => void>;
}

/**
 * Keeps the work for those already admitted behind the reading of those who still come. Node
 * accepts one connection in each turn of the event loop (libuv since 1.45): what is done between
 * them makes every turn longer, so that the last of a burst would hear seconds later that there
 * is no place for him.
 */
export function createTurnstile(): Turnstile {
  let arrivals = 0;
  let inside = 0;
  let held: (() => void)[] = [];
  const ready: (() => void)[] = [];

  const letIn = (): void => {
    while (inside < WIDTH) {
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
    async pass() {
      // The first look comes in this very turn: only the next one tells.
      if (held.length === 0) watch(performance.now(), -1);
      await new Promise<void>((resolve) => held.push(resolve));
      let done = false;
      return () => {
        if (done) return;
        done = true;
        inside -= 1;
        letIn();
      };
    },
  };
}
