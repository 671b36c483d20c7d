import { beginScan, failScan, finishScan, type ScanFailure } from '@palisade/db/scans';
import type { Db } from '@palisade/db/client';
import type { JobContext, QueueBackend } from '@palisade/queue/backend';
import { scanJob, scanQuarantineJob } from '@palisade/queue/jobs';
import { SCAN_DONE } from '@palisade/queue/topics';
import { NetworkFault, ScanCancelled, TargetRefused } from '@palisade/scanner/errors';
import type { EgressPolicy } from '@palisade/scanner/gather/net/egress';
import { scan } from '@palisade/scanner/scan';
import type { Logger } from '@palisade/telemetry/logger';

export interface ScanWorkerDeps {
  db: Db;
  backend: QueueBackend;
  policy: EgressPolicy;
  timeoutMs: number;
  log: Logger;
  /** This process runs quarantined jobs: one at a time, and a crash here takes no neighbour with it. */
  quarantine: boolean;
}

/** The scan job: gather → judge → score → save. */
export async function runScanJob(deps: ScanWorkerDeps, { scanId }: { scanId: string }, job: JobContext): Promise<void> {
  const { db, backend, log } = deps;
  if (job.stalledCount > 0 && !deps.quarantine) {
    log.warn(
      { scanId, stalledCount: job.stalledCount },
      'a worker died while it held this scan: it goes to quarantine',
    );
    await backend.queue(scanQuarantineJob).add({ scanId }, { jobId: scanId });
    return;
  }
  const asked = await beginScan(db, scanId);
  if (!asked) return;
  const started = performance.now();
  try {
    const { report } = await scan(asked.url, {
      policy: deps.policy,
      timeoutMs: deps.timeoutMs,
      signal: job.signal,
      scanId,
    });
    await finishScan(db, scanId, report);
    log.info({ scanId, ms: Math.round(performance.now() - started), grade: report.grade }, 'scan done');
  } catch (error) {
    if (error instanceof ScanCancelled) throw error;
    const failure = failureOf(error);
    // Trouble of our own: once more, then the caller hears so.
    if (failure.kind === 'internal') {
      log.error({ scanId, err: error }, 'scan failed on our side');
      if (job.attempt + 1 < scanJob.attempts && !deps.quarantine) throw error;
    } else {
      log.info(
        { scanId, ms: Math.round(performance.now() - started), kind: failure.kind, code: failure.code },
        'scan without a report',
      );
    }
    await failScan(db, scanId, failure);
  }
  await backend.broadcast.publish(SCAN_DONE, scanId).catch((error: unknown) => {
    // The row is stored; the waiter's sweep will find it.
    log.warn({ scanId, err: error }, 'could not announce the result');
  });
}

function failureOf(error: unknown): ScanFailure {
  if (error instanceof TargetRefused) return { kind: 'refused', message: error.message };
  if (error instanceof NetworkFault) return { kind: 'unreachable', code: error.code, message: error.message };
  return { kind: 'internal', message: 'the scan failed on our side' };
}
