/** The process of one quarantined scan at a time, forked by scan-processes.ts. It has no queue: it is told what to do. */
import { readConfig } from '@palisade/config/config';
import { createDb } from '@palisade/db/client';
import { policyFrom } from '@palisade/scanner/policy';
import { createLogger } from '@palisade/telemetry/logger';
import { scanOnce } from './scan-once.ts';
import type { ScanAnswer, ScanOrder } from './scan-processes.ts';

const config = readConfig();
const log = createLogger({ service: 'scan-isolated', level: config.LOG_LEVEL });
if (!config.DATABASE_URL) throw new Error('DATABASE_URL is not set');
const db = createDb(config.DATABASE_URL, { max: 1 });
const deps = { db, policy: policyFrom(config), timeoutMs: config.SCAN_TIMEOUT_MS, log };

// Who forked it decides when it ends, and takes it along when it ends itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(0));
process.on('message', (order) => void answer(order as ScanOrder));

async function answer({ scanId }: ScanOrder): Promise<void> {
  const trouble = await scanOnce(deps, scanId, { lastTry: true }).then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
  process.send?.({ scanId, trouble } satisfies ScanAnswer);
}
