import { expect, test } from 'vitest';
import { outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './extended-master-secret.ts';

test.each([
  [true, 'supported'],
  [false, 'missing'],
  // TLS 1.3 alone, or not found out: nothing to say.
  [null, null],
])('%s: %s', (extended_master_secret, outcome) => {
  expect(outcomeOf(check, tlsWith({ extended_master_secret }))).toBe(outcome);
});
