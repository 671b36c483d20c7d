import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';
import { cacheDirectives } from '../../parse/headers/cache-control.ts';
import { seenCookies } from '../../parse/cookies/seen-cookies.ts';

/** Example that triggers it: a response that sets `PHPSESSID` with `Cache-Control: public, max-age=600`. */
export default defineCheck({
  id: 'headers/cache-control',
  title: 'Cache-Control',
  header: 'Cache-Control',
  severity: 'minor',
  deduction: 3,
  why: 'This page has a sign-in form or sets a session cookie. Unless Cache-Control forbids storing the response, a proxy or a shared computer can show it, cookie included, to someone else.',
  fix: 'no-store',
  references: [
    'https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2.5',
    'https://www.rfc-editor.org/rfc/rfc6265#section-4.1',
  ],
  needs: ['http'],
  optional: ['page'],
  outcomes: {
    good: { title: 'Caches do not store the signed-in response', status: 'good' },
    missing: {
      title: 'No Cache-Control on a response meant for one visitor',
      weakness: 'cache-sensitive',
      status: 'missing',
    },
    shared: {
      title: 'Response meant for one visitor is marked as cacheable by shared caches',
      weakness: 'cache-sensitive',
      status: 'bad',
      note: 'The response allows shared caching although it belongs to one visitor.',
    },
    kept: {
      title: 'Caches may store a response meant for one visitor',
      weakness: 'cache-sensitive',
      status: 'weak',
      deduction: 2,
      note: 'no-store is missing, so caches may store the response.',
    },
    revalidated: {
      title: 'Shared caches may store a response meant for one visitor, but must revalidate it',
      weakness: 'cache-sensitive',
      status: 'weak',
      deduction: 1,
      note: 'no-cache lets a shared cache store the response, cookie included. private or no-store prevents that.',
    },
    kept_privately: {
      title: 'Only the visitor’s browser may store the response',
      status: 'good',
      note: 'no-store would also keep it out of the visitor’s own browser cache, which matters on shared computers.',
    },
  },
  judge({ http, page }, context) {
    const hop = finalHop(http);
    const { cookies } = seenCookies({ ...http, hops: [hop] }, undefined, context.scannedAt);
    const cookie =
      cookies.find(({ kind, rejections }) => kind === 'session' && rejections.length === 0)?.cookie.name ?? null;
    const password = (page?.password_fields ?? 0) > 0;
    if (cookie === null && !password) return null;
    const because = [
      ...(cookie === null ? [] : [`sets the cookie ${cookie}`]),
      ...(password ? ['has a password field'] : []),
    ];
    const note = `The page ${because.join(' and ')}.`;
    const values = fieldValues(hop.headers, 'cache-control');
    if (values.length === 0) return { outcome: 'missing', note };
    const directives = cacheDirectives(values);
    if (directives.has('no-store')) return { outcome: 'good', evidence: values };
    // `private="Set-Cookie"` is about this field only. `private` wins over `public`: of directives that contradict each
    // other, the most restrictive one counts (RFC 9111 §4.2.1).
    if (directives.get('private') === null) return { outcome: 'kept_privately', evidence: values, note };
    const isShared = directives.has('public') || Number(directives.get('s-maxage') ?? 0) > 0;
    if (directives.get('no-cache') === null) return { outcome: 'revalidated', evidence: values, note };
    return { outcome: isShared ? 'shared' : 'kept', evidence: values, note };
  },
});
