import { createHash } from 'node:crypto';
import type { Db } from '@palisade/db/client';
import type { FurtherPages } from '@palisade/db/further-pages';
import { scansUnderWay, type ScanTier } from '@palisade/db/scans';
import type { QueueBackend } from '@palisade/queue/backend';
import type { ScanReport } from '@palisade/report/report';
import { ScanCancelled } from '@palisade/scanner/errors';
import type { EgressPolicy } from '@palisade/scanner/gather/net/egress';
import { parseTarget } from '@palisade/scanner/parse-target';
import type { Logger } from '@palisade/telemetry/logger';
import type { QueueUnavailable } from '../errors.ts';
import { createAdmission } from './admission.ts';
import { batched } from './batched.ts';
import { createBurstLimiter, NO_LIMIT } from './burst-limiter.ts';
import { QueuePaused, takesNoScans } from './readiness.ts';
import { createScanRunner, unavailable } from './run-scan.ts';

export interface Caller {
  tier: ScanTier;
  /** Identifies the caller for fairness among concurrent callers: a key, a token or an address. */
  client: string;
}

interface ScanArrival {
  /** Further pages for the browser. */
  pages?: FurtherPages | undefined;
  /** When the request arrived, by `performance.now()`; its caller's patience began then. Default: now. */
  arrivedAt?: number;
}

export interface ScanRequest {
  /** Aborts when the caller has hung up. */
  signal: AbortSignal;
  /** The request's own log, so that one line has the IDs of both the request and the scan. */
  log: Pick<Logger, 'info'>;
  /** Called with the scan's ID as soon as it is known. */
  onScan?: (scanId: string) => void;
}

/** One caller's place in the admission queue, from `enter` to `leave`. */
export interface Ticket {
  /** @throws QueueUnavailable if the scan would wait too long or cannot begin now, and no equal one is in progress */
  admit(): Promise<void>;
  /** Waits for a slot in which the scan is charged and enqueued. */
  acquire(): Promise<void>;
  /**
   * Enqueues the admitted scan and waits for its report.
   * @throws TargetRefused, NetworkFault, QueueUnavailable; ScanCancelled when `signal` aborts first
   */
  scan(request: ScanRequest): Promise<ScanReport>;
  /** Gives up the place: it no longer counts for callers behind it. Calling it again has no effect. */
  leave(): void;
}

export interface AdmissionQueue {
  /** The target that a URL stands for. @throws TargetRefused */
  target(url: string): string;
  enter(caller: Caller, target: string, call?: ScanArrival): Ticket;
  stats(): { waiting: number; rescued: number };
  close(): void;
}

/** Added to the scan timeout: how long a request may spend in the queue before its caller gets 503. */
const QUEUE_SLACK_MS = 4_000;
/** Added for a batch scan: no caller waits for it, and a busy machine should not discard scans that have begun. */
export const BACKGROUND_SLACK_MS = 30_000;
/**
 * BullMQ runs jobs without a priority first, then 1, 2, 3 …: a client's first scan in flight goes
 * before any client's second, so that a greedy client delays only itself; free scans come after all paid ones.
 */
const FREE_PRIORITY = 1000;
/** For batches, which no caller waits for. */
const BACKGROUND_PRIORITY = 2000;
const TIER_PRIORITY: Readonly<Record<ScanTier, number>> = {
  paid: 0,
  free: FREE_PRIORITY,
  background: BACKGROUND_PRIORITY,
};
const LOWEST_SHARE = 900;

export async function createAdmissionQueue(deps: {
  db: Db;
  /** A connection pool that the queries of scans do not use up. */
  quickDb: Db;
  backend: QueueBackend;
  policy: EgressPolicy;
  timeoutMs: number;
  /** Where the embedded database is, if there is one. */
  dataDir: string;
  /** Parts to leave out, to measure their effect. */
  without?: readonly string[];
  log: Logger;
}): Promise<AdmissionQueue> {
  const longestLifeMs = deps.timeoutMs + QUEUE_SLACK_MS;
  const runner = await createScanRunner(deps);
  const admission = createAdmission({
    db: deps.quickDb,
    longestWaitMs: QUEUE_SLACK_MS,
    longestLifeMs,
    closed: (readOnly) => takesNoScans(readOnly, deps.backend, deps.dataDir),
  });
  const isUnderWay = batched((keys) => scansUnderWay(deps.quickDb, keys));
  const isBegun = batched((keys) => scansUnderWay(deps.quickDb, keys, { begun: true }));
  const without = new Set(deps.without);
  const limiter = without.has('burst-limit') ? NO_LIMIT : createBurstLimiter();
  const inFlight = new Map<string, number>();

  const enter = ({ tier, client }: Caller, url: string, { pages, arrivedAt }: ScanArrival = {}): Ticket => {
    const singleFlightKey = keyFor(url, pages);
    limiter.arrived();
    const share = inFlight.get(client) ?? 0;
    inFlight.set(client, share + 1);
    const slot = admission.take(priorityOf(tier, share));
    const giveUpAt =
      (arrivedAt ?? performance.now()) + longestLifeMs + (tier === 'background' ? BACKGROUND_SLACK_MS : 0);
    let refusal: QueueUnavailable | null = null;
    let release: Promise<() => void> | undefined;
    let left = false;
    const leave = () => {
      if (left) return;
      left = true;
      void release?.then((free) => free());
      slot.leave();
      const others = (inFlight.get(client) ?? 1) - 1;
      if (others > 0) inFlight.set(client, others);
      else inFlight.delete(client);
    };
    return {
      async admit() {
        // Joining a scan in progress costs nothing, even if the queue is long.
        const tooLate = without.has('admission') ? null : await slot.refusal();
        // While the queue is paused, only scans that have begun will finish.
        const paused = tooLate?.cause instanceof QueuePaused;
        refusal = !paused && admission.hasKey(singleFlightKey) ? null : tooLate;
        const joins = paused ? isBegun : isUnderWay;
        if (refusal && !(await unavailable(() => joins(singleFlightKey)))) throw refusal;
        slot.setKey(singleFlightKey);
      },
      async acquire() {
        await (release ??= limiter.acquire());
      },
      async scan({ signal, log, onScan }) {
        const queued = await (release ??= limiter.acquire());
        if (signal.aborted || left) throw new ScanCancelled('the caller is gone');
        return runner.run({
          url,
          singleFlightKey,
          tier,
          browser: tier !== 'free',
          pages,
          priority: slot.priority,
          refusal,
          giveUpAt,
          signal,
          log,
          onRow(scanId) {
            slot.queued();
            onScan?.(scanId);
          },
          onQueued: queued,
          onHeld: (scanId, heldMs) => admission.finished(scanId, heldMs),
        });
      },
      leave,
    };
  };

  return {
    target: (url) => parseTarget(url, deps.policy).url,
    enter,
    stats: () => runner.stats(),
    close: () => runner.close(),
  };
}

/** Requests with equal keys share one scan. Further pages for the browser make it a different scan. */
function keyFor(url: string, pages: FurtherPages | undefined): string {
  const further = pages === undefined || pages === 0 ? '' : `\n${JSON.stringify(pages)}`;
  return createHash('sha256').update(`${url}${further}`).digest('base64url');
}

function priorityOf(tier: ScanTier, share: number): number {
  return Math.min(share, LOWEST_SHARE) + TIER_PRIORITY[tier];
}
