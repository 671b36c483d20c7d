import { expect, it } from 'vitest';
import { browserOf, cookieNamed } from '../../../test/browser-evidence.ts';
import { judged } from '../../../test/evidence.ts';
import sessionCookies from './session-cookies.ts';

// RFC 6265bis §5.7: a cookie that a script sets never has HttpOnly.
it.each([
  ['none', []],
  ['none', [cookieNamed('theme', { value: { bytes: 4, random: false, jwt: false } })]],
  ['none', [cookieNamed('PHPSESSID', { party: 'cross-site', domain: 'other.test' })]],
  // TrustArc numbers the visitors of its banner.
  ['none', [cookieNamed('TAsessionID')]],
  ['good', [cookieNamed('PHPSESSID', { http_only: true, by_script: false })]],
  ['readable', [cookieNamed('PHPSESSID', { by_script: false })]],
  ['readable', [cookieNamed('sessionid')]],
])('outcome %s', (outcome, cookies) => {
  expect(judged(sessionCookies, { browser: browserOf({ cookies }) })?.outcome).toBe(outcome);
});
