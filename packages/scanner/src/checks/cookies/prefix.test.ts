import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { setCookies } from '../../../test/set-cookies.ts';
import prefix from './prefix.ts';

it.each<[string, string, string?]>([
  ['__Host-sess=x; Path=/app; Secure; HttpOnly', 'broken', '__Host-sess'],
  ['__Host-a=b; Secure', 'broken', 'Path must be'],
  ['__host-a=b; Secure; Path=/; Domain=example.test', 'broken', 'Domain is not allowed'],
  ['=__Host-x=y; Secure', 'broken', 'the name is empty'],
  ['__Http-a=b; Secure', 'broken', 'HttpOnly'],
  ['__Host-a=b; Secure; Path=/', 'good'],
  ['__Secure-a=b; Secure', 'good'],
  ['__Secure-a=b', 'broken', '__Secure-a (__Secure-): Secure is missing'],
  ['__HOST-a=b; Path=/', 'broken', 'Secure is missing'],
  ['__Secure-a=b; Secure; Domain=other.test', 'good'],
  // Chromium 156 and Firefox 153 know this prefix, and other browsers store the cookie.
  ['__Http-a=b; HttpOnly', 'no_secure', '__Http-a'],
  // A session cookie without HttpOnly costs points in cookies/http-only.
  ['__Http-sid=b; Secure', 'no_http_only', '__Http-sid'],
  ['__Host-Http-sid=b; Secure; Path=/', 'no_http_only', '__Host-Http-sid'],
  ['__Host-Http-sid=b; Secure; Path=/a', 'broken', 'Path must be'],
  ['__Host-a=b', 'broken', 'Path must be'],
  ['a=b', 'none'],
])('cookies/prefix: %s', (field, outcome, mention) => {
  const verdict = judged(prefix, { headers: setCookies(field) });
  expect(verdict?.outcome).toBe(outcome);
  if (mention) expect(verdict?.evidence.join('\n')).toContain(mention);
});
