/** The scanner as it is, which dies natively, as of a fault in the runtime, a moment after it was told to scan `killer.test`. */
import { createInterface } from 'node:readline';
import '../../apps/scan-worker/src/scanner/scanner.ts';

const DIES_AFTER_MS = 100;

createInterface({ input: process.stdin }).on('line', (line) => {
  const order = JSON.parse(line) as { type: string; url?: string };
  if (order.type === 'scan' && order.url?.includes('killer.test')) setTimeout(() => process.abort(), DIES_AFTER_MS);
});
