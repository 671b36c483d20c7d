import { defineCheck } from '../../check.ts';
import { isStorable, type SeenCookie } from '../../parse/cookies/seen-cookies.ts';
import { cookieFix, httpsOnly } from './cookie-fix.ts';
import { also, isSession, label, mistakes, UNSTORED } from './cookie-label.ts';

/** Example that triggers it: `Set-Cookie: sessionid=…; HttpOnly`. */
export default defineCheck({
  id: 'cookies/secure',
  title: 'Secure on cookies',
  severity: 'important',
  deduction: 12,
  why: 'Without Secure, browsers also send the cookie over plain http, where anyone on the network path can read it. With a session cookie, they can take over the visitor’s session.',
  fix: 'Add the Secure attribute to every cookie, e.g. Set-Cookie: session=…; Path=/; Secure; HttpOnly; SameSite=Lax',
  references: ['https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#section-4.1.2.5'],
  needs: ['cookies'],
  outcomes: {
    none: {
      title: 'No cookie set',
      nothing: true,
      status: 'good',
      note: 'The responses set no cookie. This scan does not see cookies that scripts set later.',
    },
    unstored: { title: 'Browsers store none of the cookies', nothing: true, status: 'good', note: UNSTORED },
    good: { title: 'Cookies are sent over https only', status: 'good' },
    session: { title: 'Session cookie without Secure', weakness: 'cookie-no-secure', status: 'missing' },
    session_hsts: {
      title: 'Session cookie without Secure, covered by HSTS only',
      weakness: 'cookie-no-secure',
      status: 'weak',
      severity: 'minor',
      deduction: 6,
      note: 'Strict-Transport-Security protects only browsers that have visited before.',
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
      note: 'Strict-Transport-Security protects only browsers that have visited before.',
    },
  },
  judge({ cookies: seen }, context) {
    if (seen.cookies.length === 0) return { outcome: 'none' };
    const cookies = seen.cookies.filter(isStorable);
    if (cookies.length === 0) return { outcome: 'unstored' };
    const open = cookies.filter(({ cookie }) => !cookie.secure);
    if (open.length === 0) return { outcome: 'good', evidence: cookies.map((seen) => label(seen, context)) };
    const outcome = worstOf(open);
    const atFault = open.filter((seen) => worstOf([seen]) === outcome);
    const rest = open.filter((seen) => !atFault.includes(seen));
    return {
      outcome,
      evidence: atFault.map((seen) => `${label(seen, context)}: no Secure${mistakes(seen)}${consequence(seen)}`),
      note: [also('without Secure', rest, context), httpsOnly(open)].filter(Boolean).join(' '),
      fix: cookieFix([...atFault, ...open]),
    };
  },
});

function worstOf(open: readonly SeenCookie[]): 'session' | 'session_hsts' | 'other' | 'other_hsts' {
  if (open.some((seen) => isSession(seen) && !seen.underHsts)) return 'session';
  if (open.some(isSession)) return 'session_hsts';
  return open.some((seen) => !seen.underHsts) ? 'other' : 'other_hsts';
}

/** Other effects of the missing attribute. Reported only here, so that they are deducted once. */
function consequence({ rejections }: SeenCookie): string {
  if (rejections.includes('prefix_without_secure'))
    return '; its name prefix requires it, so Chrome and Firefox reject the cookie';
  if (rejections.includes('none_without_secure'))
    return '; SameSite=None requires it, so Chrome and Firefox reject the cookie';
  if (rejections.includes('partitioned_without_secure'))
    return '; Partitioned requires it, so Chrome and Firefox reject the cookie';
  return '';
}
