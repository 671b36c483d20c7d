/**
 * What the machine around the scanner costs: request to answer through API, queue and
 * worker process, over the same scan in this process, on both queue backends.
 */
import { startLab } from '@palisade/lab/lab';
import { policyFrom } from '@palisade/scanner/policy';
import { scan } from '@palisade/scanner/scan';
import { readConfig } from '@palisade/config/config';
import { hasRedisServer, startRedis } from '../packages/queue/test/redis-server.ts';
import { startStack } from '../test/stack.ts';
import { figure, percentile, rounded, table } from './print.ts';

const SCANS = Number(process.env['BENCH_SCANS'] ?? 150);
const lab = await startLab({ sites: [{ host: 'shop.test' }] });
const policy = policyFrom(readConfig({ ...lab.env }));

async function measure(inFlight: number, one: (n: number) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const total = Math.max(SCANS, inFlight * 3);
  const client = async () => {
    while (next < total) {
      const n = next++;
      const started = performance.now();
      await one(n);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, client));
  return times;
}

const inProcess = async (n: number) => {
  await scan(`https://shop.test/?in=${n}`, { policy, timeoutMs: 15_000 });
};
await measure(1, inProcess);

for (const backend of ['postgres', 'redis'] as const) {
  if (backend === 'redis' && !hasRedisServer) {
    console.log('redis: not measured, redis-server is missing');
    continue;
  }
  const redis = backend === 'redis' ? await startRedis() : undefined;
  const stack = await startStack({
    env: { ...lab.env, FREE_SCANS_PER_DAY: '1000000', LOG_LEVEL: 'warn', ...(redis ? { REDIS_URL: redis.url } : {}) },
  });
  const throughApi = async (n: number) => {
    const answer = await stack.post('/api/scan', { url: `https://shop.test/?n=${n}` });
    if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  await measure(2, (n) => throughApi(n + 1e6));
  for (const inFlight of [1, 10, 50]) {
    const alone = await measure(inFlight, inProcess);
    const whole = await measure(inFlight, (n) => throughApi(n + inFlight * 1e7));
    figure({
      backend,
      in_flight: inFlight,
      scans: whole.length,
      in_process_p50_ms: rounded(percentile(alone, 0.5)),
      in_process_p99_ms: rounded(percentile(alone, 0.99)),
      api_p50_ms: rounded(percentile(whole, 0.5)),
      api_p99_ms: rounded(percentile(whole, 0.99)),
      overhead_p50_ms: rounded(percentile(whole, 0.5) - percentile(alone, 0.5)),
      overhead_p99_ms: rounded(percentile(whole, 0.99) - percentile(alone, 0.99)),
    });
  }
  await stack.stop();
  await redis?.stop();
}
table();
await lab.close();
