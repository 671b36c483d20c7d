import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldValue, HOSTILE, HOSTILE_SHAPES } from '../../../test/hostile.ts';
import { LINEAR_AT_MOST, timesAsMuch } from '../../../test/linear.ts';
import { cacheDirectives } from './cache-control.ts';

it('reads names from all fields, but not from quoted strings', () => {
  const directives = cacheDirectives(['Private="set-cookie, no-store", max-age=0', 'no-cache']);
  expect([...directives]).toEqual([
    ['private', '"set-cookie, no-store"'],
    ['max-age', '0'],
    ['no-cache', null],
  ]);
});

it('a directive for the complete response applies in addition to one for some of its fields', () => {
  expect(cacheDirectives(['no-cache', 'no-cache="Set-Cookie"']).get('no-cache')).toBeNull();
  expect(cacheDirectives(['no-cache="Set-Cookie", no-cache']).get('no-cache')).toBeNull();
});

it('finds a directive among any others', () => {
  const token = fc.stringMatching(/^[a-z-]{1,12}$/);
  fc.assert(
    fc.property(fc.array(token), fc.array(token), (before, after) =>
      cacheDirectives([[...before, 'No-Store', ...after].join(' , ')]).has('no-store'),
    ),
  );
});

it('never throws', () => {
  fc.assert(fc.property(fc.array(fieldValue), (values) => cacheDirectives(values).size >= 0));
  for (const value of HOSTILE) expect(cacheDirectives([value]).has('no-store')).toBe(false);
});

it('reads hostile values in linear time', () => {
  for (const shape of HOSTILE_SHAPES)
    expect(
      timesAsMuch((value) => cacheDirectives([value]), shape),
      shape(40),
    ).toBeLessThan(LINEAR_AT_MOST);
});
