import type { Db } from '@palisade/db/client';
import { QueueUnavailable } from '../errors.ts';
import { createQueueWatch, type QueueFigures } from './queue-figures.ts';

/** Initial estimate, the time of a fast site: refusing too early costs callers more than refusing too late. */
const FIRST_GUESS_MS = 1_000;
/** Weight of the newest scan in the running mean. */
const SMOOTHING = 0.1;
/** Share of a processor that a worker can rely on: its other threads and other processes need the rest. */
const SHARE_OF_PROCESSOR = 0.6;
/** Assumed if no worker has reported, as one may be starting: refuses scans only once the queue is filling up. */
const STARTING = [{ concurrency: 1, cpuMsPerJob: null }];

/** One request's slot in the queue. It counts for the requests behind it from `take` until `leave`. */
export interface Slot {
  /** 0 runs first. */
  readonly priority: number;
  /** The refusal by the figures in memory; null also if there are no figures yet. */
  readonly refusedAtOnce: QueueUnavailable | null;
  /** The error to answer with if the scan would wait too long behind earlier ones; null if it can proceed. */
  refusal(): Promise<QueueUnavailable | null>;
  /** Equal scans run once, so they count once. */
  setKey(singleFlightKey: string): void;
  /** Its row is written, so the next figures include it. */
  queued(): void;
  leave(): void;
}

export interface Admission {
  /** Decides by figures in memory if they are fresh: under overload, a refusal costs neither a query nor a wait. */
  take(priority: number): Slot;
  /** Whether another request of this process wants the same scan. */
  hasKey(singleFlightKey: string): boolean;
  /** Records how long a worker held a scan; counted once for all callers that waited for it. */
  finished(scanId: string, heldMs: number): void;
}

/** What one request of this process, or several equal ones, add to the queue. */
interface Load {
  priority: number;
  holders: number;
  /** The figures do not include it yet. */
  pending: boolean;
  singleFlightKey?: string;
  queuedAt?: number;
}

/**
 * Refuses scans early, while this is cheap. If the predicted time of a scan in the queue exceeds what its caller's
 * deadline allows, it is refused within milliseconds, with a time to retry after, instead of failing late. Only scans
 * that would run before it count, so a backlog of free scans, or of one greedy client, affects no one else.
 */
export function createAdmission(deps: {
  db: Db;
  /** A wait that is always allowed: after it, a scan still has its full deadline. */
  longestWaitMs: number;
  /** Time after which callers give up. */
  longestLifeMs: number;
  /** Why no report could be stored now, given whether the database is read-only. If set, no scan begins. */
  closed?: (readOnly: boolean) => Promise<Error | null>;
}): Admission {
  let meanMs = FIRST_GUESS_MS;
  let lastFinished = '';
  const loads = new Set<Load>();
  const byKey = new Map<string, Load>();
  /** How many requests of this process the figures do not include yet, by priority. */
  const pending = new Map<number, number>();

  const settle = (load: Load): void => {
    if (!load.pending) return;
    load.pending = false;
    pending.set(load.priority, (pending.get(load.priority) ?? 1) - 1);
  };
  const drop = (load: Load): void => {
    settle(load);
    loads.delete(load);
    if (load.singleFlightKey !== undefined) byKey.delete(load.singleFlightKey);
  };
  const queue = createQueueWatch({
    db: deps.db,
    longestLifeMs: deps.longestLifeMs,
    needed: () => loads.size > 0,
    closed: deps.closed ?? (async () => null),
    onFigures: ({ at }) => {
      for (const load of loads) if (load.queuedAt !== undefined && load.queuedAt < at) settle(load);
    },
  });
  /** Scans per millisecond, limited by the concurrency of the workers and by their processor time. */
  const throughput = (workers: QueueFigures['workers']): number => {
    const each = (workers.length > 0 ? workers : STARTING).map(({ concurrency, cpuMsPerJob }) =>
      Math.min(concurrency / meanMs, cpuMsPerJob === null ? Infinity : SHARE_OF_PROCESSOR / cpuMsPerJob),
    );
    return each.reduce((sum, rate) => sum + rate, 0);
  };
  const decide = (figures: QueueFigures, priority: number, aheadHere: number): QueueUnavailable | null => {
    const { waiting, workers, closed } = figures;
    if (closed) return notNow(closed);
    const waitMs = (aheadHere + scansBefore(waiting, priority)) / throughput(workers);
    // What the caller's deadline leaves after a scan that takes three times the mean.
    const longestWaitMs = Math.max(deps.longestWaitMs, deps.longestLifeMs - 3 * meanMs);
    if (waitMs <= longestWaitMs) return null;
    return new QueueUnavailable(
      'too many scans are waiting to answer this one in time: try again later',
      Math.max(1, Math.ceil((waitMs - longestWaitMs) / 1000)),
    );
  };

  return {
    take(priority) {
      // Counted now, so that requests that arrive while figures are fetched count only those before them.
      const aheadHere = scansBefore(pending, priority);
      let load: Load = { priority, holders: 1, pending: true };
      loads.add(load);
      pending.set(priority, (pending.get(priority) ?? 0) + 1);
      queue.watch();

      /** A refused request no longer counts for those behind it. */
      const decided = (refusal: QueueUnavailable | null) => {
        if (refusal) settle(load);
        return refusal;
      };
      const figures = queue.current();
      const refusedAtOnce = figures && decided(decide(figures, priority, aheadHere));
      let refusal = figures ? Promise.resolve(refusedAtOnce) : null;
      let left = false;

      return {
        priority,
        refusedAtOnce,
        refusal: () =>
          (refusal ??= queue.refresh().then(
            (fresh) => decided(decide(fresh, priority, aheadHere)),
            (error: unknown) => decided(notNow(error)),
          )),
        setKey(singleFlightKey) {
          // The caller left during the check: an entry that is made now would never be removed.
          if (left) return;
          const equal = byKey.get(singleFlightKey);
          if (equal) {
            drop(load);
            equal.holders += 1;
            load = equal;
          } else {
            load.singleFlightKey = singleFlightKey;
            byKey.set(singleFlightKey, load);
          }
        },
        queued() {
          load.queuedAt ??= performance.now();
        },
        leave() {
          if (left) return;
          left = true;
          load.holders -= 1;
          if (load.holders === 0) drop(load);
        },
      };
    },
    hasKey: (singleFlightKey) => byKey.has(singleFlightKey),
    finished(scanId, heldMs) {
      // Callers that wait for the same scan report it one after the other.
      if (scanId === lastFinished) return;
      lastFinished = scanId;
      meanMs += (heldMs - meanMs) * SMOOTHING;
    },
  };
}

function notNow(cause: unknown): QueueUnavailable {
  return new QueueUnavailable('the service cannot accept scans right now: try again shortly', 5, { cause });
}

function scansBefore(counts: ReadonlyMap<number, number>, priority: number): number {
  let ahead = 0;
  for (const [of, scans] of counts) if (of <= priority) ahead += scans;
  return ahead;
}
