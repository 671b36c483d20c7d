import fc from 'fast-check';
import { expect, it } from 'vitest';
import { latin1 } from '../../../test/latin1.ts';
import { parseIntegrity } from './sri.ts';

const SHA256 = `sha256-${'A'.repeat(43)}=`;
const SHA512 = `sha512-${'A'.repeat(86)}==`;

it.each<[string, number, number]>([
  ['', 0, 0],
  [SHA256, 1, 0],
  [`SHA256-${'A'.repeat(43)}=`, 1, 0],
  [`${SHA256} ${SHA512}`, 2, 0],
  [`\n${SHA256}?a=b\t`, 1, 0],
  [`md5-abc ${SHA256}`, 1, 1],
  ['sha384-short', 0, 1],
  [`sha256-${'A'.repeat(43)}`, 0, 1],
  [`sha256-${'!'.repeat(44)}`, 0, 1],
  ['-', 0, 1],
])('%j: %i valid, %i not', (attribute, valid, invalid) => {
  const parsed = parseIntegrity(attribute);
  expect([parsed.valid.length, parsed.invalid.length, parsed.effective]).toEqual([valid, invalid, valid > 0]);
});

it('classifies every entry as either valid or invalid', () => {
  fc.assert(
    fc.property(latin1(300), (attribute) => {
      const { valid, invalid } = parseIntegrity(attribute);
      expect(valid.length + invalid.length).toBe(attribute.split(/[\t\n\f\r ]+/u).filter(Boolean).length);
    }),
  );
});
