import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latin1 } from '../../test/latin1.ts';
import { redactHeaders, redactSetCookie, redactText, redactUrls } from './redact.ts';
import { parseSetCookie } from './cookies/set-cookie.ts';

const SCANNED = 'https://site.example/reset?token=mine';

describe('a cookie', () => {
  it.each([
    ['a session', 'PHPSESSID=k3jq9x8v7m2n5b4c1z0a; Path=/; HttpOnly', /^PHPSESSID=[3r4d7c2e]{20}; Path=\/; HttpOnly$/],
    ['a word', 'theme=midnight; Path=/', /^theme=x{8}; Path=\/$/],
    ['a signed token', 't=eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl', /^t=eyJ\w{9}\.\w{12}\.\w{12}$/],
    ['without a name', '__Host-sid=k3jq9x8v7m2n5b4c', /^__Host-sid=\w{16}$/],
    ['with nothing but a value', '__Secure-abc', /^__Secure-xxx$/],
  ])('%s', (_name, field, expected) => {
    expect(redactSetCookie(field)).toMatch(expected);
  });

  it('keeps the properties that checks read, but not its value', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/=.:~%-_" \t\u0001\u00e9'.split('');
    const value = fc.oneof(
      fc.string({ unit: fc.constantFrom(...letters), maxLength: 60 }),
      latin1(80),
      fc.stringMatching(/^eyJ[\w-]{8,20}\.[\w-]{8,20}\.[\w-]{0,20}$/u),
      fc.stringMatching(/^__(?:Host|Secure|Http|Host-Http)-[a-z0-9]{0,20}$/u),
      fc.stringMatching(/^[a-f0-9]{32}$/u),
    );
    const rest = fc.constantFrom('', '; Path=/', '; Secure; Max-Age=60', '=; HttpOnly');
    fc.assert(
      fc.property(fc.constantFrom('', 'sid=', '=', 'a b=', '__Host-x='), value, rest, (name, secret, attributes) => {
        const field = `${name}${secret}${attributes}`;
        const kept = redactSetCookie(field);
        expect(parseSetCookie(kept)).toEqual(parseSetCookie(field));
        expect(redactSetCookie(kept)).toBe(kept);
      }),
      { numRuns: 2000 },
    );
  });
});

it('redacts tokens in headers and leaves other headers unchanged', () => {
  const headers: [string, string][] = [
    ['X-CSRF-Token', 'abc'],
    ['X-Frame-Options', 'DENY'],
    ['X-Request-Id', '123'],
    ['location', '/in?state=abc&next=/a'],
  ];
  expect(redactHeaders(headers, SCANNED)).toEqual([
    ['X-CSRF-Token', 'xxx'],
    ['X-Frame-Options', 'DENY'],
    ['X-Request-Id', '123'],
    ['location', '/in?state=REDACTED&next=/a'],
  ]);
});

describe('a URL', () => {
  it.each([
    ['https://user:secret@cdn.example/a.js', 'https://cdn.example/a.js'],
    ['https://a.example/?access_token=t0ken&lang=en', 'https://a.example/?access_token=REDACTED&lang=en'],
    ['https://a.example/shop?osCsid=abc', 'https://a.example/shop?osCsid=REDACTED'],
    ['https://a.example/app/(S(lit3py55t21z5v55))/p.aspx', 'https://a.example/app/(S(REDACTED))/p.aspx'],
    ['https://a.example/app/(X(1)S(lit3))/p.aspx', 'https://a.example/app/(X(1)S(REDACTED))/p.aspx'],
    ['https://a.example/x;jsessionid=ABC?y=1', 'https://a.example/x;jsessionid=REDACTED?y=1'],
    ['https://s3.example/f?X-Amz-Signature=00ff', 'https://s3.example/f?X-Amz-Signature=REDACTED'],
    [
      'https://a.example/in?to=https%3A%2F%2Fu%3Apw%40b.example%2F%3Ftoken%3Dt0%2Fk%26lang%3Den&x=1',
      'https://a.example/in?to=https%3A%2F%2Fb.example%2F%3Ftoken%3DREDACTED%26lang%3Den&x=1',
    ],
    ['/in?to=%252Fcb%253Fcode%253Dabc%2526a%253D1', '/in?to=%252Fcb%253Fcode%253DREDACTED%2526a%253D1'],
    ['/in?token=a%26b', '/in?token=REDACTED'],
    ['/in?to=%2Freset%3Fmail%3Da%40b.example', '/in?to=%2Freset%3Fmail%3Da%40b.example'],
    ['https://site.example/reset?token=mine', 'https://site.example/reset?token=mine'],
    ['https://a.example/jquery.js?ver=3.4.1', 'https://a.example/jquery.js?ver=3.4.1'],
    ['https://a.example/@scope/package@1.2.3/a.js', 'https://a.example/@scope/package@1.2.3/a.js'],
  ])('%s', (url, expected) => {
    expect(redactUrls(url, SCANNED)).toBe(expected);
    expect(redactUrls(expected, SCANNED)).toBe(expected);
  });
});

// As the providers document them.
it.each([
  ['eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl'],
  [`ghp_${'a1B2c3D4e5F6'.repeat(3)}`],
  [`hf_${'aB'.repeat(17)}`],
  [`sk-${'a1'.repeat(24)}`],
  [`shpat_${'0123456789abcdef'.repeat(2)}`],
  [`dop_v1_${'0123456789abcdef'.repeat(4)}`],
  [`123456789:AA${'a1B'.repeat(11)}`],
  [`ya29.${'a1B2'.repeat(10)}`],
  [`AIza${'a1B2c'.repeat(7)}`],
  ['AKIAIOSFODNN7EXAMPLE'],
])('a text is stored without the key %s', (key) => {
  expect(redactText(`key: "${key}",`, SCANNED)).toBe('key: "REDACTED",');
  expect(redactText(`key: "${key}",`, `https://site.example/${key}`)).toBe(`key: "${key}",`);
});
