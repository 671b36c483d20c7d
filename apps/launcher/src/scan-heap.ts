/**
 * V8 flags that keep a scan worker small: left alone it lets garbage grow to some hundred
 * megabytes before it collects any. Measured by `npm run bench -- hostile`.
 */
export function scanHeap(concurrency: number): string[] {
  return ['--max-semi-space-size=2', `--max-old-space-size=${Math.max(192, 4 * concurrency)}`];
}

/** One arena for all threads of glibc's allocator: each further one keeps freed memory to itself, some 50 MB in all. */
export const SCAN_ALLOCATOR = { MALLOC_ARENA_MAX: '1' };
