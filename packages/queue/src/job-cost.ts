/** What a worker's event loop did between two heartbeats. */
export interface Interval {
  /** Jobs that finished in it. */
  jobs: number;
  /** Processor time of the event loop's thread. */
  cpuMs: number;
  /** Share of the time that the loop was busy. */
  utilization: number;
}

/** With fewer jobs, the worker's start and its polling dominate the measurement. */
const FEWEST_JOBS = 5;
const BUSY = 0.6;
/** Weight of the newest interval in the running mean. */
const SMOOTHING = 0.3;

/**
 * Estimates the processor time of one job.
 * @returns called with each interval; returns the milliseconds per job, or null before anything is known
 */
export function createJobCost(): (interval: Interval) => number | null {
  let known: number | null = null;
  return ({ jobs, cpuMs, utilization }) => {
    if (jobs < FEWEST_JOBS) return known;
    const each = cpuMs / jobs;
    if (known === null) known = each;
    else if (utilization >= BUSY) known += (each - known) * SMOOTHING;
    // Part of it was idle polling: a job costs this much at most.
    else known = Math.min(known, each);
    return known;
  };
}
