import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latin1 } from '../../../test/latin1.ts';
import { LINEAR_AT_MOST, repeating, timesAsMuch } from '../../../test/linear.ts';
import { parseRfc3339, parseSecurityTxt } from './security-txt.ts';

describe('parseRfc3339', () => {
  it.each<[string, string | null]>([
    ['2027-06-01T00:00:00Z', '2027-06-01T00:00:00.000Z'],
    // The note of RFC 3339 §5.6 allows a blank, and readers take it.
    ['2027-06-01 00:00:00Z', '2027-06-01T00:00:00.000Z'],
    ['2027-06-01t00:00:00z', '2027-06-01T00:00:00.000Z'],
    ['2027-06-01T02:00:00+02:00', '2027-06-01T00:00:00.000Z'],
    ['2027-05-31T22:30:00.25-01:30', '2027-06-01T00:00:00.000Z'],
    ['2027-06-30T23:59:60Z', '2027-06-30T23:59:59.000Z'],
    ['2027-06-01T00:00:00', null],
    ['2027-06-01', null],
    ['2027-13-01T00:00:00Z', null],
    ['2027-02-29T00:00:00Z', null],
    ['2027-06-01T24:00:00Z', null],
    ['Tue, 01 Jun 2027 00:00:00 GMT', null],
    ['', null],
  ])('%s', (text, expected) => {
    const time = parseRfc3339(text);
    expect(time === null ? null : new Date(time).toISOString()).toBe(expected);
  });
});

describe('parseSecurityTxt', () => {
  it('reads names case-insensitively, and accepts CRLF, comments and empty lines', () => {
    const { fields, faults } = parseSecurityTxt(
      '# hello\r\n\r\nCONTACT: mailto:a@b.test\r\nexpires: 2027-06-01T00:00:00Z\r\n',
    );
    expect(fields.map(({ name, value, line }) => [name, value, line])).toEqual([
      ['CONTACT', 'mailto:a@b.test', 3],
      ['expires', '2027-06-01T00:00:00Z', 4],
    ]);
    expect(faults).toEqual([]);
  });

  it('never throws and stays linear in the number of fields it keeps', () => {
    fc.assert(
      fc.property(latin1(500), (body) => {
        const parsed = parseSecurityTxt(body);
        expect(parsed.fields.length).toBeLessThanOrEqual(body.split('\n').length);
      }),
    );
    const crowd = parseSecurityTxt('Contact: x\n'.repeat(50_000));
    expect(crowd.fields.length).toBeLessThanOrEqual(2000);
    expect(crowd.faults.length).toBeLessThanOrEqual(50);
  });

  it.each<[string, (size: number) => string, string]>([
    ['addresses without end', (size) => `Contact: ${'@'.repeat(size)} x`, 'is not a URI'],
    ['half an address', (size) => `Contact: ${'a'.repeat(size)}@`, 'is not a URI'],
    ['an address', (size) => `Contact: a@${'b'.repeat(size)}.test`, 'lacks "mailto:"'],
    ['code', (size) => `Contact: javascript:${'alert(1);'.repeat(size / 9)}`, 'not a URL that readers can follow'],
    ['languages without end', (size) => `Preferred-Languages: ${'!,'.repeat(size / 2)}`, 'not a language tag'],
    ['carriage returns', repeating('\r'), 'does not end a line'],
    ['dates without end', (size) => `Expires: ${'2027-06-01T00:00:00.'.repeat(size / 20)}`, 'not a date and time'],
    ['the beginnings of signed messages', repeating('-----BEGIN PGP SIGNED MESSAGE-----\n'), 'no complete signature'],
    ['signatures', repeating('-----BEGIN PGP SIGNATURE-----\n'), 'without the start'],
    [
      'a signature of base64',
      (size) =>
        `-----BEGIN PGP SIGNED MESSAGE-----\n\n\n-----BEGIN PGP SIGNATURE-----\n\n${'AAAA'.repeat(size / 4)}!\n-----END PGP SIGNATURE-----`,
      'not base64',
    ],
  ])('reads %s in linear time', (_what, build, fault) => {
    const read = (line: string) => parseSecurityTxt(`${line}\n`);
    const { faults } = read(build(100_000));
    expect(faults.some(({ text }) => text.includes(fault))).toBe(true);
    expect(faults.length).toBeLessThanOrEqual(50);
    expect(timesAsMuch(read, build)).toBeLessThan(LINEAR_AT_MOST);
  });
});
