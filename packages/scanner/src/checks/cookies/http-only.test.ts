import { expect, it } from 'vitest';
import { judged, pageWith } from '../../../test/evidence.ts';
import { setCookies } from '../../../test/set-cookies.ts';
import httpOnly from './http-only.ts';

it.each<[string, string, string]>([
  ['sessionid=1; Path=/; Secure; SameSite=Lax', 'missing', 'sessionid'],
  ['auth_token=x; Path=/; Secure', 'missing', 'auth_token'],
  ['__Host-sid=1; Path=/; Secure; HttpOnly; SameSite=Lax', 'good', '__Host-sid'],
  ['csrftoken=x; Secure', 'none', ''],
  ['assessment=done; Secure', 'none', ''],
  ['sessionCookieConsent=1', 'none', ''],
  ['s_sess=%20s_cc%3Dtrue', 'none', ''],
  ['utm_session=abcdef1234567890', 'none', ''],
  ['blog_session=1', 'unsure', 'blog_session'],
  [
    'PHPSESSID=1; Http-Only; Secure',
    'missing',
    'PHPSESSID: no HttpOnly (it has “Http-Only”, which browsers do not know)',
  ],
  ['PHPSESSID=1; Domain=other.test', 'unstored', ''],
  ['PHPSESSID=1; SameSite=None', 'missing', 'PHPSESSID'],
])('cookies/http-only: %s', (field, outcome, mention) => {
  const verdict = judged(httpOnly, { headers: setCookies(field) });
  expect(verdict?.outcome).toBe(outcome);
  expect(verdict?.evidence.join('\n')).toContain(mention);
});

it('reports a session cookie that a script sets', () => {
  const page = pageWith({ script_cookies: ['auth_token', 'theme'] });
  expect(judged(httpOnly, { page })).toMatchObject({
    outcome: 'by_script',
    deduction: 0,
    evidence: ['auth_token: set by document.cookie'],
  });
  expect(judged(httpOnly, { page: pageWith({ script_cookies: ['theme', 'sessionCookieConsent'] }) })?.outcome).toBe(
    'none',
  );
});

it('is unknown with an outdated table', () => {
  const later = { scanned_at: '2028-01-01T00:00:00.000Z' };
  expect(judged(httpOnly, { ...later, headers: setCookies('new_product=1; Secure') })?.status).toBe('unknown');
  expect(judged(httpOnly, { ...later, headers: setCookies('PHPSESSID=1; Secure') })?.outcome).toBe('missing');
  expect(judged(httpOnly, later)?.outcome).toBe('none');
});
