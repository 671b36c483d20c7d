/**
 * Does memory stay constant? BENCH_JOBS (default 100,000), more than an hour's worth of jobs, in minutes: 50 in
 * flight on each backend, while memory, tables and keys are sampled. Producer, waiter and worker run in this
 * process.
 */
import { migrateQueue } from '@palisade/queue/migrate-queue';
import { Redis } from 'ioredis';
import { figure, rounded, table } from './print.ts';
import { backends } from './stand/backends.ts';
import { count, inFlight } from './stand/clients.ts';
import { startBenchCluster } from './stand/cluster.ts';
import { queueStand } from './stand/queue-stand.ts';

const JOBS = Number(process.env['BENCH_JOBS'] ?? 100_000);
const SAMPLES = 10;
const MB = 1_048_576;

const cluster = await startBenchCluster();
await migrateQueue(cluster.url);

for await (const { backend, redis } of backends()) {
  const stand = await queueStand({ databaseUrl: cluster.url, redisUrl: redis?.url, concurrency: 50 });
  const admin = redis ? new Redis(redis.url) : undefined;
  /** The size of the queue in megabytes: Redis's memory, or the queue's tables with their indexes. */
  const stored = async () => {
    if (admin) return Number(/used_memory:(\d+)/.exec(await admin.info('memory'))?.[1]) / MB;
    const { rows } = await stand.pool.query<{ bytes: string }>(
      `select coalesce(sum(pg_total_relation_size(c.oid)), 0) as bytes from pg_class c
       join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'bullmq' and c.relkind = 'r'`,
    );
    return Number(rows[0]?.bytes) / MB;
  };
  const samples: { jobs: number; rss: number; heap: number }[] = [];
  const started = performance.now();
  let [lost, answered] = [0, 0];
  const sample = async () => {
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    samples.push({ jobs: answered, rss: rss / MB, heap: heapUsed / MB });
    figure({
      backend,
      jobs: answered,
      seconds: rounded((performance.now() - started) / 1000, 0),
      rss_mb: rounded(rss / MB, 0),
      heap_mb: rounded(heapUsed / MB),
      queue_mb: rounded(await stored()),
      finished_jobs_kept: await stand.queue.raw.getCompletedCount(),
    });
  };
  await inFlight(50, count(JOBS), async (n) => {
    try {
      if ((await stand.request(n, () => undefined)) !== n) lost += 1;
    } catch {
      lost += 1;
    }
    if ((answered += 1) % Math.ceil(JOBS / SAMPLES) === 0) await sample();
  });
  const half = samples.slice(Math.floor(samples.length / 2));
  figure({
    backend,
    jobs: answered,
    lost,
    jobs_per_second: rounded(answered / ((performance.now() - started) / 1000), 0),
    heap_growth_mb_per_100k_jobs_in_second_half: rounded(
      slope(half.map(({ jobs, heap }) => [jobs, heap])) * 100_000,
      2,
    ),
    rss_growth_mb_per_100k_jobs_in_second_half: rounded(slope(half.map(({ jobs, rss }) => [jobs, rss])) * 100_000, 1),
  });
  if (lost > 0) process.exitCode = 1;
  admin?.disconnect();
  await stand.close();
}
table();
await cluster.close();

/** Least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return spread === 0 ? 0 : points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / spread;
}
