import { expect, test } from 'vitest';
import { outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './secure-renegotiation.ts';

test.each([
  [true, 'supported'],
  [false, 'missing'],
  // TLS 1.3 alone, or not found out: nothing to say.
  [null, null],
])('%s: %s', (secure_renegotiation, outcome) => {
  expect(outcomeOf(check, tlsWith({ secure_renegotiation }))).toBe(outcome);
});
