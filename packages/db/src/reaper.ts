import type { Db } from './client.ts';
import { reapScans } from './scan-leases.ts';

const EVERY_MS = 5_000;

/**
 * Ends overdue scans periodically. Every kind of process runs one, so that it depends on no other; concurrent
 * runs do no harm. If the database is unavailable, the next run tries again.
 */
export function startReaper(
  db: Db,
  options: { onReaped: (scans: number) => void; onError: (error: unknown) => void; everyMs?: number },
): { stop(): Promise<void> } {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= reapScans(db)
      .then((scans) => {
        if (scans > 0) options.onReaped(scans);
      }, options.onError)
      .finally(() => (running = null));
  }, options.everyMs ?? EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
