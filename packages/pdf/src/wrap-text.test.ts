import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wrapCode } from './wrap-text.ts';

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
