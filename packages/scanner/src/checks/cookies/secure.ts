import { defineCheck } from '../../check.ts';
import type { SeenCookie } from '../../parse/cookies/seen-cookies.ts';
import { cookieFix } from './cookie-fix.ts';
import { isSession, label } from './cookie-label.ts';

/** Example that triggers it: `Set-Cookie: sessionid=…; HttpOnly`. */
export default defineCheck({
  id: 'cookies/secure',
  title: 'Secure on cookies',
  severity: 'important',
  deduction: 12,
  why: 'Without Secure a browser also sends the cookie over plain http, where anyone on the network path can read it and, with a session cookie, become the visitor.',
  fix: 'Add the Secure attribute to every cookie, e.g. Set-Cookie: session=…; Path=/; Secure; HttpOnly; SameSite=Lax',
  references: ['https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#section-4.1.2.5'],
  needs: ['cookies'],
  outcomes: {
    none: {
      title: 'No cookie set',
      nothing: true,
      status: 'good',
      note: 'The answers set no cookie. Cookies that scripts set later are not seen by this scan.',
    },
    good: { title: 'Cookies are sent over https only', status: 'good' },
    session: { title: 'Session cookie without Secure', weakness: 'cookie-no-secure', status: 'missing' },
    session_hsts: {
      title: 'Session cookie without Secure, covered by HSTS only',
      weakness: 'cookie-no-secure',
      status: 'weak',
      severity: 'minor',
      deduction: 6,
      note: 'Strict-Transport-Security helps browsers that have seen it before, and only those.',
    },
    other: {
      title: 'Cookie without Secure',
      weakness: 'cookie-no-secure',
      status: 'missing',
      severity: 'minor',
      deduction: 4,
    },
    other_hsts: {
      title: 'Cookie without Secure, covered by HSTS only',
      weakness: 'cookie-no-secure',
      status: 'weak',
      severity: 'minor',
      deduction: 2,
      note: 'Strict-Transport-Security helps browsers that have seen it before, and only those.',
    },
  },
  judge({ cookies: seen }, context) {
    const { cookies } = seen;
    if (cookies.length === 0) return { outcome: 'none' };
    const open = cookies.filter(({ cookie }) => !cookie.secure);
    if (open.length === 0) return { outcome: 'good', evidence: cookies.map((seen) => label(seen, context)) };
    return {
      outcome: worstOf(open),
      evidence: open.map((seen) => `${label(seen, context)}: no Secure${consequence(seen)}`),
      fix: cookieFix(open),
    };
  },
});

function worstOf(open: readonly SeenCookie[]): 'session' | 'session_hsts' | 'other' | 'other_hsts' {
  if (open.some((seen) => isSession(seen) && !seen.underHsts)) return 'session';
  if (open.some(isSession)) return 'session_hsts';
  return open.some((seen) => !seen.underHsts) ? 'other' : 'other_hsts';
}

/** What else the missing attribute costs; reported here and nowhere else, so that it is deducted once. */
function consequence({ rejections }: SeenCookie): string {
  if (rejections.includes('prefix_without_secure')) return '; its name prefix demands it, browsers refuse the cookie';
  if (rejections.includes('none_without_secure')) return '; SameSite=None demands it, browsers refuse the cookie';
  if (rejections.includes('partitioned_without_secure')) return '; Partitioned demands it, browsers refuse the cookie';
  return '';
}
