import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTlsRpt, parseTlsRpt } from './tls-rpt.ts';
import { LINEAR_AT_MOST, repeating, timesAsMuch } from '../../../test/linear.ts';

// RFC 8460 §3, RFC 6068 §2
test.each<[string, string[], string | null]>([
  ['v=TLSRPTv1; rua=mailto:a@b.test', ['mailto:a@b.test'], null],
  ['v=TLSRPTv1;rua = mailto:a@b.test , https://b.test/r;', ['mailto:a@b.test', 'https://b.test/r'], null],
  // A tab (RFC 5234 §B.1)
  ['v=TLSRPTv1\\009;\\009rua=mailto:a@b.test', ['mailto:a@b.test'], null],
  // Reporters deliver to the URLs that they support.
  ['v=TLSRPTv1; rua=mailto:a@b.test,ftp://b.test/r', ['mailto:a@b.test'], null],
  ['v=TLSRPTv1; rua=ftp://b.test/r', [], '"ftp://b.test/r" is not a mailto: or https: URL'],
  ['v=TLSRPTv1; rua=mailto:a@b.test,b@b.test', [], '"b@b.test" is not a mailto: or https: URL'],
  // The mailbox would be //a.
  ['v=TLSRPTv1; rua=mailto://a@b.test', [], '"mailto://a@b.test" is not a mailto: or https: URL'],
  ['v=TLSRPTv1; rua=https://??/', [], '"https://??/" is not a mailto: or https: URL'],
  ['v=TLSRPTv1; rua=mailto:a@b.test; reports', [], '"reports" does not have the form "name=value"'],
  ['v=TLSRPTv1', [], 'the "rua" field is missing'],
  ['v=TLSRPTv1; rua=', [], '"" is not a mailto: or https: URL'],
  ['v=TLSRPTv1; rua=http://b.test', [], '"http://b.test" is not a mailto: or https: URL'],
])('%j', (text, rua, fault) => {
  expect(isTlsRpt(text)).toBe(true);
  expect(parseTlsRpt(text)).toMatchObject({ rua, fault });
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
