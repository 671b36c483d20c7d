import { expect, test } from 'vitest';
import { outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './compression.ts';

test.each([
  [true, 'on'],
  [false, 'off'],
  // What was not found out is not passed over.
  [null, 'unknown'],
])('%s: %s', (compression, outcome) => {
  expect(outcomeOf(check, tlsWith({ compression }))).toBe(outcome);
});

test('TLS 1.3 alone has nothing of the kind', () => {
  const none = { SSLv2: false, SSLv3: false, 'TLS 1.0': false, 'TLS 1.1': false, 'TLS 1.2': false };
  const versions = { ...none, 'TLS 1.3': true };
  expect(outcomeOf(check, tlsWith({ compression: null, versions }))).toBeNull();
  expect(outcomeOf(check, tlsWith({ compression: null, versions: { ...versions, 'TLS 1.2': null } }))).toBe('unknown');
});
