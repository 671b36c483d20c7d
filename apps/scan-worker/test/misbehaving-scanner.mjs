// @ts-check
// Speaks the protocol of scanner.ts and does what the URL of each scan says. A hundred are started, so it has no threads, and
// is JavaScript: for TypeScript, Node would load a parser, which costs more than everything else here.
import { createInterface } from 'node:readline';
import { zstdCompressSync } from 'node:zlib';

/** @param {unknown} line */
const say = (line) => process.stdout.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);

say({ type: 'ready' });
setInterval(() => say({ type: 'beat', cpuMs: 1, utilization: 0, loopP99Ms: 0 }), 500);
createInterface({ input: process.stdin })
  .on('close', () => process.exit(0))
  .on('line', (line) => {
    /** @type {import('../src/scanner/protocol.ts').Order} */
    const order = JSON.parse(line);
    if (order.type === 'policy') return;
    const { scanId } = order;
    if (order.type === 'cancel') {
      say({ type: 'failed', scanId, steps: [], kind: 'cancelled', message: '' });
      return;
    }
    /** @param {unknown} report */
    const done = (report) => {
      const bytes = zstdCompressSync(JSON.stringify(report));
      say({ type: 'done', scanId, steps: [], report: bytes.length, evidence: 0 });
      process.stdout.write(bytes);
    };
    /** @type {Record<string, () => unknown>} */
    const deeds = {
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
        for (const kept = [{}]; ;) kept.push({ kept: Array(1000).fill(kept.length) });
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
