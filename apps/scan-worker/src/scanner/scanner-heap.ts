const HEAP_MB = 192;
const HEAP_MB_PER_SCAN = 4;

/** What a scanner may hold: its scans in flight, and what reading a large page takes. */
export function heapMbFor(concurrency: number): number {
  return Math.max(HEAP_MB, HEAP_MB_PER_SCAN * concurrency);
}

/**
 * V8 flags that keep a scanner small: left alone it lets garbage grow to some hundred megabytes
 * before it collects any. The young generation is not kept small with it: with 2 MB what scans in flight hold is
 * copied over and over, which is a fifth of a scan's processor time, for 40 MB less; with 16 MB still a tenth.
 */
export function heapFlags(heapMb: number): string[] {
  return ['--max-semi-space-size=32', `--max-old-space-size=${heapMb}`];
}
