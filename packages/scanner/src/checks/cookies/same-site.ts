import { defineCheck } from '../../check.ts';
import { cookieFix } from './cookie-fix.ts';
import { isStorable } from '../../parse/cookies/seen-cookies.ts';
import { also, isSession, label, mistakes, UNSTORED } from './cookie-label.ts';

/** Example that triggers it: `Set-Cookie: csrftoken=…; Secure`, or `SameSite=Foo`. */
export default defineCheck({
  id: 'cookies/same-site',
  title: 'SameSite on cookies',
  severity: 'minor',
  deduction: 3,
  why: 'SameSite keeps a cookie out of requests that other sites start, which prevents cross-site request forgery. Without the attribute, only Chromium-based browsers default to Lax.',
  fix: 'Add SameSite=Lax (or Strict) to cookies that cross-site requests do not need. Use SameSite=None only together with Secure.',
  references: ['https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#section-4.1.2.7'],
  needs: ['cookies'],
  outcomes: {
    none: { title: 'No cookie set', nothing: true, status: 'good', note: 'The responses set no cookie.' },
    unstored: { title: 'Browsers store none of the cookies', nothing: true, status: 'good', note: UNSTORED },
    good: { title: 'Cookies set SameSite', status: 'good' },
    default: {
      title: 'Cookies rely on the browser’s SameSite default',
      status: 'good',
      note: 'Without the attribute, Chromium-based browsers use Lax. Firefox and Safari send the cookie with cross-site requests.',
    },
    cross_site: {
      title: 'Session cookies are sent with cross-site requests',
      status: 'good',
      note: 'SameSite=None lets requests from other sites carry these cookies. Keep it only where an embed or a sign-in flow needs it.',
    },
    anti_csrf: {
      title: 'Anti-CSRF cookie without SameSite',
      weakness: 'cookie-samesite-absent',
      status: 'missing',
      note: 'Browsers should not send an anti-CSRF token with forged requests.',
    },
    invalid: {
      title: 'SameSite has a value that browsers ignore',
      weakness: 'cookie-samesite-absent',
      status: 'weak',
      deduction: 2,
      note: 'The value is not Strict, Lax or None, so browsers ignore the attribute.',
    },
  },
  judge({ cookies: seen }, context) {
    if (seen.cookies.length === 0) return { outcome: 'none' };
    const cookies = seen.cookies.filter(isStorable);
    if (cookies.length === 0) return { outcome: 'unstored' };
    const named = (seen: (typeof cookies)[number]): string => label(seen, context);
    const antiCsrf = cookies.filter(({ kind, cookie }) => kind === 'anti-csrf' && cookie.sameSite === null);
    const invalid = cookies.filter(({ cookie }) => cookie.sameSite === 'invalid');
    const fix = cookieFix([...antiCsrf, ...invalid]);
    if (antiCsrf.length > 0) {
      const evidence = antiCsrf.map((seen) => `${named(seen)}: no SameSite${mistakes(seen)}`);
      return { outcome: 'anti_csrf', evidence, note: also('with an unknown SameSite value', invalid, context), fix };
    }
    if (invalid.length > 0)
      return {
        outcome: 'invalid',
        evidence: invalid.map((seen) => `${named(seen)}: SameSite has an unknown value`),
        fix,
      };
    const crossSite = cookies.filter((seen) => seen.cookie.sameSite === 'None' && isSession(seen));
    if (crossSite.length > 0) return { outcome: 'cross_site', evidence: crossSite.map(named) };
    const silent = cookies.filter(({ cookie }) => cookie.sameSite === null);
    return silent.length > 0
      ? { outcome: 'default', evidence: silent.map(named) }
      : { outcome: 'good', evidence: cookies.map(named) };
  },
});
