import fc from 'fast-check';
import { expect, it } from 'vitest';
import { latin1 } from '../../../test/latin1.ts';
import { parseIntegrity } from './sri.ts';

const SHA256 = `sha256-${'A'.repeat(43)}=`;
const SHA512 = `sha512-${'A'.repeat(86)}==`;

/** Tried in Chromium 156: what runs, and what it blocks. */
it.each<[string, number, number, 'skipped' | 'checked' | 'blocked']>([
  ['', 0, 0, 'skipped'],
  [SHA256, 1, 0, 'checked'],
  [`SHA256-${'A'.repeat(43)}=`, 0, 1, 'skipped'],
  [`${SHA256} ${SHA512}`, 2, 0, 'checked'],
  [`\n${SHA256}?a=b\t`, 1, 0, 'checked'],
  [`md5-abc ${SHA256}`, 1, 1, 'checked'],
  ['sha384-short', 0, 1, 'blocked'],
  // A SHA-256 digest with the name of SHA-384; hexadecimal in place of base64; a template that was left.
  [`sha384-${'A'.repeat(43)}=`, 0, 1, 'blocked'],
  [`sha256-${'0a'.repeat(32)}`, 0, 1, 'blocked'],
  ['sha384-REPLACE_WITH_HASH', 0, 1, 'blocked'],
  ['sha384-{{hash}}', 0, 1, 'skipped'],
  ['sha384-...', 0, 1, 'skipped'],
  ['sha256-', 0, 1, 'skipped'],
  [`sha256:${'A'.repeat(43)}=`, 0, 1, 'skipped'],
  // Only the strongest algorithm counts.
  [`${SHA256} sha512-AAAA`, 1, 1, 'blocked'],
  [`sha256-AAAA ${SHA512}`, 1, 1, 'checked'],
  [`sha256-${'A'.repeat(43)}`, 1, 0, 'checked'],
  [`sha256-${'_'.repeat(43)}=`, 1, 0, 'checked'],
  [`sha256-${'!'.repeat(44)}`, 0, 1, 'skipped'],
  ['-', 0, 1, 'skipped'],
])('%j: %i valid, %i not, %s', (attribute, valid, invalid, browser) => {
  const parsed = parseIntegrity(attribute);
  expect([parsed.valid.length, parsed.invalid.length]).toEqual([valid, invalid]);
  expect([parsed.effective, parsed.blocks]).toEqual([browser !== 'skipped', browser === 'blocked']);
});

it('classifies every entry as either valid or invalid', () => {
  fc.assert(
    fc.property(latin1(300), (attribute) => {
      const { valid, invalid } = parseIntegrity(attribute);
      expect(valid.length + invalid.length).toBe(attribute.split(/[\t\n\f\r ]+/u).filter(Boolean).length);
    }),
  );
});
