import { defineCheck } from '../../check.ts';
import { isStorable } from '../../parse/cookies/seen-cookies.ts';
import { isSession, label } from './cookie-label.ts';

const DAY = 86_400;
/** Browsers cap longer lifetimes (RFC 6265bis §5.5). */
const CAP_DAYS = 400;
const LONG_SESSION_DAYS = 30;

/** Example that triggers its note: `Set-Cookie: session=…; Max-Age=31536000; Domain=example.com`. */
export default defineCheck({
  id: 'cookies/lifetime',
  title: 'Cookie lifetime and scope',
  severity: 'minor',
  deduction: 0,
  why: 'The longer a session cookie lasts and the more hosts receive it, the more a stolen copy is worth.',
  fix: null,
  references: ['https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#section-5.5'],
  needs: ['cookies'],
  outcomes: {
    none: { title: 'No cookie set', nothing: true, status: 'good', note: 'The responses set no cookie.' },
    good: { title: 'Cookie lifetimes and scopes are within usual limits', status: 'good' },
    observed: {
      title: 'Cookies have a long lifetime or a wide scope',
      status: 'good',
      weakness: 'informational',
      note: 'No points are deducted, because only the site knows whether this is intended. Please review.',
    },
  },
  judge({ cookies: seen }, context) {
    if (seen.cookies.length === 0) return { outcome: 'none' };
    const cookies = seen.cookies.filter(isStorable);
    const lines = cookies.flatMap((seen) => {
      const days = seen.lifetime === null ? 0 : Math.round(seen.lifetime / DAY);
      const remarks: string[] = [];
      if (days > CAP_DAYS) remarks.push(`set for ${days} days; browsers keep it for ${CAP_DAYS}`);
      else if (isSession(seen) && days > LONG_SESSION_DAYS) remarks.push(`a session that lasts ${days} days`);
      if (isSession(seen) && seen.cookie.domain !== null) {
        remarks.push(`sent to all subdomains of ${seen.cookie.domain.slice(0, 100)}`);
      }
      return remarks.length > 0 ? [`${label(seen, context)}: ${remarks.join('; ')}`] : [];
    });
    return lines.length > 0 ? { outcome: 'observed', evidence: lines } : { outcome: 'good' };
  },
});
