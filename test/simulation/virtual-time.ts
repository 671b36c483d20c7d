/**
 * Time that advances only when nothing is left to do, so that a minute of timers takes milliseconds and
 * a story is the same each time. Only one at a time.
 */
export interface VirtualTime {
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Advances time by `ms`. */
  run(ms: number): Promise<void>;
  /** The wall clock jumps; timers are not affected. */
  jump(ms: number): void;
  restore(): void;
}

interface Timer {
  at: number;
  order: number;
  every: number | null;
  work: () => void;
  cleared: boolean;
}

/** Turns that are queued in Node at a time: for each single turn it would also poll its sockets and timers. */
const TURNS = 32;

export function virtualTime(): VirtualTime {
  const real = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
    Date: globalThis.Date,
    performanceNow: performance.now.bind(performance),
  };
  const timers = timerHeap();
  let clock = 1_800_000_000_000;
  let shift = 0;
  let order = 0;

  const add = (work: () => void, ms: number, every: number | null) => {
    const timer: Timer = { at: clock + Math.max(0, ms || 0), order: (order += 1), every, work, cleared: false };
    timers.add(timer);
    return Object.assign(Object.create(HANDLE) as object, { timer });
  };
  const remove = (handle: { timer: Timer } | undefined) => {
    if (handle) handle.timer.cleared = true;
  };
  Object.assign(globalThis, {
    setTimeout: (work: (...args: unknown[]) => void, ms: number, ...args: unknown[]) =>
      add(args.length === 0 ? work : () => work(...args), ms, null),
    setInterval: (work: () => void, ms: number) => add(work, ms, ms),
    clearTimeout: remove,
    clearInterval: remove,
  });
  const wall = () => clock + shift;
  globalThis.Date = class extends real.Date {
    constructor(given?: number) {
      super(given ?? wall());
    }
    static override now(): number {
      return wall();
    }
  } as DateConstructor;
  performance.now = () => clock;

  /** @returns false if nothing is left to do until then */
  const turn = (until: number): boolean => {
    const timer = timers.first();
    if (!timer || timer.at > until) return false;
    clock = timer.at;
    timers.removeFirst();
    timer.work();
    if (timer.every === null || timer.cleared) return true;
    timer.at = clock + Math.max(1, timer.every);
    timers.add(timer);
    return true;
  };

  return {
    now: () => clock,
    sleep: (ms) => new Promise((resolve) => void add(resolve, ms, null)),
    async run(ms) {
      const until = clock + ms;
      await new Promise<void>((resolve, reject) => {
        let over = false;
        // All effects of a turn happen before the next one: promises are settled between two immediates.
        const next = () => {
          if (over) return;
          try {
            over = !turn(until);
          } catch (error) {
            over = true;
            reject(error);
          }
          if (over) resolve();
        };
        const hand = () => {
          for (let n = 0; n < TURNS && !over; n += 1) setImmediate(next);
          if (!over) setImmediate(hand);
        };
        hand();
      });
      clock = until;
    },
    jump(ms) {
      shift += ms;
    },
    restore() {
      Object.assign(globalThis, {
        setTimeout: real.setTimeout,
        setInterval: real.setInterval,
        clearTimeout: real.clearTimeout,
        clearInterval: real.clearInterval,
      });
      globalThis.Date = real.Date;
      performance.now = real.performanceNow;
    },
  };
}

const SLICE_MS = 2_000;
const STAYS_MS = 10_000;

/**
 * Advances time without faults until the condition holds, and some seconds more, to prove that it stays so. Most stories
 * recover soon; one in ten is observed for the maximum time.
 */
export async function untilRight(time: VirtualTime, seed: number, right: () => boolean, mostMs: number): Promise<void> {
  const until = time.now() + mostMs;
  if (seed % 10 !== 0) {
    while (!right() && time.now() + SLICE_MS < until) await time.run(SLICE_MS);
    await time.run(Math.min(STAYS_MS, until - time.now()));
    if (right()) return;
  }
  await time.run(until - time.now());
}

/** The methods of a timer; in virtual time none keeps the process alive. */
const HANDLE = {
  unref() {
    return this;
  },
  ref() {
    return this;
  },
  hasRef: () => false,
};

/** The earliest first; of equal ones, the older. */
function timerHeap() {
  const heap: Timer[] = [];
  const before = (a: Timer, b: Timer) => a.at < b.at || (a.at === b.at && a.order < b.order);
  const removeFirst = (): void => {
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && before(heap[child + 1] as Timer, heap[child] as Timer)) child += 1;
      if (!before(heap[child] as Timer, last)) break;
      heap[at] = heap[child] as Timer;
      at = child;
    }
    heap[at] = last;
  };
  return {
    add(timer: Timer): void {
      let at = heap.length;
      heap.push(timer);
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!before(timer, heap[parent] as Timer)) break;
        heap[at] = heap[parent] as Timer;
        at = parent;
      }
      heap[at] = timer;
    },
    removeFirst,
    /** Cleared timers are removed when they are due. */
    first(): Timer | undefined {
      while (heap[0]?.cleared) removeFirst();
      return heap[0];
    },
  };
}

/** mulberry32: small, fast, and the same everywhere. */
export function seeded(seed: number): { next(): number; below(n: number): number; chance(p: number): boolean } {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { next, below: (n) => Math.floor(next() * n), chance: (p) => next() < p };
}
