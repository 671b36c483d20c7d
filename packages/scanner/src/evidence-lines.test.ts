import { expect, it } from 'vitest';
import { evidenceLines } from './evidence-lines.ts';

it('lists each line once, truncated to a readable length', () => {
  expect(evidenceLines(['a', 'b', 'a'])).toEqual(['a', 'b']);
  expect(evidenceLines(['x'.repeat(5000)])[0]).toHaveLength(1001);
});

it('states how many lines it omits', () => {
  const lines = evidenceLines(Array.from({ length: 600 }, (_, index) => `line ${index}`));
  expect(lines).toHaveLength(51);
  expect(lines.at(-1)).toBe('… and 550 more');
});
