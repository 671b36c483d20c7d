import { defineCheck } from '../../check.ts';
import type { BrowserCookie } from '../../evidence/browser.ts';
import { linesOf } from '../../parse/browser/page-lines.ts';
import { unrecorded } from '../../parse/browser/unrecorded.ts';
import { cookiePurpose } from '../../parse/cookies/cookie-kind.ts';
import { UNSCORED } from './unscored.ts';

const FIX = 'Set session cookies on the server, with Secure, HttpOnly and SameSite=Lax.';

/** Example that triggers it: `document.cookie = 'sessionid=8f3a9c2b…'`. */
export default defineCheck({
  id: 'browser/session-cookies',
  title: 'Session cookies in the browser',
  severity: 'important',
  deduction: 0,
  why: 'An injected script can steal cookies that scripts can read. A cookie set by a script cannot have HttpOnly, and no server response shows it.',
  fix: FIX,
  references: ['https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.7'],
  needs: ['browser'],
  outcomes: {
    none: { title: 'No session cookie from the site in the browser', status: 'good', nothing: true },
    good: { title: 'Scripts cannot read session cookies', status: 'good' },
    readable: {
      title: 'Scripts can read a session cookie',
      status: 'good',
      weakness: 'cookie-no-httponly',
      note: `${UNSCORED} ${FIX}`,
    },
  },
  judge({ browser }) {
    const sessions = ({ party, name, http_only, value, days }: BrowserCookie): boolean =>
      party !== 'cross-site' &&
      cookiePurpose({ name, httpOnly: http_only, value: { ...value, hiddenPrefix: null }, maxAge: days, expires: null })
        .kind === 'session';
    const cut = unrecorded(browser, 'cookies');
    if (!browser.pages.some(({ cookies }) => cookies.some(sessions)))
      return cut === null ? { outcome: 'none' } : { unknown: cut };
    const readable = linesOf(browser, ({ cookies }) =>
      cookies
        .filter((cookie) => sessions(cookie) && !cookie.http_only)
        .map(({ name, by_script: script }) => `${name}, set by ${script ? 'a script' : 'a response'}`),
    );
    if (readable.length > 0) return { outcome: 'readable', evidence: readable };
    return cut === null ? { outcome: 'good' } : { unknown: cut };
  },
});
