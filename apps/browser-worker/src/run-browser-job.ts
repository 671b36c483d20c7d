import type { Db } from '@palisade/db/client';
import { scanUnderWay } from '@palisade/db/scan-leases';
import { packed } from '@palisade/queue/packed';
import { missing } from '@palisade/scanner/evidence/gathered';
import type { Logger } from '@palisade/telemetry/logger';
import type { BrowserDriver } from './driver-process.ts';

interface BrowserJobDeps {
  db: Db;
  driver: Pick<BrowserDriver, 'visit'>;
  log: Logger;
}

/** With less time, no page can be loaded and read, so no browser is started. */
const LEAST_MS = 2_000;
/** Reserved for the way back, so that what was seen until then still arrives in time. */
const HANDOVER_MS = 500;

/** @returns `gathered(BrowserEvidence)`, compressed, for the worker that runs the scan */
export async function runBrowserJob(
  { db, driver, log }: BrowserJobDeps,
  { scanId, dueAt }: { scanId: string; dueAt: number },
  signal: AbortSignal,
): Promise<string> {
  const leftMs = dueAt - Date.now();
  const scan = leftMs < LEAST_MS ? null : await scanUnderWay(db, scanId);
  if (scan === null) return packed(JSON.stringify(missing('limit', 'us', 'no browser was free in time')));
  const started = performance.now();
  const { seen, cpuMs, peakBytes, fault } = await driver.visit(
    { url: scan.url, pages: scan.pages ?? 0, wallMs: leftMs - HANDOVER_MS },
    signal,
  );
  log.info(
    {
      scanId,
      ms: Math.round(performance.now() - started),
      cpuMs,
      peakMb: Math.round(peakBytes / 1e6),
      ...(fault && { fault }),
    },
    'a browser visited the site',
  );
  return packed(seen);
}
