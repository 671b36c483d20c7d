import { defineCheck } from '../../check.ts';
import { COOKIE_TABLE_DATE } from '../../data/cookie-names.ts';
import { isStale, staleReason } from '../../data/freshness.ts';
import { cookiePurpose } from '../../parse/cookies/cookie-kind.ts';
import { cookieFix } from './cookie-fix.ts';
import { isSession, label } from './cookie-label.ts';

/** Example that triggers it: `Set-Cookie: PHPSESSID=…; Secure`. */
export default defineCheck({
  id: 'cookies/http-only',
  title: 'HttpOnly on session cookies',
  severity: 'important',
  deduction: 10,
  why: 'A session cookie without HttpOnly can be read by any script on the page, so that one cross-site scripting vulnerability is enough to carry the session away.',
  fix: 'Add HttpOnly to session cookies, e.g. Set-Cookie: session=…; Path=/; Secure; HttpOnly; SameSite=Lax',
  references: ['https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#section-4.1.2.6'],
  needs: ['cookies'],
  optional: ['page'],
  outcomes: {
    none: { title: 'No session cookie set', nothing: true, status: 'good', note: 'The answers set no session cookie.' },
    good: { title: 'Session cookies are hidden from scripts', status: 'good' },
    unsure: {
      title: 'A cookie that may be a session is open to scripts',
      status: 'good',
      note: 'Neither name nor flags settle whether these cookies are keys to a session; if they are, they need HttpOnly.',
    },
    by_script: {
      title: 'A script sets a cookie that may be a session',
      status: 'good',
      note: 'What a script sets cannot have HttpOnly. A key to a session has to come from the server.',
    },
    missing: { title: 'Session cookie without HttpOnly', weakness: 'cookie-no-httponly', status: 'missing' },
  },
  judge({ cookies: seen, page }, context) {
    const unsure = seen.cookies.filter(({ maybeSession, cookie }) => maybeSession && !cookie.httpOnly);
    const sessions = seen.cookies.filter(isSession);
    if (sessions.length === 0 && unsure.length > 0) {
      return { outcome: 'unsure', evidence: unsure.map((one) => `${label(one, context)}: no HttpOnly`) };
    }
    const scripted = page?.script_cookies.filter(namesSession) ?? [];
    if (sessions.length === 0 && scripted.length > 0) {
      return { outcome: 'by_script', evidence: scripted.map((name) => `${name}: set by document.cookie`) };
    }
    if (sessions.length === 0) {
      // A name that the table does not know yet may be a session's.
      if (seen.cookies.length > 0 && isStale(COOKIE_TABLE_DATE, context.scannedAt))
        return { unknown: staleReason(COOKIE_TABLE_DATE) };
      return { outcome: 'none' };
    }
    const open = sessions.filter(({ cookie }) => !cookie.httpOnly);
    if (open.length === 0) return { outcome: 'good', evidence: sessions.map((seen) => label(seen, context)) };
    const lines = open.map((seen) => `${label(seen, context)}: no HttpOnly`);
    return { outcome: 'missing', evidence: lines, fix: cookieFix(open) };
  },
});

/** By its name alone: the value that a script sets is not known. */
function namesSession(name: string): boolean {
  const value = { bytes: 32, random: true, jwt: false, hiddenPrefix: null };
  return cookiePurpose({ name, value, httpOnly: false, maxAge: null, expires: null }).kind === 'session';
}
