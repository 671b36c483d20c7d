import type { Db } from '@palisade/db/client';
import type { QueueBackend } from '@palisade/queue/backend';
import { aliveSince } from '@palisade/queue/heartbeat';
import { browserJob } from '@palisade/queue/jobs';
import { unpacked } from '@palisade/queue/packed';
import { isPaused } from '@palisade/queue/paused';
import { createResultWaiter } from '@palisade/queue/result-waiter';
import { BROWSER_CANCEL, BROWSER_DONE } from '@palisade/queue/topics';
import { missing } from '@palisade/scanner/evidence/gathered';
import type { Logger } from '@palisade/telemetry/logger';

export interface Browsers {
  /**
   * Asks a browser worker to load the page that is scanned.
   * @returns undefined at once if no browser worker is running or its queue is paused; otherwise its evidence, which never rejects
   */
  ask(
    scanId: string,
    signal: AbortSignal,
    order?: { further: boolean; background: boolean },
  ): Promise<{ seen: Promise<unknown> } | undefined>;
  close(): void;
}

/** Reserved out of a scan's time for the judgment. */
const FOR_JUDGING_MS = 2_500;
/** No caller waits longer for a browser, however long a scan may take, unless they requested several pages. */
const LONGEST_MS = 6_000;
/** How long the answer to "is a worker running?" is kept. */
const KNOWN_MS = 2_000;

/** The scan worker's side of the queue `browser`: adds jobs, waits no longer than the scan can, and removes the results. */
export async function createBrowsers(deps: {
  db: Db;
  backend: QueueBackend;
  /** Whole-scan deadline. */
  timeoutMs: number;
  log: Logger;
}): Promise<Browsers> {
  const { db, backend, timeoutMs, log } = deps;
  const patience = (further: boolean): number => Math.min(further ? Infinity : LONGEST_MS, timeoutMs - FOR_JUDGING_MS);
  /** Browser jobs that this worker waits for. */
  let under = 0;
  const queue = backend.queue(browserJob);
  const onError = (error: unknown): void => log.warn({ err: error }, 'asking a browser');
  /** Browser jobs that all workers together run at once. */
  let known = { at: -Infinity, places: 0 };

  const placesNow = async (): Promise<number> => {
    if (performance.now() - known.at < KNOWN_MS) return known.places;
    const seenAt = { gt: await aliveSince(db) };
    const where = { kind: browserJob.queue, seenAt };
    const [workers, paused] = await Promise.all([
      db.workerHeartbeat.findMany({ where, select: { concurrency: true } }),
      isPaused(queue),
    ]);
    const places = paused ? 0 : workers.reduce((sum, { concurrency }) => sum + concurrency, 0);
    known = { at: performance.now(), places };
    return known.places;
  };
  /** Results of finished jobs; null: the job failed. */
  const load = async (ids: readonly string[]): Promise<Map<string, string | null>> => {
    const jobs = await Promise.all(ids.map((id) => queue.raw.getJob(id)));
    const over = new Map<string, string | null>();
    for (const [index, job] of jobs.entries()) {
      const answer: unknown = job?.returnvalue;
      if (job?.finishedOn === undefined) continue;
      over.set(ids[index] ?? '', typeof answer === 'string' ? answer : null);
    }
    return over;
  };
  const waiter = await createResultWaiter({ broadcast: backend.broadcast, topic: BROWSER_DONE, load, onError });

  const visit = async (scanId: string, dueAt: number, signal: AbortSignal): Promise<unknown> => {
    const answered = waiter.wait(scanId, { timeoutMs: Math.max(0, dueAt - Date.now()), signal });
    answered.catch(() => undefined);
    try {
      await queue.add({ scanId, dueAt }, { jobId: scanId });
      const answer = await answered;
      if (answer === null) return missing('internal', 'us', 'the browser could not visit the page');
      return JSON.parse(await unpacked(answer)) as unknown;
    } catch (error) {
      if (!(error instanceof Error) || !/^Wait(?:Timeout|Aborted)$/u.test(error.name)) onError(error);
      return missing('timeout', 'us', 'the browser did not finish before the report was due');
    } finally {
      await takeAway(scanId).catch(onError);
    }
  };
  /** A job that is running is ordered to stop, and removed later. */
  const takeAway = async (scanId: string): Promise<void> => {
    const job = await queue.raw.getJob(scanId);
    await job?.remove().catch(() => backend.broadcast.publish(BROWSER_CANCEL, scanId));
  };

  return {
    async ask(scanId, signal, { further, background } = { further: false, background: false }) {
      const places = await placesNow().catch(() => 0);
      if (places === 0) return undefined;
      // No more may wait than run at once: the rest would wait in vain. Batch scans must not take the places of callers.
      if (under >= (background ? places : 2 * places)) {
        return { seen: Promise.resolve(missing('limit', 'us', 'all browsers were busy')) };
      }
      under += 1;
      const seen = visit(scanId, Date.now() + patience(further), signal).finally(() => (under -= 1));
      return { seen };
    },
    close: () => waiter.close(),
  };
}
