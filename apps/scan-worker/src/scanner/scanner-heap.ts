const HEAP_MB = 192;
const HEAP_MB_PER_SCAN = 4;

/** What a scanner may hold: its scans in flight, and what reading a large page takes. */
export function heapMbFor(concurrency: number): number {
  return Math.max(HEAP_MB, HEAP_MB_PER_SCAN * concurrency);
}

/**
 * V8 flags that keep a scanner small: left alone it lets garbage grow to some hundred megabytes
 * before it collects any. Measured by `npm run bench -- hostile`.
 */
export function scannerHeap(concurrency: number): string[] {
  return ['--max-semi-space-size=2', `--max-old-space-size=${heapMbFor(concurrency)}`];
}
