import type { Db } from '@palisade/db/client';
import { QueueUnavailable } from '../errors.ts';
import { createQueueWatch, type QueueFigures } from './queue-figures.ts';

/** Before anything was measured: what a quick site takes, for turning away too early costs a caller more than too late. */
const FIRST_GUESS_MS = 1_000;
/** Weight of the newest scan in the running mean. */
const SMOOTHING = 0.1;
/** Of a processor's time what a worker can count on: it has its other threads, and neighbours. */
const SHARE_OF_PROCESSOR = 0.6;
/** No worker has reported: one may be starting. Only a queue that is really filling up is refused then. */
const STARTING = [{ concurrency: 1, cpuMsPerJob: null }];

/** One request's slot in the line. It counts for the requests behind it from the moment it is taken until it is left. */
export interface Slot {
  /** 0 runs first. */
  readonly priority: number;
  /** What is known from the figures in memory; null also when nothing is known yet. */
  readonly refusedAtOnce: QueueUnavailable | null;
  /** What to answer at once when it would wait too long behind those that run before it; null to go ahead. */
  refusal(): Promise<QueueUnavailable | null>;
  /** Equal scans run once, so they count once. */
  goesFor(singleFlightKey: string): void;
  /** Its row is written: from the next look on it is among the figures. */
  queued(): void;
  leave(): void;
}

export interface Admission {
  /** Decided on figures in memory wherever they are fresh: under overload a refusal costs neither query nor wait. */
  take(priority: number): Slot;
  /** Whether another request of this process goes for the same. */
  isOnItsWay(singleFlightKey: string): boolean;
  /** How long a worker held each scan; counted once for all that waited for it. */
  finished(scanId: string, heldMs: number): void;
}

/** What one request, or several equal ones, of this process add to the line. */
interface Load {
  priority: number;
  holders: number;
  /** Not among the figures yet. */
  pending: boolean;
  singleFlightKey?: string;
  queuedAt?: number;
}

/**
 * Turns work away while it is cheap to do so: a scan whose predicted time in the queue
 * exceeds what its caller's deadline leaves is refused in milliseconds, with the time after
 * which it is worth asking again, instead of being accepted and failed late. Only what would
 * run before it counts, so that a backlog of free scans, or of one greedy client, turns away
 * no one else.
 */
export function createAdmission(deps: {
  db: Db;
  /** Always granted: a scan that waited no longer still has its whole deadline. */
  longestWaitMs: number;
  /** When callers give up. */
  longestLifeMs: number;
  /** Why no report could be stored now, in a database that takes changes or not: then no scan begins. */
  closed?: (readOnly: boolean) => Promise<Error | null>;
}): Admission {
  let meanMs = FIRST_GUESS_MS;
  let lastFinished = '';
  const loads = new Set<Load>();
  const byKey = new Map<string, Load>();
  /** This process's requests that the figures do not count yet, by priority. */
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
  /** Scans in a millisecond: as many as the workers hold in the time that one is held, or as their processors can bear. */
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
      // Counted now: of those that enter while the figures are fetched, each sees only those before it.
      const aheadHere = scansBefore(pending, priority);
      let load: Load = { priority, holders: 1, pending: true };
      loads.add(load);
      pending.set(priority, (pending.get(priority) ?? 0) + 1);
      queue.watch();

      /** A request that is refused keeps no other waiting. */
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
          (refusal ??= queue.look().then(
            (fresh) => decided(decide(fresh, priority, aheadHere)),
            (error: unknown) => decided(notNow(error)),
          )),
        goesFor(singleFlightKey) {
          // It left while it was asked about: what it entered now would never be removed.
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
    isOnItsWay: (singleFlightKey) => byKey.has(singleFlightKey),
    finished(scanId, heldMs) {
      // Callers that wait for the same scan report it one after the other.
      if (scanId === lastFinished) return;
      lastFinished = scanId;
      meanMs += (heldMs - meanMs) * SMOOTHING;
    },
  };
}

function notNow(cause: unknown): QueueUnavailable {
  return new QueueUnavailable('the service cannot take scans right now: try again shortly', 5, { cause });
}

function scansBefore(counts: ReadonlyMap<number, number>, priority: number): number {
  let ahead = 0;
  for (const [of, scans] of counts) if (of <= priority) ahead += scans;
  return ahead;
}
