import { expect, it } from 'vitest';
import { looksAtOnce } from './concurrency.ts';

const GB = 1024 ** 3;

it.each([
  [1, 8, 1],
  [3, 8, 2],
  [8, 2, 2],
])('%i GB and %i processors bear %i looks at once', (memory, processors, looks) => {
  expect(looksAtOnce(memory * GB, processors, 64 * GB)).toBe(looks);
});

it('is not misled by a limit that is larger than the machine', () => {
  expect(looksAtOnce(Number.MAX_SAFE_INTEGER, 8, 3 * GB)).toBe(2);
});
