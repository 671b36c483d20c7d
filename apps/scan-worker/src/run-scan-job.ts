import { createHash } from 'node:crypto';
import type { Db } from '@palisade/db/client';
import { storesNothing } from '@palisade/db/database-unavailable';
import type { ScanFailure } from '@palisade/db/scan-failure';
import { unpacked } from '@palisade/db/packed';
import { beginScan, failScan, finishScan, giveUpScan, reopenScan } from '@palisade/db/scan-leases';
import type { JobContext, QueueBackend } from '@palisade/queue/backend';
import { PermanentFailure } from '@palisade/queue/permanent-failure';
import { scanJob } from '@palisade/queue/jobs';
import { SCAN_DONE, SCAN_LOST } from '@palisade/queue/topics';
import { ScanReport } from '@palisade/report/report';
import type { Logger } from '@palisade/telemetry/logger';
import { annotate, openSpan } from '@palisade/telemetry/tracing';
import type { Browsers } from './browsers.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import type { ScanProgress } from './scan-progress.ts';
import type { Step } from './scanner/protocol.ts';
import type { ScannerPool } from './scanner/scanner-pool.ts';
import { ScannerDied, type ScanFailed, type Scanned } from './scanner/scanner-process.ts';

export interface ScanJobDeps {
  db: Db;
  backend: QueueBackend;
  scanners: Pick<ScannerPool, 'run'>;
  leases: LeaseKeeper;
  progress: ScanProgress;
  /** Browser workers load the pages of paid scans; undefined: no browser is wanted. */
  browsers?: Browsers | undefined;
  /** This worker's name in the database rows. */
  owner: string;
  log: Logger;
}

const FAILED_ON_OUR_SIDE: ScanFailure = { kind: 'internal', message: 'the scan failed on our side' };

/** Runs a scan. If no row will say how it ended, notifies the waiters, who would otherwise wait to their deadlines. */
export async function runScanJob(deps: ScanJobDeps, { scanId }: { scanId: string }, job: JobContext): Promise<void> {
  annotate({ 'palisade.scan_id': scanId });
  try {
    await scanAndStore(deps, scanId, job);
  } catch (error) {
    const useless = storesNothing(error);
    const again = !useless && job.attempt + 1 < scanJob.attempts;
    if (again || job.signal.aborted || error instanceof PermanentFailure) throw error;
    deps.log.error({ scanId, err: error }, 'the result of a scan could not be stored');
    await announce(deps, scanId, SCAN_LOST);
    throw useless ? new PermanentFailure('the database stores nothing') : error;
  }
}

/** Takes the lease, has a scanner scan, checks and stores the result, and wakes the waiters. */
async function scanAndStore(deps: ScanJobDeps, scanId: string, job: JobContext): Promise<void> {
  const { db, log } = deps;
  // The job was given up before, and an operator retries it to see whether it still kills.
  if (job.attempt > 0) await reopenScan(db, scanId);
  const hold = await beginScan(db, scanId, { owner: deps.owner, leaseMs: deps.leases.leaseMs });
  if (!hold) return;
  const lease = deps.leases.keep(hold);
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  try {
    const further = hold.pages !== null && hold.pages !== 0;
    const background = hold.tier === 'background';
    const asked = hold.browser ? await deps.browsers?.ask(scanId, job.signal, { further, background }) : undefined;
    const order = {
      scanId,
      url: hold.url,
      priority: job.priority,
      onProgress: deps.progress.follow(scanId),
      browser: asked?.seen,
    };
    // If a worker died while running this scan, the scan may have been the cause.
    const deaths = job.stalledCount > 0 ? 1 : 0;
    const outcome = await deps.scanners.run(order, AbortSignal.any([job.signal, lease.lost]), { deaths });
    traceSteps(scanId, stepsOf(outcome));
    const result = 'failed' in outcome ? failureOf(outcome) : reportOf(outcome, scanId);
    if ('kind' in result) {
      if (result.kind === 'cancelled') {
        job.signal.throwIfAborted();
        return;
      }
      if (result.kind === 'internal') {
        log.error({ scanId, detail: result.message }, 'scan failed on our side');
        // One more attempt after a failure of ours; after that the caller gets the error.
        if (job.attempt + 1 < scanJob.attempts) throw new Error(FAILED_ON_OUR_SIDE.message);
      } else log.info({ scanId, ms: ms(), kind: result.kind, code: result.code }, 'scan without a report');
      await failScan(db, hold, result.kind === 'internal' ? FAILED_ON_OUR_SIDE : result);
    } else {
      const { report, evidence, grade } = result;
      // If messages go through PostgreSQL, the statement that stores the report also sends this one.
      const notify = deps.backend.kind === 'postgres' ? SCAN_DONE : undefined;
      const stored = await finishScan(db, hold, report, { evidence, notify });
      log.info({ scanId, ms: ms(), grade, ...(stored ? {} : { stored }) }, 'scan done');
      if (stored && notify !== undefined) return;
    }
    await announce(deps, scanId);
  } catch (error) {
    if (!(error instanceof ScannerDied)) throw error;
    log.error({ scanId, err: error }, 'a scan killed its process and was given up');
    await failScan(db, hold, FAILED_ON_OUR_SIDE);
    await announce(deps, scanId);
    // The job fails, so that operators see it among the failed jobs.
    throw new PermanentFailure(error.message);
  } finally {
    lease.release();
    deps.progress.end(scanId);
  }
}

