import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coversMx, isMtaSts, parseMtaSts, parseMtaStsPolicy } from './mta-sts.ts';
import { LINEAR_AT_MOST, repeating, timesAsMuch } from '../../../test/linear.ts';

test.each([
  ['v=STSv1; id=1', true, '1'],
  ['v=STSv1;id=20260101T000000;', true, '20260101T000000'],
  ['v=STSv1; other=x; id = a1 ;', true, 'a1'],
  ['v=STSv1;\\009id=1', true, '1'],
  ['v=STSv1; id=1; other', true, null],
  ['v=STSv1', true, null],
  ['v=STSv1; id=', true, null],
  ['v=STSv1; id=a_1', true, null],
  ['v=STSv2; id=1', false, null],
  ['V=STSV1; id=1', false, null],
  ['v=STSv10; id=1', false, null],
])('%j', (text, is, id) => {
  expect(isMtaSts(text)).toBe(is);
  if (is) expect(parseMtaSts(text).id).toBe(id);
});

const LINES = { version: 'version: STSv1', mode: 'mode: enforce', mx: 'mx: a.test', max_age: 'max_age: 86400' };
const without = (key: keyof typeof LINES, line = ''): string => Object.values({ ...LINES, [key]: line }).join('\n');

test('a valid policy, with any line ends and spaces', () => {
  expect(
    parseMtaStsPolicy('version:STSv1\r\nmode :\\009 enforce\r\nmx: A.test\r\nmx:*.b.test\r\nmax_age: 86400\r\n\r\n'),
  ).toEqual({
    mode: 'enforce',
    max_age: 86_400,
    mx: ['a.test', '*.b.test'],
    faults: [],
  });
});

test.each([
  [without('version'), '"version: STSv1" is missing'],
  [without('version', 'version: STSv2'), '"version: STSv1" is missing'],
  [without('mode'), '"mode" is missing'],
  [without('mode', 'mode: on'), '"mode" is not enforce, testing or none'],
  [without('mx'), 'there is no "mx" line'],
  [without('mx', 'mx: a.*.test'), '"mx: a.*.test" is not a hostname or *.domain'],
  [without('max_age'), '"max_age" is missing'],
  [without('max_age', 'max_age: 1e9'), '"max_age" is not a number of seconds up to a year'],
  [without('max_age', 'max_age: 31557601'), '"max_age" is not a number of seconds up to a year'],
  [`${without('mx', LINES.mx)}\nhello`, 'a line does not have the form "key: value"'],
])('%j: %s', (body, fault) => {
  expect(parseMtaStsPolicy(body).faults).toContain(fault);
});

test('mode "none" needs no mx', () => {
  expect(parseMtaStsPolicy('version: STSv1\nmode: none\nmax_age: 0').faults).toEqual([]);
});

test.each([
  ['a.test', 'a.test', true],
  ['*.a.test', 'm.a.test', true],
  ['*.a.test', 'a.test', false],
  ['*.a.test', 'x.m.a.test', false],
  ['a.test', 'b.a.test', false],
])('%s covers %s: %s', (pattern, host, covers) => {
  expect(coversMx([pattern], host)).toBe(covers);
});

test('never throws', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.constantFrom('version:', 'STSv1', 'mode:', 'enforce', 'mx:', '*.', 'max_age:', '\n', '\r', ';', 'id='),
          fc.string({ maxLength: 5 }),
        ),
      ),
      (parts) => {
        parseMtaStsPolicy(parts.join(''));
        parseMtaSts(`v=STSv1;${parts.join('')}`);
      },
    ),
  );
});

test.each(['a', 'a.', '-', ':', '\n', 'mx: a\n', ';', 'id='])(
  'a quarter of a megabyte of %j is parsed in linear time',
  (unit) => {
    const read = (long: string) => [parseMtaStsPolicy(`mx: ${long}!`), parseMtaSts(`v=STSv1;${long}`)];
    expect(timesAsMuch(read, repeating(unit))).toBeLessThan(LINEAR_AT_MOST);
  },
);
