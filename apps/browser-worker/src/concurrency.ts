import { availableParallelism, totalmem } from 'node:os';

/** For one visit: its browser's limit, and its share of the process that drives it. */
const VISIT_BYTES = 900 * 1024 * 1024;
/** For this worker, the system and everything else on the machine. */
const OTHERS_BYTES = 1024 * 1024 * 1024;

/** Visits at once: as many as fit in memory, and no more than there are processors. */
export function concurrentVisits(
  limit = process.constrainedMemory(),
  processors = availableParallelism(),
  machine = totalmem(),
): number {
  const memory = limit > 0 ? Math.min(limit, machine) : machine;
  return Math.max(1, Math.min(processors, Math.floor((memory - OTHERS_BYTES) / VISIT_BYTES)));
}
