/**
 * What the machine around the scanner costs: request to answer through API, queue and
 * worker process, over the same scan in this process, on both queue backends. All of it, the
 * scanned site too, shares this machine's processors.
 */
import { readConfig } from '@palisade/config/config';
import { policyFrom } from '@palisade/scanner/policy';
import { scan } from '@palisade/scanner/scan';
import { hasRedisServer, startRedis } from '../packages/queue/test/redis-server.ts';
import { startStack } from '../test/stack.ts';
import { figure, percentile, progress, rounded, table } from './print.ts';
import { count, inFlight } from './stand/clients.ts';
import { startBenchLab } from './stand/lab.ts';

/** Far beyond any wait here: with 500 in flight on two processors each takes more than ten seconds, in process too. */
const TIMEOUT_MS = 110_000;
const LOADS = (process.env['BENCH_IN_FLIGHT'] ?? '1,50,500').split(',').map(Number);
const scansOf = (clients: number) => Number(process.env['BENCH_SCANS'] ?? Math.max(100, Math.round(clients * 1.2)));

const lab = await startBenchLab(0);
const policy = policyFrom(readConfig({ ...lab.env }));
const inProcess = async (n: number) => {
  await scan(`https://shop.test/?in=${n}`, { policy, timeoutMs: TIMEOUT_MS });
};
await inFlight(1, count(20), inProcess);
const alone = new Map<number, number[]>();
for (const clients of LOADS) {
  progress(`in process, ${clients} in flight`);
  alone.set(clients, await inFlight(clients, count(scansOf(clients)), inProcess));
}

for (const backend of ['postgres', 'redis'] as const) {
  if (backend === 'redis' && !hasRedisServer) {
    progress('redis: not measured, redis-server is missing');
    continue;
  }
  const redis = backend === 'redis' ? await startRedis() : undefined;
  const stack = await startStack({
    env: {
      ...lab.env,
      FREE_SCANS_PER_DAY: '1000000',
      SCAN_CONCURRENCY: '500',
      SCAN_TIMEOUT_MS: String(TIMEOUT_MS),
      LOG_LEVEL: 'error',
      ...(redis ? { REDIS_URL: redis.url } : {}),
    },
  });
  let asked = 0;
  const throughApi = async () => {
    const answer = await stack.post('/api/scan', { url: `https://shop.test/?n=${(asked += 1)}` });
    if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  await inFlight(2, count(30), throughApi);
  for (const clients of LOADS) {
    progress(`${backend}, ${clients} in flight`);
    const whole = await inFlight(clients, count(scansOf(clients)), throughApi);
    const inside = alone.get(clients) ?? [];
    const [p50, p99] = [0.5, 0.99].map((share) => ({
      inside: percentile(inside, share),
      whole: percentile(whole, share),
    })) as [{ inside: number; whole: number }, { inside: number; whole: number }];
    figure({
      backend,
      in_flight: clients,
      scans: whole.length,
      in_process_p50_ms: rounded(p50.inside, 0),
      api_p50_ms: rounded(p50.whole, 0),
      overhead_p50_ms: rounded(p50.whole - p50.inside, 0),
      ratio_p50: rounded(p50.whole / p50.inside, 2),
      in_process_p99_ms: rounded(p99.inside, 0),
      api_p99_ms: rounded(p99.whole, 0),
      overhead_p99_ms: rounded(p99.whole - p99.inside, 0),
      ratio_p99: rounded(p99.whole / p99.inside, 2),
    });
  }
  await stack.stop();
  await redis?.stop();
}
table();
lab.close();
