import { availableParallelism, totalmem } from 'node:os';

/** Of one look: its browser's bound, and its share of the process that drives it. */
const LOOK_BYTES = 900 * 1024 * 1024;
/** For this worker, the system and whatever else runs beside it. */
const OTHERS_BYTES = 1024 * 1024 * 1024;

/** Looks at once: as many as memory bears, and no more than there are processors. */
export function looksAtOnce(
  limit = process.constrainedMemory(),
  processors = availableParallelism(),
  machine = totalmem(),
): number {
  const memory = limit > 0 ? Math.min(limit, machine) : machine;
  return Math.max(1, Math.min(processors, Math.floor((memory - OTHERS_BYTES) / LOOK_BYTES)));
}
