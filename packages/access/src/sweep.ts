import type { Db } from '@palisade/db/client';
import { databaseTime } from '@palisade/db/database-time';
import { dayOf } from './period.ts';
import { releaseUnit } from './quota.ts';

const BATCH = 500;
/** How far the database's clock may be corrected backwards in small steps. */
const CLOCK_TOLERANCE_MS = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Settled reservations are kept past the end of the month, for questions about a bill. */
const KEEP_SETTLED_MS = 40 * DAY_MS;

export interface Sweep {
  /** Units released because the process that held them died. */
  released: number;
  /** Rows deleted because they are no longer needed. */
  purged: number;
}

/**
 * Safe to run in several processes concurrently: each unit is released once.
 * @param given instead of the database's time, by which units are held
 * @param purge false: old rows stay, for a service whose database role may not delete them
 */
export async function sweepReservations(db: Db, given?: Date, purge = true): Promise<Sweep> {
  const now = given ?? (await databaseTime(db));
  const abandoned = await db.quotaReservation.findMany({
    // A clock that was set back must not keep units held: a unit taken in the future counts as expired too.
    where: {
      state: 'held',
      OR: [{ leaseUntil: { lt: now } }, { createdAt: { gt: new Date(now.getTime() + CLOCK_TOLERANCE_MS) } }],
    },
    select: { id: true },
    orderBy: { leaseUntil: 'asc' },
    take: BATCH,
  });
  let released = 0;
  for (const { id } of abandoned) if (await releaseUnit(db, id, now)) released += 1;

  if (!purge) return { released, purged: 0 };
  const settled = await db.quotaReservation.deleteMany({
    where: { settledAt: { lt: new Date(now.getTime() - KEEP_SETTLED_MS) } },
  });
  // Yesterday's counters stay: a scan that started before midnight may still release its unit.
  const addresses = await db.quotaCounter.deleteMany({
    where: { subject: { startsWith: 'address:' }, period: { lt: dayOf(new Date(now.getTime() - DAY_MS)) } },
  });
  return { released, purged: settled.count + addresses.count };
}

/** Sweeps periodically. If the database is unavailable, the next run tries again. */
export function startSweeper(
  db: Db,
  options: {
    intervalMs: number;
    purge?: boolean;
    onSweep?: (sweep: Sweep) => void;
    onError?: (error: unknown) => void;
  },
): { stop(): Promise<void> } {
  let running: Promise<void> | null = null;
  const sweep = () => {
    running ??= sweepReservations(db, undefined, options.purge)
      .then(options.onSweep, options.onError)
      .finally(() => (running = null));
  };
  sweep();
  const timer = setInterval(sweep, options.intervalMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
