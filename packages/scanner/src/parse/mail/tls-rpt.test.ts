import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTlsRpt, parseTlsRpt } from './tls-rpt.ts';
import { LINEAR_AT_MOST, repeating, timesAsMuch } from '../../../test/linear.ts';

test.each<[string, string[], string | null]>([
  ['v=TLSRPTv1; rua=mailto:a@b.test', ['mailto:a@b.test'], null],
  ['v=TLSRPTv1;rua = mailto:a@b.test , https://b.test/r;', ['mailto:a@b.test', 'https://b.test/r'], null],
  ['v=TLSRPTv1', [], 'the "rua" field is missing'],
  ['v=TLSRPTv1; rua=', [], '"" is not a mailto: or https: URL'],
  ['v=TLSRPTv1; rua=http://b.test', [], '"http://b.test" is not a mailto: or https: URL'],
])('%j', (text, rua, fault) => {
  expect(isTlsRpt(text)).toBe(true);
  expect(parseTlsRpt(text)).toEqual({ rua, fault });
});

test.each(['v=TLSRPTv2; rua=mailto:a@b.test', 'v=tlsrptv1', ' v=TLSRPTv1', 'v=TLSRPTv1x'])(
  '%j is not a TLS-RPT record',
  (text) => {
    expect(isTlsRpt(text)).toBe(false);
  },
);

test('never throws', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseTlsRpt(`v=TLSRPTv1;rua=${text}`)));
});

test.each([',', ';', 'a@', 'rua=', 'mailto:'])('a quarter of a megabyte of %j is parsed in linear time', (unit) => {
  const read = (long: string) => parseTlsRpt(`v=TLSRPTv1; rua=${long}`);
  expect(timesAsMuch(read, repeating(unit))).toBeLessThan(LINEAR_AT_MOST);
});
