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
  /** Who asks, for fairness among those who ask at the same time: a key, a token or an address. */
  client: string;
}

export interface ScanRequest {
  /** Aborts when the caller has hung up. */
  signal: AbortSignal;
  /** The request's own log, so that its id and the scan's stand in one line. */
  log: Pick<Logger, 'info'>;
  /** Its id, as soon as it is known. */
  onScan?: (scanId: string) => void;
}

/** One caller's place in the line of those who want a scan, from `enter` to `leave`. */
export interface Ticket {
  /** @throws QueueUnavailable when it would wait too long, or no scan begins now, and no equal scan is under way */
  admit(): Promise<void>;
  /** Waits for a slot to be charged and enqueued in. */
  acquire(): Promise<void>;
  /**
   * Enqueues what was admitted and waits for its report.
   * @throws TargetRefused, NetworkFault, QueueUnavailable; ScanCancelled when `signal` aborts first
   */
  scan(request: ScanRequest): Promise<ScanReport>;
  /** Callers behind it no longer wait for it. Harmless when called twice. */
  leave(): void;
}

export interface ScanLine {
  /** What would be scanned. @throws TargetRefused */
  target(url: string): string;
  /** @param pages for the browser, besides that of the target */
  enter(caller: Caller, target: string, pages?: FurtherPages): Ticket;
  stats(): { waiting: number; rescued: number };
  close(): void;
}

/** Added to the scan's own deadline: what a request may spend in the queue before its caller gets 503. */
const QUEUE_SLACK_MS = 4_000;
/** The same of a batch's scan: no caller waits, and begun scans should not be thrown away on a busy machine. */
export const BACKGROUND_SLACK_MS = 30_000;
/**
 * BullMQ runs jobs without a priority first, then 1, 2, 3 …: a client's first scan in flight goes
 * before any client's second, so that one greedy client only waits for itself; free scans come after all paid ones.
 */
const FREE_PRIORITY = 1000;
/** Of batches: no one sits waiting for them. */
const BACKGROUND_PRIORITY = 2000;
const TIER_PRIORITY: Readonly<Record<ScanTier, number>> = {
  paid: 0,
  free: FREE_PRIORITY,
  background: BACKGROUND_PRIORITY,
};
const LOWEST_SHARE = 900;

export async function createScanLine(deps: {
  db: Db;
  /** Connections that no scan's own queries fill. */
  quickDb: Db;
  backend: QueueBackend;
  policy: EgressPolicy;
  timeoutMs: number;
  /** Where the embedded database is, if there is one. */
  dataDir: string;
  /** Parts left out, to measure what they are worth. */
  without?: readonly string[];
  log: Logger;
}): Promise<ScanLine> {
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

  const enter = ({ tier, client }: Caller, url: string, pages?: FurtherPages): Ticket => {
    const singleFlightKey = keyFor(url, pages);
    limiter.arrived();
    const share = inFlight.get(client) ?? 0;
    inFlight.set(client, share + 1);
    const slot = admission.take(priorityOf(tier, share));
    const giveUpAt = performance.now() + longestLifeMs + (tier === 'background' ? BACKGROUND_SLACK_MS : 0);
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
        // To join a scan that is under way costs nothing, however deep the queue.
        const tooLate = without.has('admission') ? null : await slot.refusal();
        // Of a paused queue only what has begun will end.
        const paused = tooLate?.cause instanceof QueuePaused;
        refusal = !paused && admission.isOnItsWay(singleFlightKey) ? null : tooLate;
        const joins = paused ? isBegun : isUnderWay;
        if (refusal && !(await unavailable(() => joins(singleFlightKey)))) throw refusal;
        slot.goesFor(singleFlightKey);
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

/** Equal ones are one scan: what a browser is to load besides makes another one of it. */
function keyFor(url: string, pages: FurtherPages | undefined): string {
  const further = pages === undefined || pages === 0 ? '' : `\n${JSON.stringify(pages)}`;
  return createHash('sha256').update(`${url}${further}`).digest('base64url');
}

function priorityOf(tier: ScanTier, share: number): number {
  return Math.min(share, LOWEST_SHARE) + TIER_PRIORITY[tier];
}
