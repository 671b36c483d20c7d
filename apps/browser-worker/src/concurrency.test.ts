import { expect, it } from 'vitest';
import { concurrentVisits } from './concurrency.ts';

const GB = 1024 ** 3;

it.each([
  [1, 8, 1],
  [3, 8, 2],
  [8, 2, 2],
])('%i GB and %i processors allow %i concurrent visits', (memory, processors, visits) => {
  expect(concurrentVisits(memory * GB, processors, 64 * GB)).toBe(visits);
});

it('is not misled by a limit that is larger than the machine', () => {
  expect(concurrentVisits(Number.MAX_SAFE_INTEGER, 8, 3 * GB)).toBe(2);
});
