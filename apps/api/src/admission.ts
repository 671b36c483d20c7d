import type { Db } from '@palisade/db/client';
import type { TypedQueue } from '@palisade/queue/backend';
import { scanJob } from '@palisade/queue/jobs';
import { QueueUnavailable } from './errors.ts';

/** How old the figures may be that an admission is decided on. */
const FRESH_MS = 500;
/** Before anything was measured: about what a scan of an ordinary site takes. */
const FIRST_GUESS_MS = 2_000;
/** Weight of the newest scan in the running mean. */
const SMOOTHING = 0.1;
const ALIVE_MS = 15_000;

export interface Admission {
  /** @throws QueueUnavailable at once when a new scan would wait too long */
  admit(): Promise<void>;
  /** Told how long each scan took from enqueuing to result. */
  finished(ms: number): void;
  predictedWaitMs(): Promise<number>;
}

/**
 * Turns work away while it is cheap to do so: a scan whose predicted time in the queue
 * exceeds what its caller's deadline leaves is refused in milliseconds, with the time after
 * which it is worth asking again, instead of being accepted and failed late.
 */
export function createAdmission(deps: {
  db: Db;
  queue: TypedQueue<{ scanId: string }>;
  longestWaitMs: number;
}): Admission {
  let meanMs = FIRST_GUESS_MS;
  let known: { at: number; waitMs: Promise<number> } | undefined;

  const predict = async (): Promise<number> => {
    const [counts, workers] = await Promise.all([
      deps.queue.raw.getJobCounts('waiting', 'prioritized', 'active'),
      deps.db.workerHeartbeat.aggregate({
        where: { kind: scanJob.queue, seenAt: { gt: new Date(Date.now() - ALIVE_MS) } },
        _sum: { concurrency: true },
      }),
    ]);
    const waiting = (counts['waiting'] ?? 0) + (counts['prioritized'] ?? 0);
    // No worker has reported: one may be starting. Only a queue that is really filling up is refused then.
    const slots = Math.max(1, workers._sum.concurrency ?? 0);
    return (waiting / slots) * meanMs;
  };
  const predictedWaitMs = (): Promise<number> => {
    if (!known || Date.now() - known.at > FRESH_MS) known = { at: Date.now(), waitMs: predict() };
    return known.waitMs;
  };

  return {
    predictedWaitMs,
    async admit() {
      let waitMs: number;
      try {
        waitMs = await predictedWaitMs();
      } catch (error) {
        known = undefined;
        throw new QueueUnavailable('the service cannot take scans right now: try again shortly', 5, { cause: error });
      }
      if (waitMs <= deps.longestWaitMs) return;
      const retryAfter = Math.max(1, Math.ceil((waitMs - deps.longestWaitMs) / 1000));
      throw new QueueUnavailable('too many scans are waiting to answer this one in time: try again later', retryAfter);
    },
    finished(ms) {
      meanMs += (ms - meanMs) * SMOOTHING;
    },
  };
}
