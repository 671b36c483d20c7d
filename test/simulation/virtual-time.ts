/**
 * Time that passes only when nothing is left to do, so that a minute of timers takes milliseconds and
 * a story is the same each time. Only one at a time.
 */
export interface VirtualTime {
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Lets time pass until `ms` are over. */
  run(ms: number): Promise<void>;
  /** The wall clock jumps; what is scheduled is not moved by it. */
  jump(ms: number): void;
  restore(): void;
}

interface Timer {
  at: number;
  order: number;
  every: number | null;
  work: () => void;
}

export function virtualTime(): VirtualTime {
  const real = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
    Date: globalThis.Date,
    performanceNow: performance.now.bind(performance),
  };
  const timers = new Set<Timer>();
  let clock = 1_800_000_000_000;
  let shift = 0;
  let order = 0;

  const add = (work: () => void, ms: number, every: number | null) => {
    const timer: Timer = { at: clock + Math.max(0, ms || 0), order: (order += 1), every, work };
    timers.add(timer);
    return Object.assign(timer, { unref: () => timer, ref: () => timer, hasRef: () => false });
  };
  const remove = (timer: unknown) => void timers.delete(timer as Timer);
  Object.assign(globalThis, {
    setTimeout: (work: (...args: unknown[]) => void, ms: number, ...args: unknown[]) =>
      add(() => work(...args), ms, null),
    setInterval: (work: () => void, ms: number) => add(work, ms, ms),
    clearTimeout: remove,
    clearInterval: remove,
  });
  const wall = () => clock + shift;
  globalThis.Date = class extends real.Date {
    constructor(...given: [] | [number]) {
      super(...(given.length === 0 ? ([wall()] as [number]) : given));
    }
    static override now(): number {
      return wall();
    }
  } as DateConstructor;
  performance.now = () => clock;

  /** Everything that follows from what has happened: promises run out before the next immediate. */
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const next = (): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers)
      if (!first || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) first = timer;
    return first;
  };

  return {
    now: () => clock,
    sleep: (ms) => new Promise((resolve) => void add(resolve, ms, null)),
    async run(ms) {
      const until = clock + ms;
      for (;;) {
        await settled();
        const timer = next();
        if (!timer || timer.at > until) break;
        clock = timer.at;
        if (timer.every === null) timers.delete(timer);
        else timer.at += Math.max(1, timer.every);
        timer.work();
      }
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
