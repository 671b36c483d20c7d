import { describe, expect, it } from 'vitest';
import { headerMeaning } from './header-meaning.ts';

const SAME = [
  [
    'content-security-policy',
    "script-src 'self' https://a.test; img-src *",
    "img-src *;  script-src https://a.test 'self';",
  ],
  ['content-security-policy', "script-src 'nonce-AAAAAAAA'", "script-src 'nonce-BBBBBBBB'"],
  ['content-security-policy', "Script-Src 'SELF'", "script-src 'self'"],
  ['content-security-policy', "script-src 'self'; script-src *", "script-src 'self'"],
  ['content-security-policy', "img-src *, script-src 'self'", "script-src 'self', img-src *"],
  [
    'permissions-policy',
    'camera=(), geolocation=(self "https://a.test")',
    'geolocation=("https://a.test" self),camera=()',
  ],
  ['permissions-policy', 'camera=*, camera=()', 'camera=()'],
  ['strict-transport-security', 'max-age=9; includeSubDomains', 'includesubdomains;max-age=9'],
  ['x-frame-options', 'DENY', 'deny'],
] as const;
const OTHER = [
  ['content-security-policy', "script-src 'self'", "script-src 'self' 'unsafe-inline'"],
  ['content-security-policy', "script-src 'self'; img-src *", "script-src 'self'"],
  ['content-security-policy', "script-src 'nonce-AAAAAAAA'", "script-src 'self'"],
  ['content-security-policy', "script-src 'sha256-a'", "script-src 'sha256-A'"],
  ['content-security-policy', "script-src 'self'; script-src *", "script-src *; script-src 'self'"],
  ['content-security-policy', "script-src 'self', script-src *", "script-src 'self' *"],
  ['content-security-policy', 'script-src https://a.test/A', 'script-src https://a.test/a'],
  ['permissions-policy', 'camera=()', 'camera=(self)'],
  ['permissions-policy', 'camera=*, camera=()', 'camera=(), camera=*'],
  ['strict-transport-security', 'max-age=9', 'max-age=8'],
  // The last value that a browser knows counts.
  ['referrer-policy', 'no-referrer, origin', 'origin, no-referrer'],
  ['access-control-allow-origin', 'https://a.test', '*'],
] as const;

describe('headerMeaning', () => {
  it.each(SAME)('is the same: %s: %s and %s', (name, one, other) =>
    expect(headerMeaning(name, one)).toBe(headerMeaning(name, other)),
  );
  it.each(OTHER)('differs: %s: %s and %s', (name, one, other) =>
    expect(headerMeaning(name, one)).not.toBe(headerMeaning(name, other)),
  );
});
