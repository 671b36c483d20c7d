import type { Db } from '@palisade/db/client';
import { beginScan, failScan, finishScan, type ScanFailure } from '@palisade/db/scans';
import { NetworkFault, ScanCancelled, TargetRefused } from '@palisade/scanner/errors';
import type { EgressPolicy } from '@palisade/scanner/gather/net/egress';
import { evidenceText } from '@palisade/scanner/evidence-text';
import { scan, type ScanOptions } from '@palisade/scanner/scan';
import type { Logger } from '@palisade/telemetry/logger';

export interface ScanOnceDeps {
  db: Db;
  policy: EgressPolicy;
  timeoutMs: number;
  log: Logger;
}

/**
 * Gather → judge → score → store the report, or why there is none.
 * @returns false when nobody wants it any more
 * @throws what went wrong on our side, unless it is the last try: then that is stored
 */
export async function scanOnce(
  { db, policy, timeoutMs, log }: ScanOnceDeps,
  scanId: string,
  {
    lastTry,
    start,
    ...options
  }: Pick<ScanOptions, 'signal' | 'observe' | 'onProgress'> & {
    lastTry: boolean;
    /** Waits until the process can bear one more; what it resolves with is called at the end. */
    start?: () => Promise<() => void>;
  },
): Promise<boolean> {
  const asked = await beginScan(db, scanId);
  if (!asked) return false;
  const over = await start?.();
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  try {
    const { report, evidence } = await scan(asked.url, { policy, timeoutMs, scanId, ...options });
    await finishScan(db, scanId, report, evidenceText(evidence));
    log.info({ scanId, ms: ms(), grade: report.grade }, 'scan done');
  } catch (error) {
    if (error instanceof ScanCancelled) throw error;
    const failure = failureOf(error);
    if (failure.kind === 'internal') {
      log.error({ scanId, err: error }, 'scan failed on our side');
      if (!lastTry) throw error;
    } else {
      log.info({ scanId, ms: ms(), kind: failure.kind, code: failure.code }, 'scan without a report');
    }
    await failScan(db, scanId, failure);
  } finally {
    over?.();
  }
  return true;
}

export const FAILED_ON_OUR_SIDE: ScanFailure = { kind: 'internal', message: 'the scan failed on our side' };

function failureOf(error: unknown): ScanFailure {
  if (error instanceof TargetRefused) return { kind: 'refused', message: error.message };
  if (error instanceof NetworkFault) return { kind: 'unreachable', code: error.code, message: error.message };
  return FAILED_ON_OUR_SIDE;
}
