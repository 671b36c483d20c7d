/**
 * The cost of everything around the scanner: request to answer through API, queue and worker process, compared
 * with the same scan in this process, on both queue backends. Everything, including the scanned site, shares this
 * machine's processors. Both run 50 scans at a time, as a worker does; more in flight wait. Requests that the API
 * refuses because they would wait too long (503) are counted separately. All callers arrive at once, each on a new
 * connection. The floor is the cost of that alone: as many concurrent callers requesting `/healthz` from an idle service.
 * Meanwhile `verify-key` is called every 50 ms on an open connection. `cpu_ms_per_scan` is the processor time of
 * API, scan worker and its scanners, PostgreSQL and Redis for each answered scan, including what refused requests
 * cost, after BENCH_WARM_UP (200) scans in each scanning process. `cpu_ratio` compares it with the processor time
 * of the same scan in this process.
 */
import { get } from 'node:http';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { readConfig } from '@palisade/config/config';
import { policyFrom } from '@palisade/scanner/policy';
import { scan } from '@palisade/scanner/scan';
import { descendants } from '../test/descendants.ts';
import { postmaster, serviceProcess } from '../test/service-process.ts';
import { startStack } from '../test/stack.ts';
import { figure, percentile, progress, rounded, table } from './print.ts';
import { backends } from './stand/backends.ts';
import { count, inFlight } from './stand/clients.ts';
import { startBenchLab } from './stand/lab.ts';
import { processorMs } from './stand/machine.ts';

const TIMEOUT_MS = 30_000;
const PLACES = 50;
/** Scans by each scanning process, so that V8 has compiled the code on both sides. */
const WARM_UP = Number(process.env['BENCH_WARM_UP'] ?? 200);
const LOADS = (process.env['BENCH_IN_FLIGHT'] ?? '1,50,500').split(',').map(Number);
const scansOf = (clients: number) => Number(process.env['BENCH_SCANS'] ?? Math.max(100, Math.round(clients * 1.2)));

const lab = await startBenchLab(0);
const policy = policyFrom(readConfig({ ...lab.env }));
let free = PLACES;
const turns: (() => void)[] = [];
const inProcess = async (n: number) => {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => turns.push(resolve));
  await scan(`https://shop.test/?in=${n}`, { policy, timeoutMs: TIMEOUT_MS });
  const next = turns.shift();
  if (next) next();
  else free += 1;
};
await inFlight(10, count(WARM_UP), inProcess);
const alone = new Map<number, number[]>();
const cpuAlone = new Map<number, number>();
for (const clients of LOADS) {
  progress(`in process, ${clients} in flight`);
  const before = process.cpuUsage();
  alone.set(clients, await inFlight(clients, count(scansOf(clients)), inProcess));
  const used = process.cpuUsage(before);
  cpuAlone.set(clients, (used.user + used.system) / 1000 / scansOf(clients));
}

for await (const { backend, redis } of backends()) {
  const stack = await startStack({
    env: {
      ...lab.env,
      FREE_SCANS_PER_DAY: '1000000',
      SCAN_CONCURRENCY: String(PLACES),
      SCAN_TIMEOUT_MS: String(TIMEOUT_MS),
      ...(redis ? { REDIS_URL: redis.url } : {}),
    },
  });
  let asked = 0;
  let turnedAway: number[] = [];
  let served: number[] = [];
  const throughApi = async () => {
    const started = performance.now();
    const answer = await stack.post('/api/scan', { url: `https://shop.test/?n=${(asked += 1)}` });
    const text = await answer.text();
    if (answer.status !== 200 && answer.status !== 503) throw new Error(`answered ${answer.status}: ${text}`);
    (answer.status === 200 ? served : turnedAway).push(performance.now() - started);
  };
  const key = (await stack.cli('keys', 'create', '--email', 'bench@example.com')).stdout.trim();
  const verifyUntil = async (over: () => boolean): Promise<number[]> => {
    const times: number[] = [];
    while (!over()) {
      const started = performance.now();
      const answer = await fetch(`${stack.baseUrl}/api/verify-key`, { headers: { 'x-api-key': key } });
      if (answer.status !== 200) throw new Error(`verify-key answered ${answer.status}`);
      await answer.text();
      times.push(performance.now() - started);
      await setTimeout(50);
    }
    return times;
  };
  const greet = () =>
    new Promise<void>((resolve, reject) => {
      const asked = get(`${stack.baseUrl}/healthz`, { agent: false }, (answer) => answer.resume().on('end', resolve));
      asked.on('error', reject);
    });
  await inFlight(10, count(availableParallelism() * WARM_UP), throughApi);
  const roots = [
    await serviceProcess(stack, /api\/src\/server\.ts$/),
    await serviceProcess(stack, /scan-worker\/src\/main\.ts$/),
    await postmaster(stack),
  ];
  // Processes that ended meanwhile are not counted: scanners and connections live longer than a measurement.
  const used = async (): Promise<Map<number, number>> => {
    const families = await Promise.all(roots.map(async (pid) => [pid, ...(await descendants(pid))]));
    return new Map([...families.flat(), ...(redis ? [redis.pid] : [])].map((pid) => [pid, processorMs(pid)]));
  };
  for (const clients of LOADS) {
    progress(`${backend}, ${clients} in flight`);
    [served, turnedAway] = [[], []];
    const greeted = await inFlight(clients, count(clients), greet);
    const before = await used();
    let over = false;
    const verifying = verifyUntil(() => over);
    await inFlight(clients, count(scansOf(clients)), throughApi);
    const after = await used();
    const cpu = [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0) / served.length;
    over = true;
    const verified = await verifying;
    const whole = served;
    const inside = alone.get(clients) ?? [];
    const [p50, p99] = [0.5, 0.99].map((share) => ({
      inside: percentile(inside, share),
      whole: percentile(whole, share),
    })) as [{ inside: number; whole: number }, { inside: number; whole: number }];
    figure({
      backend,
      in_flight: clients,
      scans: whole.length,
      healthz_p99_ms: rounded(percentile(greeted, 0.99), 0),
      turned_away: turnedAway.length,
      turned_away_p50_ms: rounded(percentile(turnedAway, 0.5), 0),
      turned_away_p99_ms: rounded(percentile(turnedAway, 0.99), 0),
      verify_key_p50_ms: rounded(percentile(verified, 0.5), 0),
      verify_key_p99_ms: rounded(percentile(verified, 0.99), 0),
      in_process_p50_ms: rounded(p50.inside, 0),
      api_p50_ms: rounded(p50.whole, 0),
      overhead_p50_ms: rounded(p50.whole - p50.inside, 0),
      ratio_p50: rounded(p50.whole / p50.inside, 2),
      in_process_p99_ms: rounded(p99.inside, 0),
      api_p99_ms: rounded(p99.whole, 0),
      overhead_p99_ms: rounded(p99.whole - p99.inside, 0),
      ratio_p99: rounded(p99.whole / p99.inside, 2),
      cpu_ms_per_scan: rounded(cpu),
      cpu_ratio: rounded(cpu / (cpuAlone.get(clients) ?? NaN), 2),
    });
  }
  await stack.stop();
}
table();
lab.close();
