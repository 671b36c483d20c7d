/** Speaks the protocol of scanner.ts and does what the URL of each scan says. Dozens are started, so it has no threads. */
import { createInterface } from 'node:readline';
import { packed } from '@palisade/db/packed';
import type { Order } from '../src/scanner/protocol.ts';

const say = (line: unknown) => process.stdout.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);

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
    const done = (report: unknown) => {
      const bytes = packed(JSON.stringify(report));
      say({ type: 'done', scanId, steps: [], report: bytes.length, evidence: 0 });
      process.stdout.write(bytes);
    };
    const deeds: Record<string, () => unknown> = {
      quick: () => void setTimeout(() => done({ pid: process.pid }), 20),
      slow: () => void setTimeout(() => done({ pid: process.pid }), 1_500),
      never: () => undefined,
      afterwards: () => {
        done({ pid: process.pid });
        setTimeout(() => process.abort(), 100);
      },
      abort: () => process.abort(),
      exit: () => process.exit(3),
      spin: () => {
        // Not forever: a test run that is killed leaves it behind.
        for (const end = performance.now() + 120_000; performance.now() < end;);
        process.exit(0);
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
      piled: () =>
        void setTimeout(() => {
          for (let n = 0; n < 45; n += 1) say({ type: 'beat', cpuMs: 1, utilization: 0, loopP99Ms: 0 });
          setTimeout(() => done({ pid: process.pid }), 20);
        }, 3_000),
      stranger: () => say({ type: 'failed', scanId: crypto.randomUUID(), steps: [], kind: 'internal', message: '' }),
      stated: () => say({ type: 'stated', scanId, directive: 'list', claims: [], complete: true }),
      called: () => say({ type: 'called', scanId, status: 200 }),
      worn: () => {
        say({ type: 'worn' });
        setTimeout(() => done({ pid: process.pid }), 300);
      },
      shout: () => {
        for (let n = 0; n < 40; n += 1) process.stderr.write('x'.repeat(64 * 1024));
      },
    };
    if (order.type === 'scan') (deeds[new URL(order.url).pathname.slice(1)] ?? (() => undefined))();
  });