/** The queue gave the job up: too many processes died while running it. */
export async function giveUp(deps: ScanJobDeps, scanId: string, error: Error): Promise<void> {
  deps.log.error({ scanId, err: error }, 'the queue gave a scan up');
  try {
    await giveUpScan(deps.db, scanId, FAILED_ON_OUR_SIDE);
    await announce(deps, scanId);
  } catch (failure) {
    await announce(deps, scanId, SCAN_LOST);
    throw failure;
  }
}

async function announce({ backend, log }: ScanJobDeps, scanId: string, topic = SCAN_DONE): Promise<void> {
  await backend.broadcast.publish(topic, scanId).catch((error: unknown) => {
    // The row is stored; the waiters' periodic check will find it.
    log.warn({ scanId, err: error }, 'could not announce the result');
  });
}

function failureOf({ failed: { kind, code, message } }: ScanFailed): ScanFailure {
  return { kind, message, ...(code === undefined ? {} : { code }) };
}

/** Scanners are not trusted: only a report in the right shape, of this scan and within the size limit is stored. */
function reportOf(
  { report, evidence }: Scanned,
  scanId: string,
): { report: Uint8Array; evidence: Uint8Array | undefined; grade: string } | ScanFailure {
  try {
    const { scan_id: of, grade, evidence_sha256: digest } = ScanReport.parse(JSON.parse(unpacked(report).toString()));
    if (of !== scanId) throw new Error('the report belongs to another scan');
    // Every reader of a report may compare it with the evidence.
    if (evidence.length > 0 && createHash('sha256').update(unpacked(evidence)).digest('hex') !== digest)
      throw new Error('the evidence is not the evidence of this report');
    return { report, grade, evidence: evidence.length === 0 ? undefined : evidence };
  } catch (error) {
    return { kind: 'internal', message: `not a report: ${(error as Error).message.slice(0, 1_000)}` };
  }
}

function stepsOf(outcome: Scanned | ScanFailed): readonly Step[] {
  return 'failed' in outcome ? outcome.failed.steps : outcome.steps;
}

/** One span for each step of a scan, with the scanner's timings. */
function traceSteps(scanId: string, steps: readonly Step[]): void {
  for (const { step, startedAt, endedAt, missing } of steps) {
    const name = step === 'judge' ? 'judge' : `probe ${step}`;
    const attributes = {
      'palisade.scan_id': scanId,
      ...(missing && { 'palisade.missing': missing.code, 'palisade.blame': missing.blame }),
    };
    openSpan(name, { attributes, startedAt })?.end(endedAt);
  }
}
