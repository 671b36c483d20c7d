import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wrapCode, wrapProse } from './wrap-text.ts';

it('breaks code to fit, and its pieces add up to the line again', () => {
  const line = fc.string({ unit: fc.constantFrom(...'ab ;,/&?"\'(){}'), maxLength: 300 });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), fc.integer({ min: 8, max: 90 }), (lines, columns) => {
      const pieces = wrapCode(lines.join('\n'), columns);
      for (const { text } of pieces) expect(text.trimEnd().length).toBeLessThanOrEqual(columns);
      const wholes = pieces.filter(({ part }) => part !== 'next').map(({ whole }) => whole);
      expect(wholes).toEqual(lines);
    }),
  );
});

/** What a reader copies out of a sentence and pastes: check ids, header names, URLs, options. */
const TOKENS = [
  'tls/certificate-name',
  'cross_origin/cross-domain-policies',
  'Content-Security-Policy-Report-Only',
  'https://example.com/.well-known/security.txt?a=1&b=2',
  '--fail-under',
  'X-Frame-Options:',
] as const;

it('breaks prose only between words, so that what is copied out of it is whole', () => {
  const word = fc.constantFrom(...TOKENS, 'a', 'policy', 'and', '–');
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), fc.integer({ min: 240, max: 480 }), (words, width) => {
      expect(wrapProse(words.join(' '), width, 8).flatMap((line) => line.split(' ').filter(Boolean))).toEqual(words);
    }),
  );
});

it('breaks a word that fills a line, at its own punctuation', () => {
  const lines = wrapProse(`See https://example.com/${'segment/'.repeat(30)}end`, 200, 8);
  expect(lines.join('')).toBe(`Seehttps://example.com/${'segment/'.repeat(30)}end`);
  for (const line of lines.slice(1, -1)) expect(line).toMatch(/\/$/u);
});
