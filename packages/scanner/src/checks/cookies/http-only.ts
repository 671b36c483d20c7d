import { defineCheck } from '../../check.ts';
import { COOKIE_TABLE_DATE } from '../../data/cookie-names.ts';
import { isStale, staleReason } from '../../data/freshness.ts';
import { cookiePurpose } from '../../parse/cookies/cookie-kind.ts';
import { isStorable } from '../../parse/cookies/seen-cookies.ts';
import { cookieFix, httpsOnly } from './cookie-fix.ts';
import { isSession, label, mistakes, UNSTORED } from './cookie-label.ts';

/** Example that triggers it: `Set-Cookie: PHPSESSID=…; Secure`. */
export default defineCheck({
  id: 'cookies/http-only',
  title: 'HttpOnly on session cookies',
  severity: 'important',
  deduction: 10,
  why: 'Any script on the page can read a session cookie without HttpOnly, so a single cross-site scripting vulnerability is enough to steal the session.',
  fix: 'Add HttpOnly to session cookies, e.g. Set-Cookie: session=…; Path=/; Secure; HttpOnly; SameSite=Lax',
  references: ['https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#section-4.1.2.6'],
  needs: ['cookies'],
  optional: ['page'],
  outcomes: {
    none: {
      title: 'No session cookie set',
      nothing: true,
      status: 'good',
      note: 'The responses set no session cookie.',
    },
    unstored: { title: 'Browsers store no session cookie', nothing: true, status: 'good', note: UNSTORED },
    good: { title: 'Session cookies are hidden from scripts', status: 'good' },
    unsure: {
      title: 'Scripts can read a cookie that may be a session cookie',
      status: 'good',
      note: 'The names and flags do not show whether these are session cookies. If they are, they need HttpOnly.',
    },
    by_script: {
      title: 'A script sets a cookie that may be a session cookie',
      status: 'good',
      note: 'A cookie set by a script cannot have HttpOnly. Session cookies must be set by the server.',
    },
    missing: { title: 'Session cookie without HttpOnly', weakness: 'cookie-no-httponly', status: 'missing' },
  },
  judge({ cookies: seen, page }, context) {
    const cookies = seen.cookies.filter(isStorable);
    const unsure = cookies.filter(({ maybeSession, cookie }) => maybeSession && !cookie.httpOnly);
    const sessions = cookies.filter(isSession);
    if (sessions.length === 0 && unsure.length > 0) {
      return { outcome: 'unsure', evidence: unsure.map((one) => `${label(one, context)}: no HttpOnly`) };
    }
    const scripted = page?.script_cookies.filter(namesSession) ?? [];
    if (sessions.length === 0 && scripted.length > 0) {
      return { outcome: 'by_script', evidence: scripted.map((name) => `${name}: set by document.cookie`) };
    }
    if (sessions.length === 0 && seen.cookies.some(isSession)) return { outcome: 'unstored' };
    if (sessions.length === 0) {
      // A cookie that the outdated table does not list may be a session cookie.
      if (seen.cookies.length > 0 && isStale(COOKIE_TABLE_DATE, context.scannedAt))
        return { unknown: staleReason(COOKIE_TABLE_DATE) };
      return { outcome: 'none' };
    }
    const open = sessions.filter(({ cookie }) => !cookie.httpOnly);
    if (open.length === 0) return { outcome: 'good', evidence: sessions.map((seen) => label(seen, context)) };
    const lines = open.map((seen) => `${label(seen, context)}: no HttpOnly${mistakes(seen)}`);
    return { outcome: 'missing', evidence: lines, note: httpsOnly(open), fix: cookieFix(open) };
  },
});

/** Judged by name alone, because the value that a script sets is unknown. */
function namesSession(name: string): boolean {
  const value = { bytes: 32, random: true, jwt: false, hiddenPrefix: null };
  return cookiePurpose({ name, value, httpOnly: false, maxAge: null, expires: null }).kind === 'session';
}
