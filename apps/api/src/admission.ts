import type { Db } from '@palisade/db/client';
import { queuedScans } from '@palisade/db/scans';
import { WORKER_ALIVE_MS } from '@palisade/queue/heartbeat';
import { scanJob } from '@palisade/queue/jobs';
import { QueueUnavailable } from './errors.ts';

/** How old the figures may be that an admission is decided on. */
const FRESH_MS = 500;
/** Before anything was measured: what a quick site takes, for turning away too early costs a caller more than too late. */
const FIRST_GUESS_MS = 1_000;
/** Weight of the newest scan in the running mean. */
const SMOOTHING = 0.1;

export interface Admission {
  /**
   * @param scan its priority (0 runs first) and what it shares with equal scans
   * @returns what to answer at once when it would wait too long behind those that run before it; null to go ahead
   */
  refusal(scan: { priority: number; liveKey: string }): Promise<QueueUnavailable | null>;
  /** Told how long each scan ran, its time in the queue left out. */
  finished(runMs: number): void;
}

interface Snapshot {
  slots: number;
  /** How many scans wait, by priority; those admitted since are added here. */
  waiting: Map<number, number>;
  /** Asked for again it is the same scan. */
  admitted: Set<string>;
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
  /** When callers give up: rows older than this belong to nobody. */
  longestLifeMs: number;
}): Admission {
  let meanMs = FIRST_GUESS_MS;
  let known: { at: number; snapshot: Promise<Snapshot> } | undefined;

  const look = async (): Promise<Snapshot> => {
    const now = Date.now();
    const [queued, workers] = await Promise.all([
      queuedScans(deps.db, new Date(now - deps.longestLifeMs)),
      deps.db.workerHeartbeat.aggregate({
        where: { kind: scanJob.queue, seenAt: { gt: new Date(now - WORKER_ALIVE_MS) } },
        _sum: { concurrency: true },
      }),
    ]);
    // No worker has reported: one may be starting. Only a queue that is really filling up is refused then.
    const slots = Math.max(1, workers._sum.concurrency ?? 0);
    return { slots, waiting: new Map(queued.map(({ priority, scans }) => [priority, scans])), admitted: new Set() };
  };
  const snapshot = (): Promise<Snapshot> => {
    if (!known || Date.now() - known.at > FRESH_MS) known = { at: Date.now(), snapshot: look() };
    return known.snapshot;
  };

  return {
    async refusal({ priority, liveKey }) {
      let current: Snapshot;
      try {
        current = await snapshot();
      } catch (error) {
        known = undefined;
        return new QueueUnavailable('the service cannot take scans right now: try again shortly', 5, { cause: error });
      }
      if (current.admitted.has(liveKey)) return null;
      let ahead = 0;
      for (const [of, scans] of current.waiting) if (of <= priority) ahead += scans;
      const waitMs = (ahead / current.slots) * meanMs;
      // What the caller's deadline leaves after a scan that takes thrice the mean.
      const longestWaitMs = Math.max(deps.longestWaitMs, deps.longestLifeMs - 3 * meanMs);
      if (waitMs > longestWaitMs) {
        const retryAfter = Math.max(1, Math.ceil((waitMs - longestWaitMs) / 1000));
        return new QueueUnavailable(
          'too many scans are waiting to answer this one in time: try again later',
          retryAfter,
        );
      }
      current.waiting.set(priority, (current.waiting.get(priority) ?? 0) + 1);
      current.admitted.add(liveKey);
      return null;
    },
    finished(runMs) {
      meanMs += (runMs - meanMs) * SMOOTHING;
    },
  };
}
