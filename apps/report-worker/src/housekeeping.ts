import type { BillingDeps } from '@palisade/billing/billing-deps';
import { reconcile } from '@palisade/billing/reconcile';
import { dueBatchScans } from '@palisade/db/batches';
import { purgeOldRows } from '@palisade/db/retention';
import { dueMail } from '@palisade/mail/deliver-mail';
import type { QueueBackend, TypedQueue } from '@palisade/queue/backend';
import { batchScanJob, complianceJob, housekeepingJob, mailJob, providerEventJob } from '@palisade/queue/jobs';
import { handOverCallbacks, type CallbackDeps } from './callbacks.ts';
import { renewLeaderboard } from './leaderboard.ts';
import type { Logger } from '@palisade/telemetry/logger';

export interface HousekeepingDeps extends CallbackDeps {
  billing: BillingDeps;
  log: Logger;
}

type Task = 'deliver' | 'reconcile' | 'retention' | 'leaderboard';

const SECOND_MS = 1_000;
const EVERY_MS: Readonly<Record<Task, number>> = {
  deliver: 2 * SECOND_MS,
  reconcile: 600 * SECOND_MS,
  retention: 3_600 * SECOND_MS,
  leaderboard: 5 * SECOND_MS,
};
/** Rows whose job should exist by now: enqueuing it failed, or the queue lost it. */
const OVERDUE_MS = 30 * SECOND_MS;
/** Providers' own retries and late authorizations may be days old. */
const RECONCILE_BACK_MS = 4 * 86_400 * SECOND_MS;
const BATCH = 100;

/**
 * Schedules the tasks, and again every minute: a Redis that lost its data would otherwise have no schedule until a
 * report worker is restarted, and no email would be sent. Called by every report worker; equal schedules are one.
 */
export async function keepHousekeeping(
  backend: QueueBackend,
  { onError, everyMs = 60 * SECOND_MS }: { onError: (error: unknown) => void; everyMs?: number },
): Promise<{ stop(): void }> {
  await schedule(backend);
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= schedule(backend)
      .catch(onError)
      .finally(() => (running = null));
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

async function schedule(backend: QueueBackend): Promise<void> {
  const queue = backend.queue(housekeepingJob);
  for (const [task, intervalMs] of Object.entries(EVERY_MS) as [Task, number][]) {
    await queue.every(intervalMs, task, { task });
  }
}

/** All tasks at once. */
export const HOUSEKEEPING_CONCURRENCY = Object.keys(EVERY_MS).length;

/**
 * Runs tasks next to each other: a payment provider that is slow, or many subscriptions, must not hold up the mail. A
 * task that still runs in this process is not begun a second time.
 */
export function createHousekeeper(deps: HousekeepingDeps): (payload: { task: Task }) => Promise<void> {
  const running = new Set<Task>();
  return async ({ task }) => {
    if (running.has(task)) return;
    running.add(task);
    try {
      await runHousekeepingJob(deps, { task });
    } finally {
      running.delete(task);
    }
  };
}

export async function runHousekeepingJob(deps: HousekeepingDeps, { task }: { task: Task }): Promise<void> {
  const { db, billing, log } = deps;
  switch (task) {
    case 'deliver':
      return handOver(deps);
    case 'reconcile': {
      if (Object.keys(billing.providers).length === 0) return;
      const result = await reconcile(billing, {
        since: new Date(Date.now() - RECONCILE_BACK_MS),
        light: true,
      });
      const found = result.differences.length - result.open;
      if (found > 0) log.warn({ differences: found }, 'payments differed from the ledger');
      if (result.open > 0) log.warn({ open: result.open }, 'payments wait for a decision: see /ops');
      return;
    }
    case 'retention':
      log.info(await purgeOldRows(db), 'old rows deleted');
      return;
    case 'leaderboard':
      return renewLeaderboard(deps);
  }
}

/**
 * A job for every due message. Called after work that may have written one, so that it is sent
 * immediately, and on a schedule, for what a crash in between left. Equal job ids are one job.
 */
export async function handOverMail({ db, backend }: Pick<HousekeepingDeps, 'db' | 'backend'>): Promise<void> {
  for (const messageId of await dueMail(db, BATCH)) {
    // A message is tried more than once, and a finished job's id stays in use for a while.
    await backend.queue(mailJob).add({ messageId }, { jobId: `${messageId}-${Math.floor(Date.now() / 10_000)}` });
  }
}

/** The rows are the truth: every due row without a job gets one. */
async function handOver(deps: HousekeepingDeps): Promise<void> {
  const { db, backend } = deps;
  const parts = [
    () => handOverMail({ db, backend }),
    () => handOverCallbacks(deps, BATCH),
    () => handOverBatchScans(deps),
    () => handOverReports(deps),
    () => handOverEvents(deps),
  ];
  // Separately: one row that cannot be enqueued must not block those after it.
  const errors: unknown[] = [];
  for (const part of parts) await part().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** A row whose job should exist by now, or one dated in the future: the clock was set back since. */
function overdue(): ({ lt: Date } | { gt: Date })[] {
  const now = Date.now();
  return [{ lt: new Date(now - OVERDUE_MS) }, { gt: new Date(now + OVERDUE_MS) }];
}

async function handOverBatchScans({ db, backend }: HousekeepingDeps): Promise<void> {
  for (const { id, position } of await dueBatchScans(db, BATCH)) {
    const jobId = `${id}-${Math.floor(Date.now() / OVERDUE_MS)}`;
    await backend.queue(batchScanJob).add({ itemId: id }, { jobId, ...(position > 0 && { priority: position }) });
  }
}

async function handOverReports({ db, backend }: HousekeepingDeps): Promise<void> {
  const reports = await db.complianceReport.findMany({
    where: { state: 'scanned', OR: overdue().map((createdAt) => ({ createdAt })) },
    select: { id: true },
    take: BATCH,
  });
  for (const { id } of reports) await addAgain(backend.queue(complianceJob), { reportId: id }, id);
}

async function handOverEvents({ db, backend }: HousekeepingDeps): Promise<void> {
  const events = await db.providerEvent.findMany({
    where: { processedAt: null, OR: overdue().map((receivedAt) => ({ receivedAt })) },
    select: { id: true },
    take: BATCH,
  });
  for (const { id } of events) await addAgain(backend.queue(providerEventJob), { eventId: id }, id);
}

/**
 * The row says that there is work, so there must be a job for it. A finished or failed job
 * keeps its id for a while, and adding the id again would do nothing: it is removed first.
 */
async function addAgain<P>(queue: TypedQueue<P>, payload: P, jobId: string): Promise<void> {
  const earlier = await queue.raw.getJob(jobId);
  if (earlier && ((await earlier.isFailed()) || (await earlier.isCompleted()))) await earlier.remove();
  await queue.add(payload, { jobId });
}
