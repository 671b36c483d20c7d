import { defineCheck } from '../../check.ts';
import { cookieFix } from './cookie-fix.ts';
import { isSession, label } from './cookie-label.ts';

/** Example that triggers it: `Set-Cookie: csrftoken=…; Secure`, or `SameSite=Foo`. */
export default defineCheck({
  id: 'cookies/same-site',
  title: 'SameSite on cookies',
  severity: 'minor',
  deduction: 3,
  why: 'SameSite keeps a cookie out of requests that other sites start, which is what cross-site request forgery needs. Only Chromium-based browsers fall back to Lax when it is not given.',
  fix: 'Add SameSite=Lax (or Strict) to cookies that other sites need not send; SameSite=None only together with Secure.',
  references: ['https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#section-4.1.2.7'],
  needs: ['cookies'],
  outcomes: {
    none: { title: 'No cookie set', nothing: true, status: 'good', note: 'The answers set no cookie.' },
    good: { title: 'Cookies state SameSite', status: 'good' },
    default: {
      title: 'Cookies rely on the browser’s SameSite default',
      status: 'good',
      note: 'Without the attribute, browsers based on Chromium use Lax; Firefox and Safari send the cookie with cross-site requests.',
    },
    cross_site: {
      title: 'Session cookies go to other sites’ requests',
      status: 'good',
      note: 'SameSite=None lets other sites send these cookies; keep it only where an embed or a sign-in flow needs it.',
    },
    anti_csrf: {
      title: 'Anti-forgery cookie without SameSite',
      weakness: 'cookie-samesite-absent',
      status: 'missing',
      note: 'A token against forged requests should itself stay out of them.',
    },
    invalid: {
      title: 'SameSite has a value that browsers ignore',
      weakness: 'cookie-samesite-absent',
      status: 'weak',
      deduction: 2,
      note: 'The value is none of Strict, Lax and None, so browsers act as if the attribute were absent.',
    },
  },
  judge({ cookies: seen }, context) {
    const { cookies } = seen;
    if (cookies.length === 0) return { outcome: 'none' };
    const named = (seen: (typeof cookies)[number]): string => label(seen, context);
    const antiCsrf = cookies.filter(({ kind, cookie }) => kind === 'anti-csrf' && cookie.sameSite === null);
    const invalid = cookies.filter(({ cookie }) => cookie.sameSite === 'invalid');
    const lines = [
      ...antiCsrf.map((seen) => `${named(seen)}: no SameSite`),
      ...invalid.map((seen) => `${named(seen)}: SameSite has an unknown value`),
    ];
    const fix = cookieFix([...antiCsrf, ...invalid]);
    if (antiCsrf.length > 0) return { outcome: 'anti_csrf', evidence: lines, fix };
    if (invalid.length > 0) return { outcome: 'invalid', evidence: lines, fix };
    const crossSite = cookies.filter((seen) => seen.cookie.sameSite === 'None' && isSession(seen));
    if (crossSite.length > 0) return { outcome: 'cross_site', evidence: crossSite.map(named) };
    const silent = cookies.filter(({ cookie }) => cookie.sameSite === null);
    return silent.length > 0
      ? { outcome: 'default', evidence: silent.map(named) }
      : { outcome: 'good', evidence: cookies.map(named) };
  },
});
