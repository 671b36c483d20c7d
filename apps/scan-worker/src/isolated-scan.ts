/** The process of a few quarantined scans, forked by scan-processes.ts. It has no queue: it is told what to do. */
import { readWorkerConfig } from '@palisade/config/worker-config';
import { createDb } from '@palisade/db/client';
import { policyFrom } from '@palisade/scanner/policy';
import { createLogger } from '@palisade/telemetry/logger';
import { startWatchdog } from '@palisade/telemetry/watchdog';
import { scanOnce } from './scan-once.ts';
import type { ScanAnswer, ScanOrder } from './scan-processes.ts';

const service = 'scan-isolated';
const config = readWorkerConfig();
const log = createLogger({ service, level: config.LOG_LEVEL });
const db = createDb(config.DATABASE_URL, { max: 2 });
const deps = { db, policy: policyFrom(config), timeoutMs: config.SCAN_TIMEOUT_MS, log };
const running = new Map<string, AbortController>();

// Its neighbours' callers have waited for long: they are to run elsewhere soon.
startWatchdog(service, 4_000);
// Who forked it decides when it ends, and takes it along when it ends itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(0));
process.on('message', (order) => void follow(order as ScanOrder));

async function follow({ scanId, cancel }: ScanOrder): Promise<void> {
  if (cancel) {
    running.get(scanId)?.abort();
    return;
  }
  const life = new AbortController();
  running.set(scanId, life);
  const trouble = await scanOnce(deps, scanId, { signal: life.signal, lastTry: true }).then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
  running.delete(scanId);
  process.send?.({ scanId, trouble } satisfies ScanAnswer);
}
