import type { z } from 'zod';

/** One kind of job: a typed constant that producer and worker share. Payloads hold ids, not data. */
export interface JobDefinition<P extends z.ZodType = z.ZodType> {
  /** The queue's name; one kind of job per queue. */
  queue: string;
  payload: P;
  /** Runs at most this often when the processor throws (crashes of the process are counted apart, see backend.ts). */
  attempts: number;
  /** First delay of the exponential backoff, milliseconds. */
  backoffMs: number;
  /** Runs every few seconds by the clock: a trace of each would bury the others. */
  untraced?: true;
  /** Its processor returns a text, which is kept with the job until who asked has read it. Few are kept. */
  answers?: true;
}

export function defineJob<P extends z.ZodType>(definition: JobDefinition<P>): JobDefinition<P> {
  return definition;
}
