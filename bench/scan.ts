/**
 * One scan in this process against a site of the lab: wall time, processor time, throughput
 * at 1, 20 and 100 in flight, and memory after many. The lab's servers run in a process of
 * their own, so that their work is not counted as ours.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startLab } from '@palisade/lab/lab';
import { policyFrom } from '@palisade/scanner/policy';
import { scan } from '@palisade/scanner/scan';
import { readConfig } from '@palisade/config/config';
import { figure, percentile, rounded, table } from './print.ts';

if (process.send && process.argv[2] === 'lab') {
  const lab = await startLab({
    sites: [
      {
        host: 'shop.test',
        https: {
          status: 200,
          headers: [
            ['Content-Type', 'text/html; charset=utf-8'],
            ['Server', 'nginx/1.18.0'],
            ['Set-Cookie', 'sid=abcdefghijklmnop; Path=/'],
            ['Content-Security-Policy', "default-src 'self'; script-src 'self' 'unsafe-inline' https://cdn.example"],
          ],
          body: `<!doctype html><html><head><title>shop</title><script src="https://cdn.example/a.js"></script></head><body>${'<p class="x">text</p>'.repeat(2000)}</body></html>`,
        },
      },
    ],
    records: ['shop.test MX 10 mail.shop.test', 'shop.test TXT "v=spf1 mx ~all"'],
  });
  process.send(lab.env);
  process.once('disconnect', () => void lab.close().then(() => process.exit(0)));
} else {
  await measure();
}

async function measure(): Promise<void> {
  const child = fork(import.meta.filename, ['lab']);
  const [env] = (await once(child, 'message')) as [NodeJS.ProcessEnv];
  const policy = policyFrom(readConfig(env));
  const many = Number(process.env['BENCH_SCANS'] ?? 2_000);
  const one = () => scan('https://shop.test/', { policy, timeoutMs: 30_000 });
  for (let n = 0; n < 20; n++) await one();

  for (const inFlight of [1, 20, 100]) {
    const total = Math.max(100, inFlight * 3);
    const times: number[] = [];
    let next = 0;
    const cpu = process.cpuUsage();
    const started = performance.now();
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (next++ < total) {
          const began = performance.now();
          await one();
          times.push(performance.now() - began);
        }
      }),
    );
    const wall = performance.now() - started;
    const used = process.cpuUsage(cpu);
    figure({
      what: 'scan in process',
      in_flight: inFlight,
      scans: total,
      scans_per_second: rounded((total / wall) * 1000),
      p50_ms: rounded(percentile(times, 0.5)),
      p99_ms: rounded(percentile(times, 0.99)),
      cpu_ms_per_scan: rounded((used.user + used.system) / 1000 / total, 2),
    });
  }

  const memory = () => {
    globalThis.gc?.();
    return rounded(process.memoryUsage.rss() / 1_048_576, 0);
  };
  const before = memory();
  for (let n = 0; n < many; n += 20) await Promise.all(Array.from({ length: 20 }, one));
  figure({ what: 'memory', scans: many, rss_before_mb: before, rss_after_mb: memory() });
  table();
  child.disconnect();
}
