import { defineCheck } from '../../check.ts';
import type { BrowserCookie } from '../../evidence/browser.ts';
import { linesOf } from '../../parse/browser/page-lines.ts';
import { cookiePurpose } from '../../parse/cookies/cookie-kind.ts';

/** Example that triggers it: `document.cookie = 'sessionid=8f3a9c2b…'`. */
export default defineCheck({
  id: 'browser/session-cookies',
  title: 'Session cookies in the browser',
  severity: 'important',
  deduction: 0,
  why: 'What a browser holds after the page has run is what an injected script can take. A cookie that a script sets cannot have HttpOnly, and no answer of the server shows it.',
  fix: 'Let the server set session cookies, with Secure, HttpOnly and SameSite=Lax.',
  references: ['https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.7'],
  needs: ['browser'],
  outcomes: {
    none: { title: 'No session cookie of the site in the browser', status: 'good', nothing: true },
    good: { title: 'Scripts cannot read session cookies', status: 'good' },
    readable: { title: 'Scripts can read a session cookie', status: 'bad', weakness: 'cookie-no-httponly' },
  },
  judge({ browser }) {
    const sessions = ({ party, name, http_only, value, days }: BrowserCookie): boolean =>
      party !== 'cross-site' &&
      cookiePurpose({ name, httpOnly: http_only, value: { ...value, hiddenPrefix: null }, maxAge: days, expires: null })
        .kind === 'session';
    if (!browser.pages.some(({ cookies }) => cookies.some(sessions))) return { outcome: 'none' };
    const readable = linesOf(browser, ({ cookies }) =>
      cookies
        .filter((cookie) => sessions(cookie) && !cookie.http_only)
        .map(({ name, by_script: script }) => `${name}, set by ${script ? 'a script' : 'an answer'}`),
    );
    return readable.length > 0 ? { outcome: 'readable', evidence: readable } : { outcome: 'good' };
  },
});
