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
 * Under a small limit V8 marks the whole heap whenever it has grown by a third, which is every ninth scan and a tenth of
 * its time; it may double.
 */
export function heapFlags(heapMb: number): string[] {
  return ['--max-semi-space-size=32', `--max-old-space-size=${heapMb}`, '--heap-growing-percent=100'];
}
