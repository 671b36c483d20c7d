/** Speaks isolated-scan.ts's messages and does what the scan's id says. */
import type { ScanAnswer, ScanOrder } from '../src/scan-processes.ts';

process.on('disconnect', () => process.exit(0));
process.on('message', (order) => {
  const { scanId, cancel } = order as ScanOrder;
  if (cancel) process.exit(7);
  if (scanId.startsWith('abort')) process.abort();
  if (scanId.startsWith('exit')) process.exit(3);
  // The loop is held: no message, no signal handler, no end.
  if (scanId.startsWith('spin')) for (;;);
  if (scanId.startsWith('hoard')) for (const kept: object[] = []; ;) kept.push({ kept: Array(1000).fill(kept.length) });
  const answer: ScanAnswer = { scanId, trouble: scanId.startsWith('throw') ? 'the database is gone' : null };
  setTimeout(() => process.send?.(answer), scanId.startsWith('slow') ? 60_000 : 20);
});
