import { randomUUID } from 'node:crypto';
import type { Db } from '@palisade/db/client';
import type { FurtherPages } from '@palisade/db/further-pages';
import {
  joinScan,
  leaveScan,
  loadScanResults,
  startOrJoinScan,
  type FoundScan,
  type ScanResult,
  type ScanTier,
} from '@palisade/db/scans';
import type { ScanFailure } from '@palisade/db/scan-failure';
import type { QueueBackend } from '@palisade/queue/backend';
import { livingWorkers } from '@palisade/queue/heartbeat';
import { browserJob, scanJob } from '@palisade/queue/jobs';
import { createResultWaiter, ResultLost, WaitAborted, WaitTimeout } from '@palisade/queue/result-waiter';
import { SCAN_CANCEL, SCAN_DONE, SCAN_LOST } from '@palisade/queue/topics';
import type { ScanReport } from '@palisade/report/report';
import { NetworkFault, ScanCancelled, TargetRefused, type NetworkFaultCode } from '@palisade/scanner/errors';
import type { Logger } from '@palisade/telemetry/logger';
import { annotate } from '@palisade/telemetry/tracing';
import { QueueUnavailable } from '../errors.ts';

interface ScanOrder {
  url: string;
  /** Orders with the same key share one scan. */
  singleFlightKey: string;
  tier: ScanTier;
  /** Whether a browser loads the page, too, if there is one. */
  browser: boolean;
  pages: FurtherPages | undefined;
  /** 0 runs first. */
  priority: number;
  /** If set, the order may join a scan that is in progress, but not start one. */
  refusal: QueueUnavailable | null;
  /** A time by `performance.now()`. */
  giveUpAt: number;
  signal: AbortSignal;
  log: Pick<Logger, 'info'>;
  /** Called when the scan has a row, its own or that of the scan it joins. */
  onRow(scanId: string): void;
  /** Called when its job is in the queue. */
  onQueued(): void;
  /** Called with how long a worker held the scan. */
  onHeld(scanId: string, heldMs: number): void;
}

/** Time after its first caller has given up by which a worker must have taken the scan. */
const LEASE_GRACE_MS = 1_000;

export interface ScanRunner {
  /**
   * Starts or joins the scan and waits for its report.
   * @throws TargetRefused, NetworkFault, QueueUnavailable; ScanCancelled when `signal` aborts first
   */
  run(order: ScanOrder): Promise<ScanReport>;
  stats(): { waiting: number; rescued: number };
  close(): void;
}

