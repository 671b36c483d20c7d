import { expect, test } from 'vitest';
import { outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './compression.ts';

test.each([
  [true, 'on'],
  [false, 'off'],
  // TLS 1.3 alone, or not found out: nothing to say.
  [null, null],
])('%s: %s', (compression, outcome) => {
  expect(outcomeOf(check, tlsWith({ compression }))).toBe(outcome);
});
