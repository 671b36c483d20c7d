import {
  createPostgresBackend,
  DelayedError,
  Queue,
  UnrecoverableError,
  Worker,
  type Job,
  type Processor,
} from 'bullmq';
import { storableError, storableText } from '@palisade/db/storable';
import { collectLog } from '@palisade/telemetry/work-log';
import type { z } from 'zod';
import type { Broadcast } from './broadcast.ts';
import { postgresBroadcast } from './broadcast-postgres.ts';
import { redisBroadcast } from './broadcast-redis.ts';
import { reachedSoon, untilReached } from './first-contact.ts';
import type { JobDefinition } from './job.ts';
import { addSpan, runSpan, traced } from './job-span.ts';
import { postgresPools } from './postgres-pools.ts';
import { keyPrefix, openRedis, redisOptions, type RedisPlace } from './redis-options.ts';
import { setSchedule } from './set-schedule.ts';
import { KEPT, KEPT_ANSWERS, startTrimming, type TrimmedQueue } from './trim-finished.ts';
import { workerBackend } from './worker-backend.ts';

export interface BackendOptions {
  /** Set: BullMQ on Redis. Unset: BullMQ on PostgreSQL. */
  redisUrl?: string | undefined;
  /** The Redis is a cluster; `redisUrl` names one of its nodes. */
  redisCluster?: boolean | undefined;
  databaseUrl: string;
  /** Called on connection trouble, from which BullMQ recovers by itself. */
  onError: (error: Error) => void;
}

/** What a processor gets in addition to its payload. */
export interface JobContext {
  jobId: string;
  /** Aborts when the job is cancelled, its lock is lost, or the worker has to stop. */
  signal: AbortSignal;
  /** How often the process died while holding this job. */
  stalledCount: number;
  attempt: number;
  /** 0 runs first. */
  priority: number;
}

export interface TypedQueue<P> {
  /** @param options.jobId equal ids are one job */
  add(payload: P, options: { jobId: string; priority?: number; delayMs?: number }): Promise<void>;
  /** Adds the payload at an interval; however many processes call it, and how often, there is one schedule. */
  every(intervalMs: number, scheduleId: string, payload: P): Promise<void>;
  /** Read it for each use: a queue whose first connection failed is replaced. */
  readonly raw: Queue;
}

export interface TypedWorker {
  /** Stops taking jobs and waits at most this long for the running ones, then cancels them. */
  drain(budgetMs: number): Promise<void>;
  /** Ends the job immediately, without a result and without a failure. */
  cancel(jobId: string, reason: string): boolean;
  /** The jobs this process is running: job id, and since when. */
  running: ReadonlyMap<string, number>;
  /** How many jobs it has finished, successfully or not. */
  readonly ended: number;
  raw: Worker;
}

