import { createHash, randomUUID } from 'node:crypto';
import type { Db } from '@palisade/db/client';
import {
  joinScan,
  leaveScan,
  loadScanResults,
  scansUnderWay,
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
import { createAdmission, type Place } from './admission.ts';
import { batched } from './batched.ts';
import { QueueUnavailable } from './errors.ts';
import { createTurnstile } from './turnstile.ts';

/** A caller who wants one scan, from the moment his request is known. */
export interface ScanPlace {
  /** Under overload, known before anything was asked of the database: `admit` is then the first thing to do. */
  readonly likelyRefused: boolean;
  /**
   * Before anything is charged. Asked twice it answers the same.
   * @throws TargetRefused; QueueUnavailable when it would wait too long and nobody has the same scanned already
   */
  admit(url: string): Promise<void>;
  /** Before whatever costs the database something, so that it does not hold up the reading of further requests. */
  myTurn(): Promise<void>;
  /**
   * Enqueues what was admitted and waits for its report.
   * @throws TargetRefused, NetworkFault, QueueUnavailable; ScanCancelled when `signal` aborts first
   */
  scan(request: ScanRequest): Promise<ScanReport>;
  /** Whoever comes next no longer waits for this one. Harmless when done twice. */
  leave(): void;
}

interface ScanRequest {
  signal: AbortSignal;
  /** The request's own log, so that its id and the scan's stand in one line. */
  log?: Pick<Logger, 'info'>;
}

export interface Caller {
  tier: ScanTier;
  /** Who asks, for fairness among those who ask at the same time: a key, or an address. */
  client: string;
}

export interface ScanRequester {
  lineUp(caller: Caller): ScanPlace;
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
  /** Connections that no scan's own queries fill. */
  quickDb: Db;
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

  const leaveQueue = async (scanId: string): Promise<void> => {
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
  const admission = createAdmission({ db: deps.quickDb, longestWaitMs: QUEUE_SLACK_MS, longestLifeMs });
  const isUnderWay = batched((liveKeys) => scansUnderWay(deps.quickDb, liveKeys));
  const inFlight = new Map<string, number>();

  const turnstile = createTurnstile();
  const lineUp = ({ tier, client }: Caller): ScanPlace => {
    turnstile.arrived();
    const share = inFlight.get(client) ?? 0;
    inFlight.set(client, share + 1);
    const place = admission.takePlace(priorityOf(tier, share));
    const giveUpAt = performance.now() + longestLifeMs;
    let admitted: Pick<Admitted, 'url' | 'liveKey' | 'refusal'> | undefined;
    let turn: Promise<() => void> | undefined;
    let left = false;
    const leave = () => {
      if (left) return;
      left = true;
      void turn?.then((passed) => passed());
      place.leave();
      const others = (inFlight.get(client) ?? 1) - 1;
      if (others > 0) inFlight.set(client, others);
      else inFlight.delete(client);
    };
    return {
      likelyRefused: place.refusedAtOnce !== null,
      async admit(url) {
        if (admitted) return;
        const target = parseTarget(url, policy).url;
        const key = liveKey(target);
        // To join one that is under way costs nothing, however deep the queue.
        const tooLate = await place.refusal();
        const refusal = admission.isOnItsWay(key) ? null : tooLate;
        if (refusal && !(await unavailable(() => isUnderWay(key)))) throw refusal;
        place.goesFor(key);
        admitted = { url: target, liveKey: key, refusal };
      },
      async myTurn() {
        await (turn ??= turnstile.pass());
      },
      async scan(request) {
        if (!admitted) throw new Error('a place is admitted before it is used');
        try {
          const passed = await (turn ??= turnstile.pass());
          if (request.signal.aborted || left) throw new ScanCancelled('the caller is gone');
          return await scanTarget({ ...admitted, tier, priority: place.priority, place, passed, giveUpAt }, request);
        } finally {
          leave();
        }
      },
      leave,
    };
  };

  const scanTarget = async (asked: Admitted, { signal, log: requestLog = log }: ScanRequest) => {
    const { refusal, tier, place, passed, giveUpAt } = asked;
    const wanted = { ...asked, id: randomUUID() };
    const scan = await unavailable(() => (refusal ? joinScan(db, wanted) : startOrJoinScan(db, wanted)));
    if (!scan) throw refusal ?? new QueueUnavailable('the service cannot take scans right now: try again shortly');
    place.queued();
    const { id, joined, priority } = scan;
    annotate({ 'palisade.scan_id': id });
    requestLog.info({ scanId: id, joined, priority }, 'scan asked for');
    // Waiting begins before the job is in the queue, so that no message can slip between.
    const answer = waiter.wait(id, { timeoutMs: Math.max(0, giveUpAt - performance.now()), signal });
    answer.catch(() => undefined);
    try {
      // Also for a scan that was joined: its starter may have died before this line, and equal ids are one job.
      await unavailable(() => queue.add({ scanId: id }, { jobId: id, ...(priority === 0 ? {} : { priority }) }));
      passed();
      // A paid caller takes the free scan he joined with him to the front.
      if (joined && tier === 'paid') await moveUp(id, priority);
      const result = await answer;
      if (result.heldMs !== null) admission.finished(id, result.heldMs);
      if (!result.ok) throw thrown(result.failure);
      return result.report as ScanReport;
    } catch (error) {
      if (error instanceof WaitTimeout || error instanceof WaitAborted || error instanceof QueueUnavailable) {
        const left = leaveQueue(id).catch((failure: unknown) =>
          log.warn({ scanId: id, err: failure }, 'could not cancel a scan'),
        );
        // Who has waited to the end hears so at once.
        if (!(error instanceof WaitTimeout)) await left;
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
    lineUp,
    stats: () => ({ waiting: waiter.pending, rescued: waiter.rescued }),
    close: () => waiter.close(),
  };
}

interface Admitted {
  url: string;
  liveKey: string;
  /** Set: it may join what is under way, and nothing else. */
  refusal: QueueUnavailable | null;
  tier: ScanTier;
  priority: number;
  place: Place;
  /** Tells that it is in the queue. */
  passed: () => void;
  /** By `performance.now()`: what the caller spent in line counts too. */
  giveUpAt: number;
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
