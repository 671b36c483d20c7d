import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { line, linesOf, paint, shown } from './shown.ts';
import { visible, visibleJson } from '@palisade/report/visible';
import { wrap } from './wrap.ts';

/**
 * Written independently of the code under test: ECMA-48 controls, UAX #9 and Unicode's other format characters, without
 * number signs, which are visible.
 */
const ACTS =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u200c\u200d])\p{Cf}/u;

describe('what reaches a terminal', () => {
  it.each([
    ['OSC 0, the window title', '\u001b]0;owned\u0007', '\\x1b]0;owned\\x07'],
    ['OSC 52, the clipboard', '\u001b]52;c;cm0gLXJm\u001b\\', '\\x1b]52;c;cm0gLXJm\\x1b\\'],
    ['CSI in one byte', '\u009b2J', '\\x9b2J'],
    ['DEL', 'a\u007fb', 'a\\x7fb'],
    ['a carriage return over the line', 'bad\rgood', 'bad\\x0dgood'],
    ['text turned round', 'abc\u202edcba', 'abc\\u202edcba'],
    ['isolates', '\u2066x\u2069', '\\u2066x\\u2069'],
    ['an Arabic letter mark', '\u061c', '\\u061c'],
    ['a separator of lines', 'a\u2028b', 'a\\u2028b'],
    ['a joiner of hieroglyphs', 'a\u{13430}b', 'a\\u{13430}b'],
    ['a tag character', '\u{e0041}', '\\u{e0041}'],
    ['half a pair', '\ud800', '\\ud800'],
    ['an order to Azure Pipelines', 'x##vso[task.setvariable]y', 'x#\\x23vso[task.setvariable]y'],
    ['an order to GitHub within a line', '##[Set-Output name=a]b', '#\\x23[Set-Output name=a]b'],
    ['an order to GitHub', '::set-output name=grade::A+', '\\x3a:set-output name=grade::A+'],
    ['the beginning of one', '::stop-commands', '\\x3a:stop-commands'],
    ['an order to TeamCity', '###TeamCity[x]', '##\\x23TeamCity[x]'],
  ])('%s is shown, not done', (_what, text, expected) => {
    expect(visible(text)).toBe(expected);
    expect(shown(text).toString()).toBe(expected);
    expect(line`${text}`.toString()).toBe(expected);
    expect(linesOf(text).map(String)).toEqual([expected]);
  });

  it.each([
    '2001:db8::1',
    '::1',
    '# ## [x](y#[z])',
    'std::error_code',
    'plain',
    'naïve – “quoted” …',
    '日本語',
    'نامه\u200cای',
    '👩\u200d💻',
  ])('%s stays as it is', (text) => {
    expect(visible(text)).toBe(text);
  });

  it('nothing has an effect, whatever the input', () => {
    const any = fc.string({ unit: 'binary', maxLength: 60 });
    const nasty = fc.string({
      unit: fc.constantFrom('\u001b', ']', '0', ';', '\u0007', '\u009d', '\u009c', '[', '2', 'J', '\r', '\n', '\u202e', '\ud83d', 'a', ' '), // prettier-ignore
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.oneof(any, nasty), (text) => {
        for (const safe of [visible(text), ...wrap(text, { indent: '  ', width: 50 }).map(String)])
          expect(safe).not.toMatch(ACTS);
        expect(stripVTControlCharacters(paint('bold', text).toString())).toBe(visible(text));
      }),
      { numRuns: 120 },
    );
  });

  it('every format character of Unicode is shown', () => {
    const all = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
    const left = all.filter((code) => ACTS.test(visible(String.fromCodePoint(code))));
    expect(left.map((code) => code.toString(16))).toEqual([]);
  });

  it('JSON means the same, and nothing in it has an effect', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = visibleJson(value, 2);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(text.replaceAll('\n', '')).not.toMatch(ACTS);
      }),
      { numRuns: 120 },
    );
    expect(visibleJson('\u009b\u007f\u202e\u{e0041}')).toBe(String.raw`"\u009b\u007f\u202e\udb40\udc41"`);
  });
});

describe('lines that fit', () => {
  it('breaks between words, never inside one', () => {
    const url = `https://example.com/${'a'.repeat(80)}`;
    const lines = wrap(`see ${url} and there`, { indent: '    ', width: 40 }).map(String);
    expect(lines).toEqual(['    see', `    ${url}`, '    and there']);
  });
});
