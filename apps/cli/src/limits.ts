/** Scans in progress at once in one run. */
export const MAX_CONCURRENCY = 64;
