import { failScan, reopenScan } from '@palisade/db/scans';
import type { JobContext, QueueBackend } from '@palisade/queue/backend';
import { scanJob, scanQuarantineJob } from '@palisade/queue/jobs';
import { SCAN_DONE } from '@palisade/queue/topics';
import { annotate } from '@palisade/telemetry/tracing';
import { probeSpan } from './probe-span.ts';
import { FAILED_ON_OUR_SIDE, scanOnce, type ScanOnceDeps } from './scan-once.ts';
import type { ScanProgress } from './scan-progress.ts';
import type { StartGate } from './start-gate.ts';
import { ScanProcessDied, type ScanProcesses } from './scan-processes.ts';

export interface ScanWorkerDeps extends ScanOnceDeps {
  backend: QueueBackend;
}

/** The scan job: gather → judge → score → save, many at a time in this process. */
export async function runScanJob(
  deps: ScanWorkerDeps & { gate: StartGate; progress: ScanProgress },
  { scanId }: { scanId: string },
  job: JobContext,
): Promise<void> {
  const { backend, log } = deps;
  annotate({ 'palisade.scan_id': scanId });
  if (job.stalledCount > 0) {
    log.warn(
      { scanId, stalledCount: job.stalledCount },
      'a worker died while it held this scan: it goes to quarantine',
    );
    await backend.queue(scanQuarantineJob).add({ scanId }, { jobId: scanId });
    return;
  }
  const wanted = await scanOnce(deps, scanId, {
    signal: job.signal,
    start: () => deps.gate.enter(job.priority, job.signal),
    // Once more after trouble of our own; then the caller hears so.
    lastTry: job.attempt + 1 >= scanJob.attempts,
    observe: (step, work) => probeSpan(scanId, step, work),
    onProgress: deps.progress.follow(scanId),
  }).finally(() => deps.progress.end(scanId));
  if (wanted) await announce(deps, scanId);
}

/** A scan whose worker died, perhaps by it, perhaps beside it: again among a few, then where it can take nobody along. */
export async function runQuarantinedScan(
  deps: ScanWorkerDeps,
  processes: ScanProcesses,
  { scanId }: { scanId: string },
  job: JobContext,
): Promise<void> {
  annotate({ 'palisade.scan_id': scanId });
  // The queue tries it once: this is an operator's retry of what was given up, to see whether it still kills.
  if (job.attempt > 0) await reopenScan(deps.db, scanId);
  try {
    await processes.run(scanId, job.signal).catch(async (error: unknown) => {
      if (!(error instanceof ScanProcessDied)) throw error;
      deps.log.warn({ scanId, err: error }, 'a process died while it held this scan: once more, alone');
      await processes.run(scanId, job.signal, { alone: true });
    });
  } catch (error) {
    if (!(error instanceof ScanProcessDied)) throw error;
    await giveUp(deps, scanId, error);
    // The job fails, so that operators see it among the failed ones.
    throw error;
  }
  await announce(deps, scanId);
}

/** It killed every process it met: the waiting caller is told so. */
export async function giveUp(deps: ScanWorkerDeps, scanId: string, error: Error): Promise<void> {
  deps.log.error({ scanId, err: error }, 'a scan killed its process and was given up');
  await failScan(deps.db, scanId, FAILED_ON_OUR_SIDE);
  await announce(deps, scanId);
}

async function announce({ backend, log }: ScanWorkerDeps, scanId: string): Promise<void> {
  await backend.broadcast.publish(SCAN_DONE, scanId).catch((error: unknown) => {
    // The row is stored; the waiter's sweep will find it.
    log.warn({ scanId, err: error }, 'could not announce the result');
  });
}
