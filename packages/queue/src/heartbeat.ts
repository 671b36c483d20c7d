import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Db } from '@palisade/db/client';
import { databaseTime } from '@palisade/db/database-time';
import type { TypedWorker } from './backend.ts';
import { createJobCost } from './job-cost.ts';

const EVERY_MS = 5_000;
/** How soon it reports that a worker can no longer work, or can again. */
const LOOK_MS = 500;
/** A worker that has not reported for this long no longer counts. */
export const WORKER_ALIVE_MS = 3 * EVERY_MS;

/** @param kind the name of their queue */
export async function livingWorkers(db: Db, kind: string): Promise<number> {
  return await db.workerHeartbeat.count({ where: { kind, seenAt: { gt: await aliveSince(db) } } });
}

/** By the database's clock, like the workers' reports: the processes' clocks may differ. */
export async function aliveSince(db: Db): Promise<Date> {
  return new Date((await databaseTime(db)).getTime() - WORKER_ALIVE_MS);
}

export interface HeartbeatOptions {
  db: Db;
  kind: string;
  worker: TypedWorker;
  version: string;
  /** If other processes do the work: their usage since they started. */
  measure?: () => { processes: number; cpuMs: number; utilization: number; loopP99Ms: number };
  /** False: the worker is alive, but something it needs is not. It does not count then. */
  able?: () => boolean;
  onError: (error: Error) => void;
}

/** Writes every few seconds what this worker process is doing, for the ops page and alerts. */
export function startHeartbeat(options: HeartbeatOptions): { stop(): Promise<void> } {
  const { db, worker } = options;
  const id = randomUUID();
  let startedAt: Date | undefined;
  const cost = costOfJobs(worker, options.measure);
  const loop = watchLoop();
  const able = options.able ?? (() => true);
  let told: boolean | undefined;

  const withdraw = () => db.workerHeartbeat.deleteMany({ where: { id } }).catch(options.onError);
  const beat = async (): Promise<void> => {
    told = able();
    if (!told) {
      await withdraw();
      return;
    }
    const figures = {
      kind: options.kind,
      host: hostname(),
      pid: process.pid,
      engineVersion: options.version,
      running: [...worker.running].map(([jobId, at]) => ({ jobId, startedAt: new Date(at).toISOString() })),
      concurrency: worker.raw.concurrency,
      eventLoopP99Ms: Math.max(loop.p99Ms(), options.measure?.().loopP99Ms ?? 0),
      residentBytes: BigInt(process.memoryUsage.rss()),
      cpuMsPerJob: cost(),
    };
    try {
      const seenAt = await databaseTime(db);
      startedAt ??= seenAt;
      const row = { ...figures, startedAt, seenAt };
      await db.workerHeartbeat.upsert({ where: { id }, create: { id, ...row }, update: row });
    } catch (error) {
      options.onError(error as Error);
    }
  };
  void beat();
  const timer = setInterval(() => void beat(), EVERY_MS);
  timer.unref();
  const look = setInterval(() => void (able() !== told && beat()), LOOK_MS);
  look.unref();
  return {
    async stop() {
      clearInterval(timer);
      clearInterval(look);
      loop.stop();
      await withdraw();
    },
  };
}

/** Each sample wakes an idle process. */
const RESOLUTION_MS = 50;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
let watching = 0;
let measured = { at: 0, p99Ms: 0 };

/** One histogram for all heartbeats of a process. */
function watchLoop(): { p99Ms(): number; stop(): void } {
  watching += 1;
  delay.enable();
  return {
    p99Ms() {
      const now = performance.now();
      // Heartbeats of one process report the same values.
      if (measured.at === 0 || now - measured.at > EVERY_MS / 2) {
        // From one look to the next: what is beyond the time between them is the delay.
        measured = { at: now, p99Ms: Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS) };
        delay.reset();
      }
      return measured.p99Ms;
    },
    stop() {
      watching -= 1;
      if (watching === 0) delay.disable();
    },
  };
}

/** @returns called once per interval: see `createJobCost` */
function costOfJobs(worker: TypedWorker, measure: HeartbeatOptions['measure']): () => number | null {
  const cost = createJobCost();
  const used = measure ?? ownThread();
  let ended = worker.ended;
  let before = used().cpuMs;
  return () => {
    const { cpuMs, utilization, processes } = used();
    const jobs = worker.ended - ended;
    const spent = Math.max(0, cpuMs - before);
    ended = worker.ended;
    before = cpuMs;
    // When there are several processes, each is charged its share.
    return cost({ jobs, cpuMs: spent / processes, utilization });
  };
}

function ownThread(): NonNullable<HeartbeatOptions['measure']> {
  let loop = performance.eventLoopUtilization();
  return () => {
    const { user, system } = process.threadCpuUsage();
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, loop);
    loop = now;
    return { processes: 1, cpuMs: (user + system) / 1000, utilization, loopP99Ms: 0 };
  };
}
