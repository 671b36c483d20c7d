import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldValue, HOSTILE, HOSTILE_SHAPES } from '../../../test/hostile.ts';
import { LINEAR_AT_MOST, timesAsMuch } from '../../../test/linear.ts';
import { parseHsts, preloadEligible } from './hsts.ts';

it('reads age, scope and preload', () => {
  expect(parseHsts('max-age=31536000; includeSubDomains; preload')).toEqual({
    valid: true,
    maxAge: 31_536_000,
    includeSubDomains: true,
    preload: true,
    ignored: [],
  });
});

it('accepts every field that the grammar allows, in any order, case and spacing', () => {
  const space = fc.string({ unit: fc.constantFrom(' ', '\t'), maxLength: 3 });
  const age = fc.nat(100_000_000);
  const name = fc.constantFrom('max-age', 'MAX-AGE', 'Max-Age');
  fc.assert(
    fc.property(
      name,
      age,
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      space,
      (written, seconds, quoted, subs, preload, first, gap) => {
        const value = quoted ? `"${seconds}"` : String(seconds);
        const parts = [
          `${gap}${written}${gap}=${gap}${value}${gap}`,
          subs ? 'includeSubdomains' : '',
          preload ? `${gap}PRELOAD` : '',
          'x="a;b"',
        ];
        const hsts = parseHsts((first ? parts : parts.toReversed()).join(';'));
        expect(hsts).toEqual({ valid: true, maxAge: seconds, includeSubDomains: subs, preload, ignored: ['x'] });
      },
    ),
  );
});

it('ignores a field in which any directive is repeated', () => {
  fc.assert(
    fc.property(fc.constantFrom('max-age=1', 'includeSubDomains', 'preload', 'other=1'), (directive) => {
      expect(parseHsts(`max-age=9; ${directive}; ${directive}`)).toMatchObject({ valid: false });
    }),
  );
});

it('never throws and always returns a result', () => {
  fc.assert(fc.property(fieldValue, (value) => typeof parseHsts(value).valid === 'boolean'));
  for (const value of HOSTILE) expect(parseHsts(value).valid).toBe(false);
});

it.each([
  ['max-age=31536000; includeSubDomains; preload', true],
  ['max-age=31535999; includeSubDomains; preload', false],
  ['max-age=31536000; preload', false],
  ['max-age=31536000; includeSubDomains', false],
])('%s: on the preload list %s', (value, eligible) => {
  const hsts = parseHsts(value);
  expect(hsts.valid && preloadEligible(hsts)).toBe(eligible);
});

it('reads hostile values in linear time', () => {
  for (const shape of HOSTILE_SHAPES)
    expect(
      timesAsMuch((value) => parseHsts(value), shape),
      shape(40),
    ).toBeLessThan(LINEAR_AT_MOST);
});
