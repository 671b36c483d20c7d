/**
 * What each part of the admission queue gains: `BENCH_IN_FLIGHT` (default 500) concurrent callers, each on a new
 * connection, with all parts and then without one of them in turn. Admission refuses early what would wait too
 * long; the burst limit reads a burst before the process works on it; the concurrency limit starts scans only while
 * their process has time for them. `held` is the time of a scan from its first packet to its report. Meanwhile another
 * caller requests `verify-key` every 50 ms. The reasons are in docs/decisions/0014.
 */
import { setTimeout } from 'node:timers/promises';
import { startStack } from '../test/stack.ts';
import { figure, percentile, progress, rounded, table } from './print.ts';
import { backends } from './stand/backends.ts';
import { count, inFlight } from './stand/clients.ts';
import { startBenchLab } from './stand/lab.ts';

const IN_FLIGHT = Number(process.env['BENCH_IN_FLIGHT'] ?? 500);
const WITHOUT = ['', 'admission', 'burst-limit', 'concurrency-limit'];

const lab = await startBenchLab(0);
for await (const { backend, redis } of backends()) {
  for (const without of WITHOUT) {
    progress(`${backend}, without ${without || 'nothing'}`);
    const stack = await startStack({
      env: {
        ...lab.env,
        FREE_SCANS_PER_DAY: '1000000',
        LOG_LEVEL: 'error',
        ADMISSION_WITHOUT: without,
        ...(redis ? { REDIS_URL: redis.url } : {}),
      },
    });
    let asked = 0;
    const times = new Map<number, number[]>();
    const held: number[] = [];
    const scan = async () => {
      const started = performance.now();
      const answer = await stack.post('/api/scan', { url: `https://shop.test/?n=${(asked += 1)}` });
      const body = (await answer.json()) as { duration_ms?: number };
      times.set(answer.status, [...(times.get(answer.status) ?? []), performance.now() - started]);
      if (body.duration_ms !== undefined) held.push(body.duration_ms);
    };
    const key = (await stack.cli('keys', 'create', '--email', 'bench@example.com')).stdout.trim();
    await inFlight(2, count(30), scan);
    times.clear();
    held.length = 0;
    let over = false;
    const verified: number[] = [];
    const verifying = (async () => {
      while (!over) {
        const started = performance.now();
        await (await fetch(`${stack.baseUrl}/api/verify-key`, { headers: { 'x-api-key': key } })).text();
        verified.push(performance.now() - started);
        await setTimeout(50);
      }
    })();
    const started = performance.now();
    await inFlight(IN_FLIGHT, count(IN_FLIGHT), scan);
    const seconds = (performance.now() - started) / 1000;
    over = true;
    await verifying;
    const [served, refused] = [times.get(200) ?? [], times.get(503) ?? []];
    figure({
      backend,
      without: without || 'nothing',
      in_flight: IN_FLIGHT,
      served: served.length,
      served_per_second: rounded(served.length / seconds),
      served_p99_ms: rounded(percentile(served, 0.99), 0),
      held_p50_ms: rounded(percentile(held, 0.5), 0),
      held_p99_ms: rounded(percentile(held, 0.99), 0),
      refused: refused.length,
      refused_p50_ms: rounded(percentile(refused, 0.5), 0),
      refused_p99_ms: rounded(percentile(refused, 0.99), 0),
      other: IN_FLIGHT - served.length - refused.length,
      verify_key_p99_ms: rounded(percentile(verified, 0.99), 0),
    });
    await stack.stop();
  }
}
table();
lab.close();
