import type { Db } from '@palisade/db/client';
import { lineFigures, type LineFigures } from '@palisade/db/line-figures';
import { WORKER_ALIVE_MS } from '@palisade/queue/heartbeat';
import { scanJob } from '@palisade/queue/jobs';

/** How old the figures may be that an admission is decided on. */
const FRESH_MS = 500;
/** While requests are under way the figures are renewed this often. */
const RENEW_MS = 300;
/** A database that is slow to renew them is the overload itself: until this age they still decide. */
const USABLE_MS = 3_000;

export interface QueueFigures {
  /** When they were asked for, by `performance.now()`: rows written later are not among them. */
  at: number;
  /** The living workers: how many scans each holds, and what one costs its event loop where that is known. */
  workers: LineFigures['workers'];
  /** How many scans wait to be begun, by priority. */
  waiting: ReadonlyMap<number, number>;
  /** Why no report could be stored now. */
  closed: Error | null;
}

export interface QueueWatch {
  /** Figures that are good enough to decide on now, without asking anyone. */
  current(): QueueFigures | null;
  /** Asks; callers at the same time share the answer. @throws what the database throws */
  look(): Promise<QueueFigures>;
  /** Looks again and again, as long as `needed` says so. */
  watch(): void;
}

/**
 * How deep the scan queue is, for all processes together.
 * @param deps.needed whether anyone is waiting; asked before each further look
 * @param deps.onFigures told of each look that succeeded
 */
export function createQueueWatch(deps: {
  db: Db;
  /** When callers give up: rows older than this belong to no one. */
  longestLifeMs: number;
  needed: () => boolean;
  /** Why no report could be stored now, in a database that takes changes or not. */
  closed: (readOnly: boolean) => Promise<Error | null>;
  onFigures: (figures: QueueFigures) => void;
}): QueueWatch {
  let known: QueueFigures | null = null;
  let looking: Promise<QueueFigures> | null = null;
  let watchedSince: number | null = null;

  const ask = async (): Promise<QueueFigures> => {
    const at = performance.now();
    const asked = { queue: scanJob.queue, aliveMs: WORKER_ALIVE_MS, lifeMs: deps.longestLifeMs };
    const { waiting, workers, readOnly } = await lineFigures(deps.db, asked);
    known = { at, workers, waiting: new Map(waiting), closed: await deps.closed(readOnly) };
    deps.onFigures(known);
    return known;
  };
  const look = (): Promise<QueueFigures> => {
    looking ??= ask().finally(() => (looking = null));
    return looking;
  };
  const again = (): void => {
    if (!deps.needed()) {
      watchedSince = null;
      return;
    }
    // A look that fails leaves the figures to grow too old; then requests ask themselves, and are told why.
    void look()
      .catch(() => undefined)
      .finally(() => setTimeout(again, RENEW_MS).unref());
  };

  return {
    current() {
      if (!known) return null;
      const renewed = watchedSince !== null && known.at >= watchedSince;
      return performance.now() - known.at <= (renewed ? USABLE_MS : FRESH_MS) ? known : null;
    },
    look,
    watch() {
      if (watchedSince !== null) return;
      watchedSince = performance.now();
      setTimeout(again, RENEW_MS).unref();
    },
  };
}
