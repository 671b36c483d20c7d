import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldValue, HOSTILE, HOSTILE_SHAPES } from '../../../test/hostile.ts';
import { LINEAR_AT_MOST, timesAsMuch } from '../../../test/linear.ts';
import { parseMetaReferrer, parseReferrerPolicy, REFERRER_POLICIES } from './referrer-policy.ts';

const known = fc.constantFrom(...REFERRER_POLICIES);

it('uses the last known token, whatever other words surround it', () => {
  const unknown = fc.stringMatching(/^[a-zA-Z-]*$/u).filter((text) => parseReferrerPolicy([text]) === null);
  fc.assert(
    fc.property(known, known, unknown, (earlier, last, noise) => {
      expect(parseReferrerPolicy([earlier, ` ${last.toUpperCase()}\t`, noise])).toBe(last);
      expect(parseReferrerPolicy([`${earlier},${last},${noise}`])).toBe(last);
    }),
  );
});

it('does not accept a list from a meta element', () => {
  fc.assert(
    fc.property(known, known, (a, b) => parseMetaReferrer([`${a}, ${b}`]) === null && parseMetaReferrer([a, b]) === b),
  );
});

it('never throws', () => {
  fc.assert(
    fc.property(
      fc.array(fieldValue),
      (values) => parseReferrerPolicy(values) === null || parseMetaReferrer(values) === null,
    ),
  );
  for (const value of HOSTILE) expect(parseReferrerPolicy([value]) ?? parseMetaReferrer([value])).toBeNull();
});

it('reads hostile values in linear time', () => {
  for (const shape of HOSTILE_SHAPES)
    expect(
      timesAsMuch((value) => parseReferrerPolicy([value]) ?? parseMetaReferrer([value]), shape),
      shape(40),
    ).toBeLessThan(LINEAR_AT_MOST);
});
