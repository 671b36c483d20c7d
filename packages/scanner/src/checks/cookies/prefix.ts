import { defineCheck } from '../../check.ts';
import { isStorable, NO_HTTP_ONLY, type SeenCookie } from '../../parse/cookies/seen-cookies.ts';
import { cookieFix } from './cookie-fix.ts';
import { isSession, label } from './cookie-label.ts';

/** Example that triggers it: `Set-Cookie: __Host-sess=…; Path=/app; Secure`. */
export default defineCheck({
  id: 'cookies/prefix',
  title: 'Cookie name prefixes',
  severity: 'minor',
  deduction: 3,
  why: 'A name that begins with __Host- or __Secure- tells browsers to accept the cookie only with certain attributes. Browsers discard a cookie without them, so the site loses both the cookie and its protection.',
  fix: '__Host- needs Secure, Path=/ and no Domain; __Secure- needs Secure. E.g. Set-Cookie: __Host-session=…; Path=/; Secure; HttpOnly; SameSite=Lax',
  references: ['https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#section-4.1.3'],
  needs: ['cookies'],
  outcomes: {
    none: {
      title: 'No cookie name has a prefix',
      nothing: true,
      status: 'good',
      note: 'No cookie name has a prefix. The __Host- prefix would bind a session cookie to this host.',
    },
    good: { title: 'Cookies meet the requirements of their name prefixes', status: 'good' },
    no_secure: {
      title: 'A cookie lacks the Secure that its name prefix requires',
      weakness: 'cookie-no-secure',
      status: 'good',
      note: 'No points are deducted here, but in cookies/secure. Chrome and Firefox discard the cookie.',
    },
    no_http_only: {
      title: 'A session cookie lacks the HttpOnly that its name prefix requires',
      weakness: 'cookie-no-httponly',
      status: 'good',
      note: 'No points are deducted here, but in cookies/http-only. Chrome and Firefox discard the cookie.',
    },
    broken: {
      title: 'A cookie does not meet the requirements of its name prefix',
      weakness: 'cookie-broad-domain',
      status: 'bad',
    },
  },
  judge({ cookies: seen }, context) {
    const prefixed = seen.cookies.filter(({ prefix }) => prefix !== null);
    if (prefixed.length === 0) return { outcome: 'none' };
    const open = prefixed.filter(({ rejections }) => rejections.includes('prefix_without_secure'));
    const broken = prefixed.filter((seen) => isBroken(seen) || (open.includes(seen) && !isStorable(seen)));
    const named = (seen: SeenCookie): string => `${label(seen, context)} (${seen.prefix})`;
    if (broken.length === 0 && open.length > 0) return { outcome: 'no_secure', evidence: open.map(named) };
    const readable = prefixed.filter(({ prefixFaults }) => prefixFaults.length > 0);
    if (broken.length === 0 && readable.length > 0) return { outcome: 'no_http_only', evidence: readable.map(named) };
    if (broken.length === 0) return { outcome: 'good', evidence: prefixed.map((seen) => label(seen, context)) };
    return {
      outcome: 'broken',
      evidence: broken.map((seen) => `${named(seen)}: ${faultsOf(seen).join(', ')}`),
      fix: cookieFix(broken),
    };
  },
});

/** A session cookie without HttpOnly costs points in cookies/http-only, where some browser stores it. */
function isBroken(seen: SeenCookie): boolean {
  const { prefixFaults } = seen;
  const counted =
    isSession(seen) && isStorable(seen) ? prefixFaults.filter((one) => one !== NO_HTTP_ONLY) : prefixFaults;
  return counted.length > 0;
}

function faultsOf({ prefixFaults, rejections }: SeenCookie): string[] {
  return rejections.includes('prefix_without_secure') ? [...prefixFaults, 'Secure is missing'] : prefixFaults;
}
