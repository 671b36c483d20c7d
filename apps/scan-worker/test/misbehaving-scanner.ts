/** Speaks the protocol of scanner.ts and does what the URL of each scan says. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Order } from '../src/scanner/protocol.ts';

const say = (...lines: unknown[]) =>
  process.stdout.write(`${lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')}\n`);
const tried = (work: () => unknown): string => {
  try {
    return `got ${String(work()).slice(0, 200)}`;
  } catch (error) {
    return `refused ${(error as NodeJS.ErrnoException).code}`;
  }
};

say({ type: 'ready' });
setInterval(() => say({ type: 'beat', cpuMs: 1, utilization: 0, loopP99Ms: 0 }), 500);
createInterface({ input: process.stdin })
  .on('close', () => process.exit(0))
  .on('line', (line) => {
    const order = JSON.parse(line) as Order;
    if (order.type === 'policy') return;
    const { scanId } = order;
    if (order.type === 'cancel') {
      say({ type: 'failed', scanId, steps: [], kind: 'cancelled', message: '' });
      return;
    }
    const done = (report: unknown) => say({ type: 'done', scanId, steps: [] }, report, '');
    const deeds: Record<string, () => void> = {
      quick: () => void setTimeout(() => done({ pid: process.pid }), 20),
      slow: () => void setTimeout(() => done({ pid: process.pid }), 1_500),
      never: () => undefined,
      abort: () => process.abort(),
      exit: () => process.exit(3),
      spin: () => {
        for (;;);
      },
      hoard: () => {
        for (const kept: object[] = []; ;) kept.push({ kept: Array(1000).fill(kept.length) });
      },
      noise: () => say('this is no answer'),
      flood: () => {
        for (let n = 0; n < 40; n += 1) process.stdout.write('x'.repeat(1024 * 1024));
      },
      beats: () => {
        for (let n = 0; n < 10_000; n += 1) say({ type: 'beat', cpuMs: 1, utilization: 0, loopP99Ms: 0 });
      },
      stranger: () => say({ type: 'failed', scanId: crypto.randomUUID(), steps: [], kind: 'internal', message: '' }),
      attack: () =>
        done({
          environment: process.env,
          passwd: tried(() => readFileSync('/etc/passwd', 'utf8')),
          ownEnvironment: tried(() => readFileSync('/proc/self/environ', 'utf8')),
          parents: tried(() => readFileSync(`/proc/${process.ppid}/environ`, 'utf8')),
          data: tried(() => readFileSync('.data/app.secret', 'utf8')),
          write: tried(() => writeFileSync('/tmp/palisade-was-here', '')),
          writeProgram: tried(() => writeFileSync(import.meta.filename, '')),
          fork: tried(() => spawnSync('id').error?.message ?? 'ran'),
          inspect: tried(() => process.kill(process.ppid, 'SIGUSR1')),
          addon: tried(() => process.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6')),
        }),
    };
    if (order.type === 'scan') (deeds[new URL(order.url).pathname.slice(1)] ?? (() => undefined))();
  });
