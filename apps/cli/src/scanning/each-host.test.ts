import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eachHost } from './each-host.ts';
import { hostKey } from './targets.ts';

const live = new AbortController().signal;

it('never works on one host twice at a time, and gives results in the order of the targets', async () => {
  const targets = Array.from({ length: 40 }, (_, index) => `https://h${index % 4}.test/${index}`);
  const under = new Map<string, number>();
  let most = 0;
  const order: string[] = [];
  await eachHost(
    targets,
    { concurrency: 8, signal: live },
    async (target) => {
      const host = hostKey(target);
      under.set(host, (under.get(host) ?? 0) + 1);
      expect(under.get(host)).toBe(1);
      most = Math.max(most, [...under.values()].reduce((sum, count) => sum + count, 0)); // prettier-ignore
      await sleep((targets.indexOf(target) * 7) % 5);
      under.set(host, 0);
      return target;
    },
    (result) => void order.push(result),
  );
  expect(order).toEqual(targets);
  expect(most).toBe(4);
});

it('starts nothing more after an interruption, and passes on what is finished', async () => {
  const cancel = new AbortController();
  const seen: string[] = [];
  await eachHost(
    ['a.test', 'b.test', 'c.test', 'd.test'],
    { concurrency: 2, signal: cancel.signal },
    async (target) => {
      if (target === 'a.test') await sleep(20);
      else cancel.abort();
      return target;
    },
    (result) => void seen.push(result),
  );
  expect(seen).toEqual(['a.test', 'b.test']);
});

it.each([
  ['example.com', 'example.com'],
  ['https://EXAMPLE.com:8443/x', 'example.com'],
  ['http://example.com.', 'example.com'],
  ['bücher.example/a', 'xn--bcher-kva.example'],
])('%s is of the host %s', (target, host) => {
  expect(hostKey(target)).toBe(host);
});
