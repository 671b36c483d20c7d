/**
 * What hostile sites cost the process that scans them: its memory, and how long its event loop was blocked. First
 * every hostile site alone. Then all at once with 50 honest scans, `SCAN_CONCURRENCY` (default 50) at a time as
 * in a worker, compared with 100 honest scans alone in the same run. The lab is a separate process. This process
 * only scans, with the heap limits of a scan worker, and starts scans as a worker does.
 *
 * Before that, BENCH_CHAINS (default 1,500) odd certificate chains, each through the real code path in a separate
 * process.
 *
 * Afterwards the storm: every five seconds a scan that kills its process, among honest ones, for BENCH_STORM_S
 * (default 30) seconds alternating with calm, twice; then one worker with one scanner process and with two.
 *
 * BENCH_ALONE=0 skips the first part. BENCH_PARTS (default certificates,storm,sites) selects the parts.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startHostileLabProcess } from '@palisade/lab/hostile/lab-process';
import { scan } from '@palisade/scanner/scan';
import { createConcurrencyLimiter } from '../apps/scan-worker/src/scanner/concurrency-limiter.ts';
import { heapFlags, heapMbFor } from '../apps/scan-worker/src/scanner/scanner-heap.ts';
import { figure, rounded, table } from './print.ts';
import { oddCertificates } from './scan/odd-certificates.ts';
import { processors, storm } from './scan/storm.ts';
import { count, inFlight } from './stand/clients.ts';

const CONCURRENCY = Number(process.env['SCAN_CONCURRENCY'] ?? 50);
const STORM_S = Number(process.env['BENCH_STORM_S'] ?? 30);
const HONEST_SCANS = 50;
const TIMEOUT_MS = 15_000;

// With a worker's heap limit, which can only be set at the start.
if (!process.execArgv.some((flag) => flag.startsWith('--max-old-space-size'))) {
  const flags = ['--expose-gc', ...heapFlags(heapMbFor(CONCURRENCY))];
  process.exit(spawnSync(process.execPath, [...flags, import.meta.filename], { stdio: 'inherit' }).status ?? 1);
}

const parts = (process.env['BENCH_PARTS'] ?? 'certificates,storm,sites').split(',');
if (parts.includes('certificates')) await oddCertificates(Number(process.env['BENCH_CHAINS'] ?? 1500));
if (parts.every((part) => part === 'certificates')) process.exit(0);

const NEVER = new AbortController().signal;
const limiter = createConcurrencyLimiter();
const lab = await startHostileLabProcess([
  {
    host: 'honest.test',
    https: {
      headers: [
        ['Content-Type', 'text/html; charset=utf-8'],
        ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'],
        ['Content-Security-Policy', "default-src 'self'"],
        ['Set-Cookie', 'id=1; Secure; HttpOnly'],
      ],
      body: '<!doctype html><title>honest</title><script src="/a.js"></script>',
    },
  },
]);
const honest = lab.honest.flatMap(({ url }) => Array<string>(HONEST_SCANS).fill(url));
const hostile = lab.hostile.map(({ url }) => url);
try {
  if (parts.includes('storm')) {
    await storm(lab.honest[0]?.url ?? '', lab.policy, STORM_S);
    await processors(lab.honest[0]?.url ?? '', lab.policy, STORM_S);
  }
  if (parts.includes('sites')) await sites();
  table();
} finally {
  await lab.close();
}

async function sites(): Promise<void> {
  await all(honest);
  const twice = [...honest, ...honest];
  const floor = await measured(() => all(twice));
  report('honest scans alone (the floor)', twice.length, floor, floor);
  if (process.env['BENCH_ALONE'] !== '0') {
    const costs = [];
    for (const { name, url } of lab.hostile) costs.push({ name, cost: await measured(() => all([url])) });
    costs.sort((a, b) => b.cost.loopMs - a.cost.loopMs);
    for (const { name, cost } of costs.slice(0, 8)) report(`alone: ${name}`, 1, cost, floor);
  }
  report('all at once', hostile.length + honest.length, await measured(() => all(shuffled(hostile, honest))), floor);
}

interface Cost {
  seconds: number;
  cpuSeconds: number;
  peakMb: number;
  loopMs: number;
  loopP99Ms: number;
}

function report(what: string, scans: number, cost: Cost, floor: Cost): void {
  figure({
    bench: `hostile: ${what}`,
    scans,
    wall_s: rounded(cost.seconds, 2),
    cpu_s: rounded(cost.cpuSeconds, 2),
    peak_rss_mb: rounded(cost.peakMb, 0),
    rss_to_floor: rounded(cost.peakMb / floor.peakMb, 2),
    loop_longest_ms: rounded(cost.loopMs, 0),
    loop_p99_ms: rounded(cost.loopP99Ms, 0),
  });
}

async function measured(work: () => Promise<void>): Promise<Cost> {
  globalThis.gc?.();
  resetPeak();
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const from = performance.now();
  const cpu = process.cpuUsage();
  await work();
  const used = process.cpuUsage(cpu);
  loop.disable();
  return {
    seconds: (performance.now() - from) / 1000,
    cpuSeconds: (used.user + used.system) / 1e6,
    peakMb: peakMb(),
    loopMs: loop.max / 1e6,
    loopP99Ms: loop.percentile(99) / 1e6,
  };
}

/** As many at a time as in a worker. Any result is accepted here; tests check the results. */
async function all(urls: readonly string[]): Promise<void> {
  await inFlight(CONCURRENCY, count(urls.length), async (n) => {
    const over = await limiter.enter(0, NEVER);
    await scan(urls[n] ?? '', { policy: lab.policy, timeoutMs: TIMEOUT_MS }).catch(() => undefined);
    over();
  });
}

/** Honest scans among the hostile ones, always in the same order. */
function shuffled(left: readonly string[], right: readonly string[]): string[] {
  const both = [];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    both.push(...left.slice(index, index + 1), ...right.slice(index, index + 1));
  }
  return both;
}

/** Resets Linux's record of the highest resident size. */
function resetPeak(): void {
  writeFileSync('/proc/self/clear_refs', '5');
}

function peakMb(): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024;
}