export interface QueueBackend {
  kind: 'postgres' | 'redis';
  queue<P extends z.ZodType>(job: JobDefinition<P>): TypedQueue<z.infer<P>>;
  worker<P extends z.ZodType>(
    job: JobDefinition<P>,
    /** If the job returns a result, it is stored with the job. */
    process: (payload: z.infer<P>, context: JobContext) => Promise<string | void>,
    /** `awaited`: a caller waits for these jobs, so a dead worker is noticed sooner. */
    options: { concurrency: number; maxStalledCount?: number; name?: string; awaited?: boolean },
  ): TypedWorker;
  broadcast: Broadcast;
  /** Rejects if the backend cannot be reached within about a second, or refuses changes. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const NEVER = new AbortController().signal;
const SHUTDOWN = 'shutdown';
const LOCK_LOST = 'lock lost';

/**
 * A killed worker is noticed after about ten seconds (BullMQ's defaults
 * take a minute). The lock must outlast the longest block of a healthy event loop.
 */
const LOCKS = { lockDuration: 10_000, stalledInterval: 2_000 };
/** Where a caller waits, an idle worker polls after a second in case a wake-up was lost; elsewhere less often. */
const DRAIN_SECONDS = { awaited: 1, background: 10 };

const inSeconds = ({ count, ageMs }: { count: number; ageMs: number }) => ({ count, age: ageMs / 1000 });
/** On Redis the library drops jobs beyond this as others finish; on PostgreSQL that is expensive and done separately. */
function retentionOf(place: RedisPlace | undefined, { answers }: JobDefinition) {
  if (!place) return { removeOnComplete: false, removeOnFail: false };
  const kept = answers ? KEPT_ANSWERS : KEPT;
  return { removeOnComplete: inSeconds(kept.completed), removeOnFail: inSeconds(kept.failed) };
}

export function createBackend(options: BackendOptions): QueueBackend {
  const { redisUrl, databaseUrl, onError } = options;
  const place: RedisPlace | undefined = redisUrl
    ? { url: redisUrl, cluster: options.redisCluster ?? false }
    : undefined;
  const retention = (job: JobDefinition) => retentionOf(place, job);
  const closers: (() => Promise<unknown>)[] = [];
  const pools = postgresPools(databaseUrl, onError);
  const broadcast = place ? redisBroadcast(place, onError) : postgresBroadcast(databaseUrl, onError);
  closers.push(
    () => broadcast.close(),
    () => pools.close(),
  );
  const queues = new Map<string, Queue>();
  const firstContacts = new WeakMap<Queue, Promise<unknown>>();
  const trimmed: TrimmedQueue[] = [];
  let trimming: { stop(): void } | undefined;
  let closed = false;

  /** BullMQ opens and closes its connections itself, except to a cluster. */
  const redisFor = (at: RedisPlace, queue: string, use: 'produce' | 'work') => {
    const prefix = keyPrefix(queue, at);
    if (!at.cluster) return { prefix, connection: redisOptions(at.url, use) };
    const connection = openRedis(at, use);
    connection.on('error', onError);
    closers.push(async () => connection.disconnect());
    return { prefix, connection };
  };

  const openQueue = (name: string): Queue => {
    const known = queues.get(name);
    if (known) return known;
    const queue = place
      ? new Queue(name, redisFor(place, name, 'produce'))
      : new Queue(name, { connection: pools.toAdd() }, createPostgresBackend as never);
    let trouble: Error | undefined;
    queue.on('error', (error) => {
      trouble = error;
      onError(error);
    });
    queues.set(name, queue);
    closers.unshift(() => queue.close());
    // BullMQ keeps a failed first connection forever (Redis too busy, or stopped): the next use starts over.
    const forget = () => {
      if (closed || queues.get(name) !== queue) return;
      queues.delete(name);
      void queue.close().catch(() => undefined);
    };
    const firstContact = place ? reachedSoon(queue.waitUntilReady(), () => trouble) : queue.waitUntilReady();
    firstContacts.set(queue, firstContact);
    firstContact.catch(forget);
    return queue;
  };
  const readyQueue = async (name: string): Promise<Queue> => {
    const queue = openQueue(name);
    await firstContacts.get(queue);
    return queue;
  };

  return {
    kind: place ? 'redis' : 'postgres',
    broadcast,
    queue(job) {
      openQueue(job.queue);
      return {
        get raw() {
          return openQueue(job.queue);
        },
        async every(intervalMs, scheduleId, payload) {
          const data = job.payload.parse(payload);
          const template = { name: job.queue, data, opts: { attempts: job.attempts, ...retention(job) } };
          const wanted = { id: scheduleId, everyMs: intervalMs, template };
          const schedule = async () => setSchedule(await readyQueue(job.queue), wanted);
          // Processes do this while they start.
          await untilReached(schedule, () => closed, onError);
        },
        async add(payload, { jobId, priority, delayMs }) {
          const data = job.payload.parse(payload);
          const queue = await readyQueue(job.queue);
          await addSpan(job.queue, jobId, () =>
            queue.add(job.queue, traced(data), {
              jobId,
              attempts: job.attempts,
              backoff: { type: 'exponential', delay: job.backoffMs, jitter: 0.5 },
              ...(priority === undefined ? {} : { priority }),
              ...(delayMs === undefined ? {} : { delay: delayMs }),
              ...retention(job),
            }),
          );
        },
      };
    },
    worker(job, process, { concurrency, maxStalledCount = 2, name, awaited = false }) {
      // BullMQ passes the signal only to a processor whose `length` is 3: no default values here.
      const running = new Map<string, number>();
      let ended = 0;
      const processor: Processor = async (raw: Job, token?: string, given?: AbortSignal) => {
        const signal = given ?? NEVER;
        running.set(raw.id ?? '', Date.now());
        const lines: string[] = [];
        try {
          const payload = job.payload.parse(raw.data);
          const context: JobContext = {
            jobId: raw.id ?? '',
            signal,
            stalledCount: raw.stalledCounter,
            attempt: raw.attemptsMade,
            priority: raw.priority,
          };
          const run = () => process(payload, context);
          const answer = await collectLog(lines, () => (job.untraced ? run() : runSpan(raw, run)));
          if (job.answers) return typeof answer === 'string' ? storableText(answer) : answer;
        } catch (error) {
          // A job whose error cannot be stored would neither end nor be tried again.
          if (!signal.aborted) throw storableError(error);
          const why = reasonOf(signal);
          if (why === SHUTDOWN) {
            // Back to the queue for another worker, without counting as a try.
            await raw.moveToDelayed(Date.now(), token);
            throw new DelayedError();
          }
          if (why === LOCK_LOST) throw new UnrecoverableError(why);
          // No caller wants it any more: not a failure, and nothing that an operator has to check.
          lines.push(`cancelled: ${why}`);
        } finally {
          // One write, however many lines were logged.
          if (lines.length > 0) await raw.log(storableText(lines.join('\n'))).catch(onError);
          running.delete(raw.id ?? '');
          ended += 1;
        }
      };
      const common = {
        ...LOCKS,
        stalledInterval: awaited ? LOCKS.stalledInterval : 2 * LOCKS.stalledInterval,
        concurrency,
        maxStalledCount,
        drainDelay: awaited ? DRAIN_SECONDS.awaited : DRAIN_SECONDS.background,
        runRetryDelay: 1000,
        metrics: { maxDataPoints: 60 * 24 },
        // A connection with any other character in its name is refused one by Redis, and no worker is listed.
        ...(name ? { name: name.replaceAll(/[^!-~]/g, '-') } : {}),
      };
      const leaving = new AbortController();
      const connection = place ? redisFor(place, job.queue, 'work') : { connection: pools.toWork(concurrency) };
      const worker = new Worker(
        job.queue,
        processor,
        { ...common, ...connection },
        workerBackend(place ? 'redis' : 'postgres', { leaving: leaving.signal, onError }) as never,
      );
      if (!place) {
        trimming ??= startTrimming(trimmed, onError);
        trimmed.push({ queueNow: () => openQueue(job.queue), kept: job.answers ? KEPT_ANSWERS : KEPT });
      }
      worker.on('error', onError);
      // BullMQ keeps running a job whose lock another worker has taken over; its second result would be dropped anyway.
      worker.on('lockRenewalFailed', (ids: string[]) => {
        for (const id of ids) worker.cancelJob(id, LOCK_LOST);
      });
      let closing: Promise<void> | undefined;
      const leave = () => {
        // BullMQ first: it must know that it is closing when the rest ends.
        closing ??= worker.close();
        leaving.abort();
        return closing;
      };
      closers.unshift(leave);
      return {
        raw: worker,
        running,
        get ended() {
          return ended;
        },
        cancel: (jobId, reason) => worker.cancelJob(jobId, reason),
        async drain(budgetMs) {
          const timer = setTimeout(() => worker.cancelAllJobs(SHUTDOWN), budgetMs);
          await leave();
          clearTimeout(timer);
        },
      };
    },
    async ping() {
      await broadcast.ping();
    },
    async close() {
      closed = true;
      trimming?.stop();
      for (const close of closers) await close().catch(onError);
    },
  };
}

function reasonOf({ reason }: AbortSignal): string {
  return reason instanceof Error ? reason.message : String(reason);
}
