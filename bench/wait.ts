/**
 * Is any result lost? 20,000 request-and-wait jobs at 50 in flight on each backend,
 * with the connection that notifies killed every two seconds.
 */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startCluster } from '@palisade/db/embedded/cluster';
import { createBackend } from '@palisade/queue/backend';
import { defineJob } from '@palisade/queue/job';
import { migrateQueue } from '@palisade/queue/migrate-queue';
import { createResultWaiter } from '@palisade/queue/result-waiter';
import { Redis } from 'ioredis';
import pg from 'pg';
import { z } from 'zod';
import { hasRedisServer, startRedis } from '../packages/queue/test/redis-server.ts';
import { figure, percentile, rounded, table } from './print.ts';

const JOBS = Number(process.env['BENCH_JOBS'] ?? 20_000);
const IN_FLIGHT = 50;
const KILL_EVERY_MS = 2_000;

const dataDir = await mkdtemp(path.join(tmpdir(), 'palisade-bench-'));
await chmod(dataDir, 0o755);
const cluster = await startCluster({ dataDir });
await migrateQueue(cluster.url);

for (const kind of ['postgres', 'redis'] as const) {
  if (kind === 'redis' && !hasRedisServer) {
    console.log('redis: not measured, redis-server is missing');
    continue;
  }
  const redis = kind === 'redis' ? await startRedis() : undefined;
  const options = { databaseUrl: cluster.url, redisUrl: redis?.url, onError: () => undefined };
  const [api, worker] = [createBackend(options), createBackend(options)];
  const pool = new pg.Pool({ connectionString: cluster.url, max: 10 });
  pool.on('error', () => undefined);
  const topic = `bench_${kind}`;
  await pool.query(`create table ${topic} (id text primary key, n int not null)`);
  const job = defineJob({ queue: topic, payload: z.object({ n: z.int() }), attempts: 2, backoffMs: 50 });
  worker.worker(
    job,
    async ({ n }, { jobId }) => {
      await pool.query(`insert into ${topic} values ($1, $2) on conflict do nothing`, [jobId, n]);
      await worker.broadcast.publish(topic, jobId).catch(() => undefined);
    },
    { concurrency: IN_FLIGHT },
  );
  const waiter = await createResultWaiter<number>({
    broadcast: api.broadcast,
    topic,
    onError: () => undefined,
    async load(ids) {
      const { rows } = await pool.query<{ id: string; n: number }>(`select id, n from ${topic} where id = any($1)`, [
        ids,
      ]);
      return new Map(rows.map(({ id, n }) => [id, n]));
    },
  });
  const kill = async () => {
    if (redis) {
      const admin = new Redis(redis.url);
      await admin.call('CLIENT', 'KILL', 'TYPE', 'PUBSUB');
      admin.disconnect();
    } else {
      await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen "bench_%'`);
    }
  };
  let kills = 0;
  const killer = setInterval(
    () =>
      void kill().then(
        () => kills++,
        () => undefined,
      ),
    KILL_EVERY_MS,
  );
  const queue = api.queue(job);
  const times: number[] = [];
  let [next, lost, wrong] = [0, 0, 0];
  const client = async () => {
    while (next < JOBS) {
      const n = next++;
      const jobId = randomUUID();
      const started = performance.now();
      const answer = waiter.wait(jobId, { timeoutMs: 30_000 });
      answer.catch(() => undefined);
      await queue.add({ n }, { jobId });
      await answer.then(
        (result) => {
          times.push(performance.now() - started);
          if (result !== n) wrong += 1;
        },
        () => (lost += 1),
      );
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, client));
  const seconds = (performance.now() - started) / 1000;
  clearInterval(killer);
  figure({
    backend: kind,
    jobs: JOBS,
    in_flight: IN_FLIGHT,
    notifier_kills: kills,
    lost,
    wrong,
    rescued_by_sweep: waiter.rescued,
    jobs_per_second: rounded(JOBS / seconds, 0),
    p50_ms: rounded(percentile(times, 0.5)),
    p99_ms: rounded(percentile(times, 0.99)),
  });
  if (lost > 0 || wrong > 0) process.exitCode = 1;
  waiter.close();
  await api.close();
  await worker.close();
  await pool.end();
  await redis?.stop();
}
table();
await cluster.stop();
await rm(dataDir, { recursive: true, force: true });
