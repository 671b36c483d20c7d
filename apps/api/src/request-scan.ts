import { createHash, randomUUID } from 'node:crypto';
import type { Db } from '@palisade/db/client';
import {
  joinScan,
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
import { annotate } from '@palisade/telemetry/tracing';
import { createAdmission } from './admission.ts';
import { QueueUnavailable } from './errors.ts';

export interface RequestScan {
  /**
   * Enqueues a scan and waits for its report.
   * @throws TargetRefused, NetworkFault, QueueUnavailable; ScanCancelled when `signal` aborts first
   */
  (url: string, options: ScanRequest): Promise<ScanReport>;
}

interface ScanRequest {
  tier: ScanTier;
  signal: AbortSignal;
  /** Who asks, for fairness among those who ask at the same time: a key's id, or an address. */
  client: string;
  /** The request's own log, so that its id and the scan's stand in one line. */
  log?: Pick<Logger, 'info'>;
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

  const longestLifeMs = deps.timeoutMs + QUEUE_SLACK_MS;
  const admission = createAdmission({ db, longestWaitMs: QUEUE_SLACK_MS, longestLifeMs });
  const inFlight = new Map<string, number>();

  const requestScan: RequestScan = async (url, request) => {
    const target = parseTarget(url, policy);
    if (request.signal.aborted) throw new ScanCancelled('the caller is gone');
    const { client } = request;
    const share = inFlight.get(client) ?? 0;
    inFlight.set(client, share + 1);
    try {
      return await scanTarget(target.url, request, priorityOf(request.tier, share));
    } finally {
      const left = (inFlight.get(client) ?? 1) - 1;
      if (left > 0) inFlight.set(client, left);
      else inFlight.delete(client);
    }
  };

  const scanTarget = async (url: string, { tier, signal, log: requestLog = log }: ScanRequest, wanted: number) => {
    const asked = { id: randomUUID(), url, tier, liveKey: liveKey(url), priority: wanted };
    const refusal = await admission.refusal(asked);
    // To join one that is under way costs nothing, however deep the queue.
    const scan = await unavailable(() => (refusal ? joinScan(db, asked) : startOrJoinScan(db, asked)));
    if (!scan) throw refusal ?? new QueueUnavailable('the service cannot take scans right now: try again shortly');
    const { id, joined, priority } = scan;
    annotate({ 'palisade.scan_id': id });
    requestLog.info({ scanId: id, joined, priority }, 'scan asked for');
    // Waiting begins before the job is in the queue, so that no message can slip between.
    const answer = waiter.wait(id, { timeoutMs: longestLifeMs, signal });
    answer.catch(() => undefined);
    try {
      // Also for a scan that was joined: its starter may have died before this line, and equal ids are one job.
      await unavailable(() => queue.add({ scanId: id }, { jobId: id, ...(priority === 0 ? {} : { priority }) }));
      // A paid caller takes the free scan he joined with him to the front.
      if (joined && tier === 'paid') await moveUp(id, priority);
      const result = await answer;
      if (!result.ok) throw thrown(result.failure);
      const report = result.report as ScanReport;
      admission.finished(report.duration_ms);
      return report;
    } catch (error) {
      if (error instanceof WaitTimeout || error instanceof WaitAborted || error instanceof QueueUnavailable) {
        await leave(id).catch((failure: unknown) => log.warn({ scanId: id, err: failure }, 'could not cancel a scan'));
        if (error instanceof WaitTimeout)
          throw new QueueUnavailable('the scan did not finish in time: try again shortly', 10);
        if (error instanceof WaitAborted) throw new ScanCancelled('the caller is gone');
      }
      throw error;
    }
  };

  const moveUp = async (scanId: string, priority: number): Promise<void> => {
    try {
      await (await queue.raw.getJob(scanId))?.changePriority({ priority });
    } catch (error) {
      // It began, or ended, meanwhile: nothing left to hurry.
      log.debug({ scanId, err: error }, 'priority not changed');
    }
  };

  return {
    requestScan,
    stats: () => ({ waiting: waiter.pending, rescued: waiter.rescued }),
    close: () => waiter.close(),
  };
}

function priorityOf(tier: ScanTier, share: number): number {
  return Math.min(share, LOWEST_SHARE) + (tier === 'free' ? FREE_PRIORITY : 0);
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
