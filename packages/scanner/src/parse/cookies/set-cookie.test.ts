import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latin1 } from '../../../test/latin1.ts';
import { parseCookieDate } from './cookie-date.ts';
import { cookiePrefix, parseSetCookie, type SetCookie } from './set-cookie.ts';

function cookie(field: string): SetCookie {
  const result = parseSetCookie(field);
  if (!result.ok) throw new Error(`not stored: ${result.fault}`);
  return result.cookie;
}

describe('parseSetCookie', () => {
  it.each<[string, Partial<SetCookie>]>([
    ['a=b', { name: 'a', secure: false, httpOnly: false, sameSite: null, domain: null, path: null }],
    ['a=b=c; Secure', { name: 'a', secure: true }],
    ['  a  =  b  ;  HttpOnly  ', { name: 'a', httpOnly: true }],
    ['a=b; secure=false; HTTPONLY=0', { secure: true, httpOnly: true }],
    ['a=b; PATH=/; samesite=LAX', { path: '/', sameSite: 'Lax' }],
    ['a=b; SameSite=Strict; SameSite=None', { sameSite: 'None' }],
    ['a=b; SameSite=Foo', { sameSite: 'invalid' }],
    ['a=b; SameSite', { sameSite: 'invalid' }],
    ['a=b; SameSite=__proto__', { sameSite: 'invalid' }],
    ['a=b; Path=relative', { path: null }],
    ['a=b; Path=/x; Path=', { path: null }],
    ['a=b; Domain=.Example.COM', { domain: 'example.com' }],
    ['a=b; Domain=', { domain: null }],
    ['a=b; Max-Age=10', { maxAge: 10 }],
    ['a=b; Max-Age=-5', { maxAge: 0 }],
    ['a=b; Max-Age=10x', { maxAge: null }],
    // Chromium 156: the last one counts, whether it is valid or not.
    ['a=b; Max-Age=+10; Expires=Thu, 01 Jan 1970 00:00:00 GMT', { maxAge: 10, expires: 0 }],
    ['a=b; Max-Age=+0', { maxAge: 0 }],
    ['a=b; Max-Age=0; Max-Age=x', { maxAge: null }],
    ['a=b; Max-Age=10; Max-Age=', { maxAge: null }],
    ['a=b; Max-Age=x; Max-Age=10', { maxAge: 10 }],
    ['a=b; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Expires=never', { expires: null }],
    ['a=b; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT', { maxAge: 10, expires: 0 }],
    ['a=b; Partitioned', { partitioned: true }],
    ['novalue', { name: '', value: { bytes: 7, random: false, jwt: false, hiddenPrefix: null } }],
    ['=__Host-x=y; Secure', { name: '', value: { bytes: 10, random: false, jwt: false, hiddenPrefix: '__Host-' } }],
    ['constructor=1', { name: 'constructor' }],
    [`a=b; Domain=${'x'.repeat(1025)}`, { domain: null }],
  ])('%s', (field, expected) => {
    expect(cookie(field)).toMatchObject(expected);
  });

  it.each([
    ['', 'empty'],
    ['=', 'empty'],
    ['; Secure', 'empty'],
    ['a=b\u0000c', 'control_character'],
    ['a=b; Path=/\u007f', 'control_character'],
    [`a=${'x'.repeat(4096)}`, 'too_big'],
  ])('ignores %j', (field, fault) => {
    expect(parseSetCookie(field)).toMatchObject({ ok: false, fault });
  });

  it('keeps a cookie of exactly 4,096 bytes, and a tab', () => {
    expect(parseSetCookie(`a=${'x'.repeat(4095)}`).ok).toBe(true);
    expect(parseSetCookie('a=b\tc').ok).toBe(true);
    expect(parseSetCookie('a\tb=c').ok).toBe(false);
  });

  it.each([
    ['__HOST-x', '__Host-'],
    ['__Secure-x', '__Secure-'],
    ['__host-http-x', '__Host-Http-'],
    ['__Http-x', '__Http-'],
    ['_Host-x', null],
  ])('prefix of %s', (name, prefix) => {
    expect(cookiePrefix(name)).toBe(prefix);
  });

  it.each([
    ['0123456789abcdef0123456789abcdef', true],
    ['s%3AvK3jXr8dQ0.9fJ2kL0zq', true],
    ['dark', false],
    ['2026-11-20', false],
    ['hello-world-this-is-text', false],
    ['1234567890123456', false],
  ])('%s looks random: %s', (value, random) => {
    expect(cookie(`a=${value}`).value.random).toBe(random);
  });

  it('never throws, never stores the value, and does not depend on the order of attributes', () => {
    fc.assert(
      fc.property(latin1(300), (field) => {
        const result = parseSetCookie(field);
        if (result.ok)
          expect(
            Object.values(result.cookie.value).every((fact) => typeof fact !== 'string' || fact.startsWith('__')),
          ).toBe(true);
      }),
    );
  });

  it('parses a serialized cookie back to the same cookie', () => {
    const token = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/);
    fc.assert(
      fc.property(
        token,
        token,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('Strict', 'Lax', 'None'),
        (name, value, secure, httpOnly, sameSite) => {
          const attributes = [secure && 'Secure', httpOnly && 'HttpOnly', `SameSite=${sameSite}`].filter(Boolean);
          expect(cookie([`${name}=${value}`, ...attributes].join('; '))).toMatchObject({
            name,
            secure,
            httpOnly,
            sameSite,
          });
        },
      ),
    );
  });
});

describe('parseCookieDate (RFC 6265 §5.1.1)', () => {
  it.each<[string, string | null]>([
    ['Wed, 21 Oct 2026 07:28:00 GMT', '2026-10-21T07:28:00.000Z'],
    ['Wed, 21-Oct-26 07:28:00 GMT', '2026-10-21T07:28:00.000Z'],
    ['Thu Jan  1 00:00:01 1970', '1970-01-01T00:00:01.000Z'],
    ['21 oct 2026 7:2:3', '2026-10-21T07:02:03.000Z'],
    ['Wed, 21 Oct 94 07:28:00', '1994-10-21T07:28:00.000Z'],
    ['Mon, 30 Feb 2026 00:00:00 GMT', null],
    ['21 Oct 2026', null],
    ['21 Oct 1600 00:00:00', null],
    ['21 Oct 2026 24:00:00', null],
    ['0', null],
    ['', null],
  ])('%s', (text, expected) => {
    const time = parseCookieDate(text);
    expect(time === null ? null : new Date(time).toISOString()).toBe(expected);
  });

  it('parses every date that toUTCString returns', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
        (date) => {
          expect(parseCookieDate(date.toUTCString())).toBe(Math.floor(date.getTime() / 1000) * 1000);
        },
      ),
    );
  });
});
