import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { yieldToLoop } from './yield-to-loop.ts';

it('resumes one caller in each turn of the event loop, in order', async () => {
  const gone: number[] = [];
  for (let n = 0; n < 5; n += 1) void yieldToLoop().then(() => gone.push(n));
  const seen: number[] = [];
  while (gone.length < 5) {
    await nextTurn();
    seen.push(gone.length);
  }
  expect(gone).toEqual([0, 1, 2, 3, 4]);
  expect(new Set(seen.map((now, at) => now - (seen[at - 1] ?? 0)))).toEqual(new Set(seen[0] === 0 ? [0, 1] : [1]));
});