export async function createScanRunner(deps: { db: Db; backend: QueueBackend; log: Logger }): Promise<ScanRunner> {
  const { db, backend, log } = deps;
  const queue = backend.queue(scanJob);
  const waiter = await createResultWaiter<ScanResult>({
    broadcast: backend.broadcast,
    topic: SCAN_DONE,
    lostTopic: SCAN_LOST,
    load: (ids) => loadScanResults(db, ids),
    onError: (error) => log.warn({ err: error }, 'looking for results'),
  });

  const leave = async (scanId: string): Promise<void> => {
    if (!(await leaveScan(db, scanId))) return;
    const job = await queue.raw.getJob(scanId);
    // A waiting job is removed. A running one cannot be, so its worker is asked to stop it.
    const removed = job
      ? await job.remove().then(
          () => true,
          () => false,
        )
      : false;
    if (!removed) await backend.broadcast.publish(SCAN_CANCEL, scanId);
  };

  const moveUp = async (scanId: string, priority: number): Promise<void> => {
    try {
      await (await queue.raw.getJob(scanId))?.changePriority({ priority });
    } catch (error) {
      // The scan began or ended meanwhile, so its priority no longer matters.
      log.debug({ scanId, err: error }, 'priority not changed');
    }
  };

  /** A caller who pays for a browser does not join a scan that runs without one. */
  const startOrJoin = async (wanted: Parameters<typeof startOrJoinScan>[1]): Promise<FoundScan> => {
    const found = await startOrJoinScan(db, wanted);
    if (!found.joined || !wanted.browser || found.browser || (await livingWorkers(db, browserJob.queue)) === 0)
      return found;
    await leaveScan(db, found.id);
    return await startOrJoinScan(db, { ...wanted, singleFlightKey: `${wanted.singleFlightKey}:browser` });
  };

  return {
    async run(order) {
      const { refusal, tier, signal } = order;
      const patienceMs = Math.max(0, Math.ceil(order.giveUpAt - performance.now()));
      const wanted = { ...order, id: randomUUID(), leaseMs: patienceMs + LEASE_GRACE_MS };
      const scan = await unavailable(() => (refusal ? joinScan(db, wanted) : startOrJoin(wanted)));
      if (!scan) throw refusal ?? new QueueUnavailable('the service cannot accept scans right now: try again shortly');
      const { id, joined, priority, queued } = scan;
      order.onRow(id);
      annotate({ 'palisade.scan_id': id });
      order.log.info({ scanId: id, joined, priority }, 'scan requested');
      // Starts to wait before the job is in the queue, so that no message can be missed.
      const answer = waiter.wait(id, { timeoutMs: patienceMs, signal });
      answer.catch(() => undefined);
      try {
        // Also for a joined scan that no worker has taken: the process that started it may have died before this line.
        // Equal IDs are one job. If that job has ended, the scan's lease expires, and the next caller starts another.
        if (queued)
          await unavailable(() => queue.add({ scanId: id }, { jobId: id, ...(priority === 0 ? {} : { priority }) }));
        order.onQueued();
        // A paid caller moves a free scan that they join to the front; any waiting caller moves a batch scan.
        const hurries = tier === 'paid' || (tier === 'free' && scan.tier === 'background');
        if (joined && queued && hurries) await moveUp(id, priority);
        const result = await answer;
        if (result.heldMs !== null) order.onHeld(id, result.heldMs);
        if (!result.ok) throw thrown(result.failure);
        return result.report as ScanReport;
      } catch (error) {
        if (isOver(error)) {
          const left = leave(id).catch((failure: unknown) =>
            log.warn({ scanId: id, err: failure }, 'could not cancel a scan'),
          );
          // A caller whose wait timed out, or whose result is lost, gets the response at once.
          if (!(error instanceof WaitTimeout || error instanceof ResultLost)) await left;
          if (error instanceof WaitTimeout)
            throw new QueueUnavailable('the scan did not finish in time: try again shortly', 10);
          if (error instanceof WaitAborted) throw new ScanCancelled('the caller is gone');
          if (error instanceof ResultLost)
            throw new QueueUnavailable('the result of the scan could not be stored: try again shortly', 5, {
              cause: error,
            });
        }
        throw error;
      }
    },
    stats: () => ({ waiting: waiter.pending, rescued: waiter.rescued }),
    close: () => waiter.close(),
  };
}

/** Whether this caller leaves a scan that may still be in progress. */
function isOver(error: unknown): boolean {
  return [WaitTimeout, WaitAborted, ResultLost, QueueUnavailable].some((kind) => error instanceof kind);
}

function thrown(failure: ScanFailure): Error {
  switch (failure.kind) {
    case 'refused':
      return new TargetRefused(failure.message);
    case 'unreachable':
      return new NetworkFault((failure.code ?? 'unreachable') as NetworkFaultCode, failure.message);
    case 'cancelled':
      return new QueueUnavailable('the scan was cancelled: try again', 1);
    case 'internal':
      return new QueueUnavailable('the scan failed on our side: try again', 5);
  }
}

/** Turns any error of our own database or queue into 503: it is never the fault of the caller or the site. */
export async function unavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new QueueUnavailable('the service cannot accept scans right now: try again shortly', 5, { cause: error });
  }
}
