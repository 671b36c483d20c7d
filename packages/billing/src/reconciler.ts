import { clock, type BillingDeps } from './billing-deps.ts';
import { reconcile, type Reconciliation } from './reconcile.ts';

export interface ReconcilerOptions {
  intervalMs: number;
  /** How far back each run looks: longer than providers keep trying to deliver a webhook. */
  lookBackMs: number;
  onDone?: (result: Reconciliation) => void;
  onError?: (error: unknown) => void;
}

/**
 * Reconciles one interval after the start, and then again and again, never two at once. Several
 * processes may do it: they would find the same things and settle them once.
 */
export function startReconciler(deps: BillingDeps, options: ReconcilerOptions): { stop(): Promise<void> } {
  let running: Promise<void> | null = null;
  const run = () => {
    const since = new Date(clock(deps).getTime() - options.lookBackMs);
    running ??= reconcile(deps, { since })
      .then(async (result) => {
        await forgetOldEvents(deps);
        options.onDone?.(result);
      })
      .catch((error: unknown) => options.onError?.(error))
      .finally(() => (running = null));
  };
  const timer = setInterval(run, options.intervalMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Events hold people's names and addresses. Providers repeat them for days, questions come for weeks. */
const KEEP_EVENTS_MS = 90 * 86_400_000;

async function forgetOldEvents(deps: BillingDeps): Promise<void> {
  const old = new Date(clock(deps).getTime() - KEEP_EVENTS_MS);
  await deps.db.providerEvent.deleteMany({ where: { processedAt: { lt: old } } });
}
