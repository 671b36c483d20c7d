import { randomUUID } from 'node:crypto';
import { consumeUnit, releaseUnit, type QuotaReservation } from '@palisade/access/quota';
import {
  beginBatchScan,
  endBatchScan,
  putBackBatchScan,
  type BatchScanEnd,
  type BatchScanHold,
} from '@palisade/db/batches';
import type { Db } from '@palisade/db/client';
import type { Logger } from '@palisade/telemetry/logger';
import { answerFor, ApiError, QueueUnavailable } from '../errors.ts';
import type { ReportStore } from '../reports/report-store.ts';
import type { CreditSource } from '../scans/credit-source.ts';
import { NotReady } from '../scans/readiness.ts';
import { BACKGROUND_SLACK_MS } from '../scans/admission-queue.ts';
import type { ServeScan } from '../scans/serve-scan.ts';

export interface BatchRunnerDeps {
  db: Db;
  serveScan: ServeScan;
  reports: ReportStore;
  scanTimeoutMs: number;
  log: Logger;
}

/** Statuses that mean the service is busy or failing: the scan is retried until the batch's deadline. */
const TEMPORARY = new Set([499, 500, 503]);
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** Limit for a scan that fails on our side each time. */
const MOST_TRIES = 30;

/** Another process has begun this scan again, so this one no longer holds it. */
class HoldLost extends Error {
  override readonly name = 'HoldLost';
}

/** Runs one scan of a batch like a single scan. The unit that was reserved for it pays. */
export async function runBatchScan(
  deps: BatchRunnerDeps,
  { itemId }: { itemId: string },
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = deps;
  const hold = await beginBatchScan(db, itemId, deps.scanTimeoutMs + 2 * BACKGROUND_SLACK_MS);
  if (!hold) return;
  try {
    if (hold.late) throw new ApiError(503, 'the service was too busy until the deadline');
    if (!hold.keyActive) throw new ApiError(403, 'the API key is inactive');
    await deliver(deps, hold, signal);
  } catch (error) {
    if (error instanceof HoldLost) return;
    const { status, message } = answerFor(error) ?? { status: 500, message: 'the scan failed on our side' };
    // A paused queue says nothing about the scan, so the number of tries is not limited then.
    const paused = error instanceof QueueUnavailable && error.cause instanceof NotReady;
    const hopeless = hold.late || (hold.fence >= MOST_TRIES && !paused);
    if (TEMPORARY.has(status) && !hopeless) {
      log.info(
        { itemId, status, tries: hold.fence, err: status === 500 ? error : undefined },
        'a batch scan will be retried',
      );
      await putBackBatchScan(db, hold, signal.aborted ? 0 : pauseAfter(hold.fence));
    } else {
      log.info({ itemId, status }, 'a batch scan ended without a report');
      await fail(db, hold, { state: 'failed', status, error: message });
    }
  }
}

async function deliver({ db, serveScan, reports, log }: BatchRunnerDeps, hold: BatchScanHold, signal: AbortSignal) {
  let end: BatchScanEnd | undefined;
  await serveScan(
    { url: hold.url, signal, log },
    {
      // A separate client for fair queuing: background scans take no share from the key's other scans.
      authorize: async () => ({
        caller: { tier: 'background', client: `batch:${hold.keyId}` },
        credit: reservedCredit(db, hold.reservationId),
      }),
      async present(report) {
        const stored = await reports.storeReport(report, 'pro', { owner: `key:${hold.keyId}` });
        const { grade, score, provisional } = report;
        end = { state: 'done', reportId: stored.id, grade, score, provisional };
      },
      async alongside(tx) {
        if (!end || !(await endBatchScan(tx, hold, end, randomUUID()))) throw new HoldLost();
      },
    },
  );
}

/** The unit was reserved with the batch. It is consumed with the report, or released if the scan ends without one. */
function reservedCredit(db: Db, reservationId: string): CreditSource {
  const held: QuotaReservation = { kind: 'quota', id: reservationId, subject: '', period: '' };
  return {
    check: async () => undefined,
    take: async () => held,
    consume: (_held, _report, alongside) =>
      db.$transaction(async (tx) => {
        const consumed = await consumeUnit(tx, reservationId);
        if (consumed) await alongside?.(tx);
        return consumed;
      }),
    release: async () => undefined,
  };
}

async function fail(db: Db, hold: BatchScanHold, end: BatchScanEnd): Promise<void> {
  await db
    .$transaction(async (tx) => {
      await releaseUnit(tx, hold.reservationId);
      if (!(await endBatchScan(tx, hold, end, randomUUID()))) throw new HoldLost();
    })
    .catch((error: unknown) => {
      if (!(error instanceof HoldLost)) throw error;
    });
}

function pauseAfter(tries: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 10)) * (1 + Math.random() / 4);
}
