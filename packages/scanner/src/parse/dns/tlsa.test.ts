import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tlsaFault, tlsaText } from './tlsa.ts';

const H = 'ab'.repeat(32);

test.each<[number, number, number, string, string | null]>([
  [3, 1, 1, H, null],
  [2, 0, 2, H + H, null],
  [0, 0, 0, '3082', null],
  [3, 1, 1, '', 'it has no data'],
  [3, 1, 1, '0123', 'a SHA-256 digest has 32 bytes, this one has 2'],
  [3, 1, 2, H, 'a SHA-512 digest has 64 bytes, this one has 32'],
  [4, 1, 1, H, 'certificate usage 4 is not defined'],
  [255, 1, 1, H, 'certificate usage 255 is not defined'],
  [3, 2, 1, H, 'selector 2 is not defined'],
  [3, 1, 3, H, 'matching type 3 is not defined'],
])('%d %d %d %s: %s', (usage, selector, matching, data, fault) => {
  expect(tlsaFault({ usage, selector, matching, data })).toBe(fault);
});

test('a full certificate is truncated', () => {
  expect(tlsaText({ usage: 3, selector: 0, matching: 0, data: '00'.repeat(1000) }).length).toBeLessThan(200);
});

test('never throws', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(
      byte,
      byte,
      byte,
      fc.string(),
      (usage, selector, matching, data) => void tlsaFault({ usage, selector, matching, data }),
    ),
  );
});
