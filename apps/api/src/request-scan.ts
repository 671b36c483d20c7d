import { createHash, randomUUID } from 'node:crypto';
import type { Db } from '@palisade/db/client';
import {
  leaveScan,
  loadScanResults,
  startOrJoinScan,
  type ScanFailure,
  type ScanResult,
  type ScanTier,
} from '@palisade/db/scans';
import type { QueueBackend } from '@palisade/queue/backend';
import { scanJob } from '@palisade/queue/jobs';
import { createResultWaiter, WaitAborted, WaitTimeout } from '@palisade/queue/result-waiter';
import { SCAN_CANCEL, SCAN_DONE } from '@palisade/queue/topics';
import type { ScanReport } from '@palisade/report/report';
import { NetworkFault, ScanCancelled, TargetRefused, type NetworkFaultCode } from '@palisade/scanner/errors';
import type { EgressPolicy } from '@palisade/scanner/gather/net/egress';
import { parseTarget } from '@palisade/scanner/parse-target';
import type { Logger } from '@palisade/telemetry/logger';
import { createAdmission } from './admission.ts';
import { QueueUnavailable } from './errors.ts';

export interface RequestScan {
  /**
   * Enqueues a scan and waits for its report.
   * @throws TargetRefused, NetworkFault, QueueUnavailable; ScanCancelled when `signal` aborts first
   */
  (url: string, options: { tier: ScanTier; signal: AbortSignal; client?: string }): Promise<ScanReport>;
}

export interface ScanRequester {
  requestScan: RequestScan;
  stats(): { waiting: number; rescued: number };
  close(): void;
}

/** Added to the scan's own deadline: what a request may spend in the queue before its caller hears 503. */
const QUEUE_SLACK_MS = 4_000;
/**
 * BullMQ runs jobs without a priority first, then 1, 2, 3 …: a client's first scan in flight goes
 * before anybody's second, so that one greedy client only waits for itself; free scans come after all paid ones.
 */
const FREE_PRIORITY = 1000;
const LOWEST_SHARE = 900;

export async function createScanRequester(deps: {
  db: Db;
  backend: QueueBackend;
  policy: EgressPolicy;
  timeoutMs: number;
  log: Logger;
}): Promise<ScanRequester> {
  const { db, backend, policy, log } = deps;
  const queue = backend.queue(scanJob);
  const waiter = await createResultWaiter<ScanResult>({
    broadcast: backend.broadcast,
    topic: SCAN_DONE,
    load: (ids) => loadScanResults(db, ids),
    onError: (error) => log.warn({ err: error }, 'looking for results'),
  });

  const leave = async (scanId: string): Promise<void> => {
    if (!(await leaveScan(db, scanId))) return;
    const job = await queue.raw.getJob(scanId);
    // A waiting job is simply removed; a running one refuses that, and its worker is told to stop it.
    const removed = job
      ? await job.remove().then(
          () => true,
          () => false,
        )
      : false;
    if (!removed) await backend.broadcast.publish(SCAN_CANCEL, scanId);
  };

  const admission = createAdmission({ db, queue, longestWaitMs: QUEUE_SLACK_MS });
  const inFlight = new Map<string, number>();
  const priorityOf = (tier: ScanTier, client: string): number | undefined => {
    const share = Math.min((inFlight.get(client) ?? 1) - 1, LOWEST_SHARE);
    const priority = tier === 'free' ? FREE_PRIORITY + share : share;
    return priority === 0 ? undefined : priority;
  };

  const requestScan: RequestScan = async (url, { tier, signal, client = tier }) => {
    const target = parseTarget(url, policy);
    if (signal.aborted) throw new ScanCancelled('the caller is gone');
    await admission.admit();
    const { id } = await unavailable(() =>
      startOrJoinScan(db, { id: randomUUID(), url: target.url, tier, liveKey: liveKey(target.url) }),
    );
    // Waiting begins before the job is in the queue, so that no message can slip between.
    const answer = waiter.wait(id, { timeoutMs: deps.timeoutMs + QUEUE_SLACK_MS, signal });
    answer.catch(() => undefined);
    const started = performance.now();
    inFlight.set(client, (inFlight.get(client) ?? 0) + 1);
    try {
      const priority = priorityOf(tier, client);
      // Also for a scan that was joined: its starter may have died before this line, and equal ids are one job.
      await unavailable(() =>
        queue.add({ scanId: id }, { jobId: id, ...(priority === undefined ? {} : { priority }) }),
      );
      const result = await answer;
      admission.finished(performance.now() - started);
      if (result.ok) return result.report as ScanReport;
      throw thrown(result.failure);
    } catch (error) {
      if (error instanceof WaitTimeout || error instanceof WaitAborted || error instanceof QueueUnavailable) {
        await leave(id).catch((failure: unknown) => log.warn({ scanId: id, err: failure }, 'could not cancel a scan'));
        if (error instanceof WaitTimeout)
          throw new QueueUnavailable('the scan did not finish in time: try again shortly', 10);
        if (error instanceof WaitAborted) throw new ScanCancelled('the caller is gone');
      }
      throw error;
    } finally {
      const left = (inFlight.get(client) ?? 1) - 1;
      if (left > 0) inFlight.set(client, left);
      else inFlight.delete(client);
    }
  };

  return {
    requestScan,
    stats: () => ({ waiting: waiter.pending, rescued: waiter.rescued }),
    close: () => waiter.close(),
  };
}

function liveKey(url: string): string {
  return createHash('sha256').update(url).digest('base64url');
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

/** Trouble with our own database or queue is never the caller's or the site's fault. */
async function unavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new QueueUnavailable('the service cannot take scans right now: try again shortly', 5, { cause: error });
  }
}
