/**
 * Does throughput grow with workers? Scans a second through the whole service with 1, 2 and 4 scan workers with
 * BENCH_PLACES concurrent scans each (default 15), against a site that answers every request after 1.5 s, until
 * the machine's processors are saturated.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStack } from '../test/stack.ts';
import { figure, percentile, rounded, table } from './print.ts';
import { backends } from './stand/backends.ts';
import { forSeconds, inFlight } from './stand/clients.ts';
import { startBenchLab } from './stand/lab.ts';
import { processorTime } from './stand/machine.ts';

const PLACES = Number(process.env['BENCH_PLACES'] ?? 15);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 20);
const WORKER = fileURLToPath(new URL('../apps/scan-worker/src/main.ts', import.meta.url));

const lab = await startBenchLab(1_500);
for await (const { backend, redis } of backends()) {
  const env = {
    ...lab.env,
    SCAN_CONCURRENCY: String(PLACES),
    FREE_SCANS_PER_DAY: '1000000',
    LOG_LEVEL: 'error',
    ...(redis ? { REDIS_URL: redis.url } : {}),
  };
  const stack = await startStack({ env });
  const databaseUrl = (await readFile(path.join(stack.dataDir, 'database.url'), 'utf8')).trim();
  const more: ChildProcess[] = [];
  let alone = 0;
  let asked = 0;
  for (const workers of [1, 2, 4]) {
    while (more.length < workers - 1) {
      const worker = fork(WORKER, { env: { ...process.env, ...env, DATABASE_URL: databaseUrl } });
      await once(worker, 'message');
      more.push(worker);
    }
    let notServed = 0;
    const scan = async () => {
      const answer = await stack.post('/api/scan', { url: `https://slow.test/?n=${(asked += 1)}` });
      await answer.arrayBuffer();
      if (answer.status !== 200) notServed += 1;
    };
    await inFlight(workers * PLACES, forSeconds(3), scan);
    notServed = 0;
    const before = processorTime();
    const started = performance.now();
    const times = await inFlight(workers * PLACES, forSeconds(SECONDS), scan);
    const seconds = (performance.now() - started) / 1000;
    const after = processorTime();
    const rate = (times.length - notServed) / seconds;
    alone ||= rate;
    figure({
      backend,
      workers,
      in_flight: workers * PLACES,
      scans: times.length,
      not_answered_200: notServed,
      scans_per_second: rounded(rate),
      ratio_to_one_worker: rounded(rate / alone, 2),
      p50_ms: rounded(percentile(times, 0.5), 0),
      p99_ms: rounded(percentile(times, 0.99), 0),
      processors_busy_percent: rounded(((after.busy - before.busy) / (after.all - before.all)) * 100, 0),
    });
  }
  for (const worker of more) worker.kill('SIGTERM');
  await Promise.all(more.map((worker) => once(worker, 'exit')));
  await stack.stop();
}
table();
lab.close();
