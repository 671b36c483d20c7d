/**
 * V8 flags that keep the scan worker's supervisor small; its scanners have their own heaps. By
 * default V8 lets garbage grow to some hundred megabytes before it collects any. The young generation stays at its
 * default: with 4 MB a fifth of the supervisor's processor time went into copying the reports in flight. With a small
 * limit V8 marks the whole heap whenever it has grown by a third; it may double here.
 */
export const SUPERVISOR_HEAP = ['--max-semi-space-size=16', '--max-old-space-size=256', '--heap-growing-percent=100'];

/** One arena for all threads of glibc's allocator: each further one keeps freed memory, some 50 MB in total. */
export const SCAN_ALLOCATOR = { MALLOC_ARENA_MAX: '1' };
