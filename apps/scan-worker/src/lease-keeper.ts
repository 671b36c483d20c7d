import type { Db } from '@palisade/db/client';
import { RENEW_MS, renewScans, type ScanHold } from '@palisade/db/scan-leases';

export interface LeaseKeeper {
  /** @returns a signal that aborts when another worker has taken or ended the scan, and a function that stops the renewals */
  keep(hold: ScanHold): { lost: AbortSignal; release(): void };
  stop(): void;
}

/** Renews the leases of all scans in this worker, in one query. If the database is unreachable, the next round tries again. */
export function createLeaseKeeper(db: Db, onError: (error: unknown) => void): LeaseKeeper {
  const kept = new Map<ScanHold, AbortController>();
  const renew = async (): Promise<void> => {
    const holds = [...kept.keys()];
    const held = await renewScans(db, holds);
    for (const hold of holds) if (!held.has(hold.id)) kept.get(hold)?.abort('the lease was lost');
  };
  const timer = setInterval(() => {
    if (kept.size > 0) renew().catch(onError);
  }, RENEW_MS);
  timer.unref();
  return {
    keep(hold) {
      const life = new AbortController();
      kept.set(hold, life);
      return { lost: life.signal, release: () => void kept.delete(hold) };
    },
    stop: () => clearInterval(timer),
  };
}
