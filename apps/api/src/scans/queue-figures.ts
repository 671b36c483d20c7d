import type { Db } from '@palisade/db/client';
import { queueLoad, type QueueLoad } from '@palisade/db/queue-load';
import { WORKER_ALIVE_MS } from '@palisade/queue/heartbeat';
import { scanJob } from '@palisade/queue/jobs';

/** Maximum age of the figures for an admission decision. */
const FRESH_MS = 500;
/** Interval in which the figures are refreshed while requests are in progress. */
const RENEW_MS = 300;
/** Maximum age while they are being refreshed: a database that is slow to do so is part of the overload. */
const USABLE_MS = 3_000;

export interface QueueFigures {
  /** When they were queried, by `performance.now()`: rows that were written later are not included. */
  at: number;
  /** The live workers: how many scans each runs at once, and the event-loop time of one if known. */
  workers: QueueLoad['workers'];
  /** How many scans are waiting to begin, by priority. */
  waiting: ReadonlyMap<number, number>;
  /** Why no report could be stored now; null if it could. */
  closed: Error | null;
}

export interface QueueWatch {
  /** Figures that are recent enough to decide by, without a query. */
  current(): QueueFigures | null;
  /** Queries the figures; concurrent calls share one query. @throws what the database throws */
  refresh(): Promise<QueueFigures>;
  /** Keeps refreshing the figures as long as `needed` returns true. */
  watch(): void;
}

/**
 * Watches the length of the scan queue, which all processes share.
 * @param deps.needed whether any request is waiting; called before each further refresh
 * @param deps.onFigures called after each successful refresh
 */
export function createQueueWatch(deps: {
  db: Db;
  /** Time after which callers give up: older rows belong to no caller. */
  longestLifeMs: number;
  needed: () => boolean;
  /** Why no report could be stored now, given whether the database is read-only. */
  closed: (readOnly: boolean) => Promise<Error | null>;
  onFigures: (figures: QueueFigures) => void;
}): QueueWatch {
  let known: QueueFigures | null = null;
  let refreshing: Promise<QueueFigures> | null = null;
  let watchedSince: number | null = null;

  const query = async (): Promise<QueueFigures> => {
    const at = performance.now();
    const asked = { queue: scanJob.queue, aliveMs: WORKER_ALIVE_MS, lifeMs: deps.longestLifeMs };
    const { waiting, workers, readOnly } = await queueLoad(deps.db, asked);
    known = { at, workers, waiting: new Map(waiting), closed: await deps.closed(readOnly) };
    deps.onFigures(known);
    return known;
  };
  const refresh = (): Promise<QueueFigures> => {
    refreshing ??= query().finally(() => (refreshing = null));
    return refreshing;
  };
  const again = (): void => {
    if (!deps.needed()) {
      watchedSince = null;
      return;
    }
    // After a failed refresh the figures become too old. Requests then query them directly and get the error.
    void refresh()
      .catch(() => undefined)
      .finally(() => setTimeout(again, RENEW_MS).unref());
  };

  return {
    current() {
      if (!known) return null;
      const renewed = watchedSince !== null && known.at >= watchedSince;
      return performance.now() - known.at <= (renewed ? USABLE_MS : FRESH_MS) ? known : null;
    },
    refresh,
    watch() {
      if (watchedSince !== null) return;
      watchedSince = performance.now();
      setTimeout(again, RENEW_MS).unref();
    },
  };
}
