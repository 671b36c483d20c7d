/** What a queue backend knows of one queue, read in a few queries however deep the queue is; times in milliseconds. */
export interface QueueFigures {
  counts: Readonly<Record<State, number>>;
  paused: boolean;
  /** When the job that has waited longest became ready; null when none waits. */
  waitingSince: number | null;
  /** The newest jobs that finished within the last hour, newest first. */
  finished: readonly FinishedJob[];
  completed: MinuteRecord;
  failed: MinuteRecord;
}

export const STATES = ['waiting', 'prioritized', 'active', 'delayed', 'failed', 'completed'] as const;
type State = (typeof STATES)[number];

export function countsOf(count: (state: State) => number): QueueFigures['counts'] {
  return {
    waiting: count('waiting'),
    prioritized: count('prioritized'),
    active: count('active'),
    delayed: count('delayed'),
    failed: count('failed'),
    completed: count('completed'),
  };
}

export interface FinishedJob {
  addedAt: number;
  /** Requested by whatever added it. */
  delayMs: number;
  processedAt: number;
  finishedAt: number;
  attempts: number;
  stalled: number;
}

/** BullMQ's own count of finished jobs: a minute is recorded when a job finishes in a later one. */
export interface MinuteRecord {
  /** Since the queue was created. */
  count: number;
  /** When the current minute of the count started; 0 before the first job. */
  since: number;
  /** `count` at that time. */
  countBefore: number;
  /** Earlier minutes, newest first. */
  minutes: readonly number[];
}

/** Finished jobs from which percentiles are computed. */
export const SAMPLE = 200;
export const MINUTES = 60;
export const HOUR_MS = 3_600_000;

const MINUTE_MS = 60_000;
const minuteOf = (time: number) => Math.floor(time / MINUTE_MS);

/** Jobs in each of the last sixty clock minutes, the current one first. */
export function lastMinutes({ count, since, countBefore, minutes }: MinuteRecord, now: number): number[] {
  if (since === 0) return Array.from({ length: MINUTES }, () => 0);
  // The record does not change while no job finishes. (A worker's clock may be slightly ahead of ours.)
  const idle = Math.max(0, minuteOf(now) - minuteOf(since));
  const recorded = [count - countBefore, ...minutes];
  return Array.from({ length: MINUTES }, (_, age) => recorded[age - idle] ?? 0);
}

/** Time in the queue. For a retried job it is unknown when it started to wait again. */
export function waitOf(job: FinishedJob): number | null {
  return job.attempts > 1 ? null : Math.max(0, job.processedAt - job.addedAt - job.delayMs);
}
