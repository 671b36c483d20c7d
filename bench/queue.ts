/**
 * API and queue only: the worker just waits two seconds and stores a report of ordinary size. Anything beyond that
 * is the path through API, database and queue.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDb } from '@palisade/db/client';
import { migrate } from '@palisade/db/migrate/migrate';
import { beginScan, finishScan } from '@palisade/db/scan-leases';
import { createBackend } from '@palisade/queue/backend';
import { startHeartbeats } from '@palisade/queue/heartbeat';
import { scanJob } from '@palisade/queue/jobs';
import { migrateQueue } from '@palisade/queue/migrate-queue';
import { SCAN_DONE } from '@palisade/queue/topics';
import { judge } from '@palisade/scanner/judge';
import { readRecorded } from '../packages/scanner/test/recorded.ts';
import { figure, percentile, progress, rounded, table } from './print.ts';
import { backends } from './stand/backends.ts';
import { forSeconds, inFlight } from './stand/clients.ts';
import { startBenchCluster } from './stand/cluster.ts';
import { processorMs } from './stand/machine.ts';

const WORK_MS = 2_000;
const LOADS = (process.env['BENCH_IN_FLIGHT'] ?? '1,50,500').split(',').map(Number);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 12);
const REPORT = judge(readRecorded('messy.test').evidence, '00000000-0000-4000-8000-000000000001');

if (process.send && process.argv[2] === 'work') await work();
else await measure();

/** The stand-in for scan workers. */
async function work(): Promise<void> {
  const databaseUrl = process.env['DATABASE_URL'] ?? '';
  const db = createDb(databaseUrl, { max: 8 });
  const onError = () => undefined;
  const backend = createBackend({ databaseUrl, redisUrl: process.env['REDIS_URL'], onError });
  const worker = backend.worker(
    scanJob,
    async ({ scanId }) => {
      await beginScan(db, scanId);
      await sleep(WORK_MS);
      await finishScan(db, { id: scanId, fence: 1 }, { ...REPORT, scan_id: scanId, duration_ms: WORK_MS });
      await backend.broadcast.publish(SCAN_DONE, scanId);
    },
    { concurrency: 600, awaited: true },
  );
  startHeartbeats({ db, version: 'bench', onError }, [{ kind: scanJob.queue, worker }]);
  process.once('disconnect', () => process.exit(0));
  process.send?.('ready');
}

async function measure(): Promise<void> {
  const cluster = await startBenchCluster();
  await migrate(cluster.url);
  await migrateQueue(cluster.url);
  for await (const { backend, redis } of backends()) {
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: cluster.url,
      ...(redis ? { REDIS_URL: redis.url } : {}),
      APP_SECRET: 'a secret for benchmarks only',
      PORT: '0',
      LOG_LEVEL: 'error',
      FREE_SCANS_PER_DAY: '1000000',
      // Each caller has its own address.
      TRUST_PROXY: '127.0.0.1/32',
      DATA_DIR: cluster.dataDir,
    };
    const worker = fork(fileURLToPath(import.meta.url), ['work'], { env });
    await once(worker, 'message');
    const api = fork(fileURLToPath(new URL('../apps/api/src/server.ts', import.meta.url)), { env });
    const [{ listening }] = (await once(api, 'message')) as [{ listening: { baseUrl: string } }];
    const loads = { api, worker, postgres: { pid: cluster.pid }, redis: { pid: redis?.pid ?? 0 } };
    await load(backend, listening.baseUrl, 5, 3, loads);
    for (const clients of LOADS) {
      progress(`${backend}, ${clients} in flight`);
      figure(await load(backend, listening.baseUrl, clients, SECONDS, loads));
    }
    for (const child of [api, worker] as ChildProcess[]) child.kill('SIGKILL');
  }
  table();
  await cluster.close();
  process.exit(0);
}

async function load(
  backend: string,
  baseUrl: string,
  clients: number,
  seconds: number,
  processes: Record<'api' | 'worker' | 'redis', { pid?: number | undefined }>,
): Promise<Record<string, string | number>> {
  const cpu = () => processorMs(processes.api.pid ?? 0);
  const redisCpu = () => processorMs(processes.redis.pid ?? 0);
  const [before, redisBefore] = [cpu(), redisCpu()];
  let refused = 0;
  const started = performance.now();
  const times = await inFlight(clients, forSeconds(seconds), async (n) => {
    const answer = await fetch(`${baseUrl}/api/scan`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `198.18.${Math.floor(n / 250) % 250}.${n % 250}`,
      },
      body: JSON.stringify({ url: `https://shop.example/?${clients}-${started}-${n}` }),
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) refused += 1;
  });
  const elapsed = (performance.now() - started) / 1000;
  const over = times.map((time) => time - WORK_MS);
  return {
    backend,
    in_flight: clients,
    scans: times.length,
    not_answered_200: refused,
    scans_per_second: rounded(times.length / elapsed),
    overhead_p50_ms: rounded(percentile(over, 0.5)),
    overhead_p99_ms: rounded(percentile(over, 0.99)),
    ratio_p50: rounded(percentile(times, 0.5) / WORK_MS, 2),
    ratio_p99: rounded(percentile(times, 0.99) / WORK_MS, 2),
    api_cpu_ms_per_scan: rounded((cpu() - before) / times.length, 2),
    redis_cpu_ms_per_scan: rounded((redisCpu() - redisBefore) / times.length, 2),
  };
}
