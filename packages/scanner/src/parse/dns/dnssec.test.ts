import { expect, test } from 'vitest';
import { algorithmName, digestName, isValidationError, isWeakAlgorithm, isWeakDigest } from './dnssec.ts';

test.each([
  [5, 'RSASHA1', true],
  [7, 'RSASHA1-NSEC3-SHA1', true],
  [8, 'RSASHA256', false],
  [13, 'ECDSAP256SHA256', false],
  [15, 'ED25519', false],
  [200, 'algorithm 200', false],
])('algorithm %d is %s, weak: %s', (number, name, weak) => {
  expect([algorithmName(number), isWeakAlgorithm(number)]).toEqual([name, weak]);
});

test.each([
  [1, 'SHA-1', true],
  [2, 'SHA-256', false],
  [4, 'SHA-384', false],
  [9, 'digest 9', false],
])('digest %d is %s, weak: %s', (number, name, weak) => {
  expect([digestName(number), isWeakDigest(number)]).toEqual([name, weak]);
});

test.each([
  [6, true],
  [7, true],
  [9, true],
  [12, true],
  [22, false],
  [3, false],
  [null, false],
])('extended error %s is about validation: %s', (code, is) => {
  expect(isValidationError(code)).toBe(is);
});
