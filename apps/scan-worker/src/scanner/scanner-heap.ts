const HEAP_MB = 192;
const HEAP_MB_PER_SCAN = 4;

/** Heap limit of a scanner: for its scans in flight, and for parsing a large page. */
export function heapMbFor(concurrency: number): number {
  return Math.max(HEAP_MB, HEAP_MB_PER_SCAN * concurrency);
}

/**
 * V8 flags that keep a scanner small: by default, V8 lets garbage grow to some hundred megabytes
 * before it collects any. The young generation stays large. With 2 MB, the data of scans in flight is
 * copied again and again: a fifth of a scan's processor time, to save 40 MB. With 16 MB it is still a tenth.
 * Under a small limit V8 marks the whole heap each time it has grown by a third. That is every ninth scan, and a tenth of
 * its time. So the heap may double first.
 */
export function heapFlags(heapMb: number): string[] {
  return ['--max-semi-space-size=32', `--max-old-space-size=${heapMb}`, '--heap-growing-percent=100'];
}
