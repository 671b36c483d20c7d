/** Speaks the renderer's protocol and does what the order's service name says. */
import type { NumberedOrder } from '../src/render-order.ts';

const kept: unknown[] = [];

const MANNERS: Readonly<Record<string, (id: number) => void>> = {
  spin: () => {
    // Not forever: a test run that is killed leaves it behind.
    for (const end = performance.now() + 120_000; performance.now() < end;);
    process.exit(0);
  },
  hoard: () => {
    while (process.pid > 0) kept.push(Array.from({ length: 100_000 }, () => `${kept.length} ${Math.random()}`));
  },
  abort: () => process.abort(),
  exit: () => process.exit(7),
  throw: (id) => process.send?.({ id, ok: false, name: 'RangeError', message: 'no such glyph', residentBytes: 0 }),
  swell: (id) => answer(id, 2 ** 40),
};

function answer(id: number, residentBytes: number): void {
  process.send?.({ id, ok: true, pdf: Buffer.from(String(process.pid)), residentBytes });
}

process.on('message', (message) => {
  const { id, names } = message as NumberedOrder;
  (MANNERS[names.serviceName] ?? ((fine) => answer(fine, process.memoryUsage.rss())))(id);
});
process.on('disconnect', () => process.exit(0));
