/**
 * Is any result lost? BENCH_JOBS (default 20,000) request-and-wait jobs at 50 in flight on each backend, while the
 * notifying connection is killed every two seconds.
 */
import { migrateQueue } from '@palisade/queue/migrate-queue';
import { Redis } from 'ioredis';
import { figure, percentile, progress, rounded, table } from './print.ts';
import { backends } from './stand/backends.ts';
import { count, inFlight } from './stand/clients.ts';
import { startBenchCluster } from './stand/cluster.ts';
import { queueStand } from './stand/queue-stand.ts';

const JOBS = Number(process.env['BENCH_JOBS'] ?? 20_000);
const IN_FLIGHT = 50;
const KILL_EVERY_MS = 2_000;

const cluster = await startBenchCluster();
await migrateQueue(cluster.url);

for await (const { backend, redis } of backends()) {
  const stand = await queueStand({ databaseUrl: cluster.url, redisUrl: redis?.url, concurrency: IN_FLIGHT });
  const admin = redis ? new Redis(redis.url) : undefined;
  let kills = 0;
  const kill = async () => {
    if (admin) await admin.call('CLIENT', 'KILL', 'TYPE', 'PUBSUB');
    else
      await stand.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen "bench_%'`,
      );
    kills += 1;
  };
  const killer = setInterval(() => void kill().catch(() => undefined), KILL_EVERY_MS);
  let [lost, wrong, refused, answered] = [0, 0, 0, 0];
  const started = performance.now();
  const times = await inFlight(IN_FLIGHT, count(JOBS), async (n) => {
    try {
      if ((await stand.request(n, () => (refused += 1))) !== n) wrong += 1;
    } catch {
      lost += 1;
    }
    if ((answered += 1) % 2_000 === 0) progress(`${backend}: ${answered} of ${JOBS}`);
  });
  const seconds = (performance.now() - started) / 1000;
  clearInterval(killer);
  figure({
    backend,
    jobs: JOBS,
    in_flight: IN_FLIGHT,
    notifier_kills: kills,
    lost,
    wrong,
    refused_and_asked_again: refused,
    rescued_by_sweep: stand.rescued(),
    jobs_per_second: rounded(JOBS / seconds, 0),
    p50_ms: rounded(percentile(times, 0.5)),
    p99_ms: rounded(percentile(times, 0.99)),
  });
  if (lost > 0 || wrong > 0) process.exitCode = 1;
  admin?.disconnect();
  await stand.close();
}
table();
await cluster.close();
