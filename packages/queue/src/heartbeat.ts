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

/** A worker of this process that reports. */
export interface BeatingWorker {
  /** The name of its queue. */
  kind: string;
  worker: TypedWorker;
  /** If other processes do the work: their usage since they started. */
  measure?: () => { processes: number; cpuMs: number; utilization: number; loopP99Ms: number };
  /** False: the worker is alive, but something it needs is not. It does not count then. */
  able?: () => boolean;
}

export interface HeartbeatOptions {
  db: Db;
  version: string;
  onError: (error: Error) => void;
}

/**
 * Writes every few seconds what the workers of this process are doing, for the ops page and alerts: in one statement,
 * because each that is sent at the same time would open a connection.
 */
export function startHeartbeats(
  { db, version, onError }: HeartbeatOptions,
  given: readonly BeatingWorker[],
): { stop(): Promise<void> } {
  const workers = given.map(({ able = () => true, ...one }) => ({
    ...one,
    able,
    id: randomUUID(),
    startedAt: null as Date | null,
    cost: costOfJobs(one.worker, one.measure),
  }));
  const loop = watchLoop();
  let told: boolean[] = [];

  const withdraw = async (ids: string[]) => {
    if (ids.length > 0) await db.workerHeartbeat.deleteMany({ where: { id: { in: ids } } });
  };
  const writeAll = async (): Promise<void> => {
    told = workers.map(({ able }) => able());
    const [able, unable] = [workers.filter((_, n) => told[n]), workers.filter((_, n) => !told[n])];
    const p99Ms = loop.p99Ms();
    const rows = able.map(({ id, kind, worker, startedAt, measure, cost }) => ({
      id,
      kind,
      host: hostname(),
      pid: process.pid,
      engine_version: version,
      running: [...worker.running].map(([jobId, at]) => ({ jobId, startedAt: new Date(at).toISOString() })),
      concurrency: worker.raw.concurrency,
      event_loop_p99_ms: Math.max(p99Ms, measure?.().loopP99Ms ?? 0),
      resident_bytes: process.memoryUsage.rss(),
      cpu_ms_per_job: cost(),
      started_at: startedAt,
    }));
    try {
      await withdraw(unable.map(({ id }) => id));
      if (rows.length === 0) return;
      const started = new Map(await writeHeartbeats(db, rows));
      for (const worker of able) worker.startedAt ??= started.get(worker.id) ?? null;
    } catch (error) {
      onError(error as Error);
    }
  };
  let writing = writeAll();
  const beat = () => (writing = writeAll());
  const timer = setInterval(() => void beat(), EVERY_MS);
  timer.unref();
  const look = setInterval(() => void (workers.some(({ able }, n) => able() !== told[n]) && beat()), LOOK_MS);
  look.unref();
  return {
    async stop() {
      clearInterval(timer);
      clearInterval(look);
      loop.stop();
      // It would come back after it was withdrawn.
      await writing;
      await withdraw(workers.map(({ id }) => id)).catch(onError);
    },
  };
}

/** @returns for each row, since when its worker has reported */
async function writeHeartbeats(db: Db, rows: readonly object[]): Promise<[id: string, startedAt: Date][]> {
  const written = await db.$queryRaw<{ id: string; started_at: Date }[]>`
    insert into worker_heartbeat (id, kind, host, pid, engine_version, running, concurrency, event_loop_p99_ms,
      resident_bytes, cpu_ms_per_job, started_at, seen_at)
    select id, kind, host, pid, engine_version, running, concurrency, event_loop_p99_ms,
      resident_bytes, cpu_ms_per_job, coalesce(started_at, now()), now()
    from json_populate_recordset(null::worker_heartbeat, ${JSON.stringify(rows)}::json)
    on conflict (id) do update set running = excluded.running, concurrency = excluded.concurrency,
      event_loop_p99_ms = excluded.event_loop_p99_ms, resident_bytes = excluded.resident_bytes,
      cpu_ms_per_job = excluded.cpu_ms_per_job, seen_at = excluded.seen_at
    returning id, started_at`;
  return written.map(({ id, started_at: startedAt }) => [id, startedAt]);
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
function costOfJobs(worker: TypedWorker, measure: BeatingWorker['measure']): () => number | null {
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

function ownThread(): NonNullable<BeatingWorker['measure']> {
  let loop = performance.eventLoopUtilization();
  return () => {
    const { user, system } = process.threadCpuUsage();
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, loop);
    loop = now;
    return { processes: 1, cpuMs: (user + system) / 1000, utilization, loopP99Ms: 0 };
  };
}
