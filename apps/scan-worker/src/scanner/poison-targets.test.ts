import { expect, it } from 'vitest';
import { poisonTargets } from './poison-targets.ts';

it('remembers a site, whatever the path, port or name below its domain, for ten minutes', () => {
  let now = 0;
  const killers = poisonTargets(() => now);
  killers.convict('https://killer.test/a?b');
  expect(killers.has('https://killer.test/')).toBe(true);
  expect(killers.has('https://n1.killer.test:8443/')).toBe(true);
  expect(killers.has('https://honest.test/')).toBe(false);
  now = 10 * 60_000;
  expect(killers.has('https://killer.test/')).toBe(false);
});

it('treats the customers of one hosting provider as separate sites', () => {
  const killers = poisonTargets(() => 0);
  killers.convict('https://killer.github.io/');
  expect(killers.has('https://honest.github.io/')).toBe(false);
  killers.convict('https://192.0.2.1/');
  expect(killers.has('https://192.0.2.1/x')).toBe(true);
  expect(killers.has('https://192.0.2.2/')).toBe(false);
});

it('forgets a site whose scans succeed', () => {
  const killers = poisonTargets(() => 0);
  killers.convict('https://fixed.test/');
  const scanner = killers.process();
  for (let n = 0; n < 2; n += 1) {
    expect(killers.has('https://fixed.test/')).toBe(true);
    scanner.began('https://fixed.test/');
    scanner.ended('https://fixed.test/');
  }
  expect(killers.has('https://fixed.test/')).toBe(false);
});

it('recognizes a site that kills after its answer by the second death, but not its neighbors, most of whose scans succeed', () => {
  let now = 0;
  const killers = poisonTargets(() => now);
  for (let death = 0; death < 5; death += 1) {
    const scanner = killers.process();
    for (let n = 0; n < 10; n += 1) scanner.began('https://honest.test/');
    for (let n = 0; n < 5; n += 1) scanner.ended('https://honest.test/');
    scanner.began('https://killer.test/');
    scanner.ended('https://killer.test/');
    now += 1_000;
    scanner.died();
    expect(killers.has('https://killer.test/')).toBe(death > 0);
    expect(killers.has('https://honest.test/')).toBe(false);
  }
});

it('does not suspect a site whose scan ended seconds before', () => {
  let now = 0;
  const killers = poisonTargets(() => now);
  for (let death = 0; death < 3; death += 1) {
    const scanner = killers.process();
    scanner.began('https://long-ago.test/');
    scanner.ended('https://long-ago.test/');
    now += 3_000;
    scanner.died();
  }
  expect(killers.has('https://long-ago.test/')).toBe(false);
});

it('keeps a bounded number of sites, the latest', () => {
  const killers = poisonTargets(() => 0);
  for (let n = 0; n < 1_500; n += 1) killers.convict(`https://k${n}.test/`);
  expect([499, 500, 1_499].map((n) => killers.has(`https://k${n}.test/`))).toEqual([false, true, true]);
});
