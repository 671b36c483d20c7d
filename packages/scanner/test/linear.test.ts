import { expect, test } from 'vitest';
import { LINEAR_AT_MOST, repeating, timesAsMuch } from './linear.ts';

test('a quadratic parser is distinguished from a linear one', () => {
  const linear = (text: string) => text.split('a');
  const quadratic = ({ length }: { length: number }) => {
    let sum = 0;
    for (let at = 0; at < length; at += 1) for (let before = 0; before < at; before += 1) sum = (sum + before) | 0;
    return sum;
  };
  expect(timesAsMuch(linear, repeating('a'))).toBeLessThan(LINEAR_AT_MOST);
  expect(timesAsMuch(quadratic, repeating('a'), 4_000)).toBeGreaterThan(LINEAR_AT_MOST);
  expect(timesAsMuch(quadratic, (size) => new Uint8Array(size), 4_000)).toBeGreaterThan(LINEAR_AT_MOST);
});
