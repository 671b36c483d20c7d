/** The real scanner, which crashes natively, as after a fault in the runtime, a moment after the order to scan `killer.test`. */
import { createInterface } from 'node:readline';
import '../../apps/scan-worker/src/scanner/scanner.ts';

const DIES_AFTER_MS = 100;

createInterface({ input: process.stdin }).on('line', (line) => {
  const order = JSON.parse(line) as { type: string; url?: string };
  if (order.type === 'scan' && order.url?.includes('killer.test')) setTimeout(() => process.abort(), DIES_AFTER_MS);
});
