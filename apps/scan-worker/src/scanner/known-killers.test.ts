import { expect, it } from 'vitest';
import { knownKillers } from './known-killers.ts';

it('remembers a host, whatever the path, for ten minutes', () => {
  let now = 0;
  const killers = knownKillers(() => now);
  killers.add('https://killer.test/a?b');
  expect(killers.has('https://killer.test/')).toBe(true);
  expect(killers.has('https://killer.test:8443/')).toBe(false);
  expect(killers.has('https://honest.test/')).toBe(false);
  now = 10 * 60_000;
  expect(killers.has('https://killer.test/')).toBe(false);
});

it('forgets a host whose scan came through', () => {
  const killers = knownKillers(() => 0);
  killers.add('https://fixed.test/');
  killers.delete('https://fixed.test/now');
  expect(killers.has('https://fixed.test/')).toBe(false);
});

it('keeps a bounded number, the latest', () => {
  const killers = knownKillers(() => 0);
  for (let n = 0; n < 1_500; n += 1) killers.add(`https://k${n}.test/`);
  expect([499, 500, 1_499].map((n) => killers.has(`https://k${n}.test/`))).toEqual([false, true, true]);
});
