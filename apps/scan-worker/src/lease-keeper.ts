import type { Db } from '@palisade/db/client';
import { LEASE_MS, RENEW_MS, renewScans, type ScanHold } from '@palisade/db/scan-leases';

export interface LeaseKeeper {
  /** How long a lease lasts from its last renewal. */
  readonly leaseMs: number;
  /** @returns a signal that aborts when another worker has taken or ended the scan, and a function that stops the renewals */
  keep(hold: ScanHold): { lost: AbortSignal; release(): void };
  stop(): void;
}

/** Renews the leases of all scans in this worker, in one query. If the database is unreachable, the next round tries again. */
export function createLeaseKeeper(db: Db, onError: (error: unknown) => void, leaseMs = LEASE_MS): LeaseKeeper {
  const kept = new Map<ScanHold, AbortController>();
  const renew = async (): Promise<void> => {
    const holds = [...kept.keys()];
    const held = await renewScans(db, holds, leaseMs);
    for (const hold of holds) if (!held.has(hold.id)) kept.get(hold)?.abort('the lease was lost');
  };
  const timer = setInterval(() => {
    if (kept.size > 0) renew().catch(onError);
  }, RENEW_MS);
  timer.unref();
  return {
    leaseMs,
    keep(hold) {
      const life = new AbortController();
      kept.set(hold, life);
      return { lost: life.signal, release: () => void kept.delete(hold) };
    },
    stop: () => clearInterval(timer),
  };
}
