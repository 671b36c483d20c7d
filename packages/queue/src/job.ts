import type { z } from 'zod';

/** One kind of job: a typed constant that producer and worker share. Payloads hold ids, not data. */
export interface JobDefinition<P extends z.ZodType = z.ZodType> {
  /** The queue's name; one kind of job per queue. */
  queue: string;
  payload: P;
  /** Maximum number of runs when the processor throws (process crashes are counted separately, see backend.ts). */
  attempts: number;
  /** First delay of the exponential backoff, milliseconds. */
  backoffMs: number;
  /** Scheduled every few seconds: a trace of each run would bury the others. */
  untraced?: true;
  /** Its processor returns a text, which is stored with the job until the producer has read it. Few are kept. */
  answers?: true;
}

export function defineJob<P extends z.ZodType>(definition: JobDefinition<P>): JobDefinition<P> {
  return definition;
}
