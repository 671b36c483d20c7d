import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldValue, HOSTILE, HOSTILE_SHAPES } from '../../../test/hostile.ts';
import { LINEAR_AT_MOST, timesAsMuch } from '../../../test/linear.ts';
import { framingBy } from './x-frame-options.ts';

it('does not depend on the number of fields, their order or repetition', () => {
  const value = fc.constantFrom('DENY', 'sameorigin', 'ALLOWALL', 'ALLOW-FROM x', '');
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), (values) => {
      const expected = framingBy(values);
      expect(framingBy([values.join(',')])).toBe(expected);
      expect(framingBy(values.toReversed())).toBe(expected);
      expect(framingBy([...values, ...values])).toBe(expected);
    }),
  );
});

it('never throws and always returns a result', () => {
  fc.assert(
    fc.property(fc.array(fieldValue), (values) =>
      ['absent', 'blocked', 'same_origin', 'open'].includes(framingBy(values)),
    ),
  );
  for (const value of HOSTILE) expect(framingBy([value])).toBe('open');
});

it('reads hostile values in linear time', () => {
  for (const shape of HOSTILE_SHAPES)
    expect(
      timesAsMuch((value) => framingBy([value]), shape),
      shape(40),
    ).toBeLessThan(LINEAR_AT_MOST);
});
