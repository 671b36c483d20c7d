import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop, type HeaderFields } from '../../evidence/http.ts';
import { cacheDirectives } from '../../parse/headers/cache-control.ts';
import { isStorable, seenCookies } from '../../parse/cookies/seen-cookies.ts';

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
    targeted: {
      title: 'CDN field lets caches store a response meant for one visitor',
      weakness: 'cache-sensitive',
      status: 'bad',
      inPage: true,
    },
    missing_targeted: {
      title: 'No Cache-Control, and a CDN field lets caches store the response',
      weakness: 'cache-sensitive',
      status: 'missing',
      inPage: true,
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
    const cookie = cookies.find((seen) => seen.kind === 'session' && isStorable(seen))?.cookie.name ?? null;
    const password = (page?.password_fields ?? 0) > 0;
    if (cookie === null && !password) return null;
    const because = [
      ...(cookie === null ? [] : [`sets the cookie ${cookie}`]),
      ...(password ? ['has a password field'] : []),
    ];
    const age = Number(fieldValues(hop.headers, 'age')[0] ?? 0);
    // RFC 9111 §5.1: Age says that the response was not generated for this request.
    const stored =
      cookie !== null && age > 0
        ? ` It came from a cache (Age: ${age}). If the cookie did too, and was not added at the edge, every visitor gets the same one.`
        : '';
    const note = `The page ${because.join(' and ')}.${stored}`;
    const values = fieldValues(hop.headers, 'cache-control');
    const targeted = targetedSharing(hop.headers);
    if (targeted !== null) {
      const why = `CDNs obey “${targeted.name}: ${targeted.value}” in place of Cache-Control (RFC 9213). Remove that field, or set it to no-store.`;
      // Changing only Cache-Control fixes neither.
      const outcome = values.length === 0 ? ('missing_targeted' as const) : ('targeted' as const);
      const fix = `Cache-Control: no-store\n${targeted.name}: no-store`;
      return { outcome, evidence: values, note: `${note} ${why}`, fix };
    }
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

/** Fields for CDNs only, each of which takes the place of Cache-Control there (RFC 9213, Edge Architecture Specification). */
const TARGETED = [
  'CDN-Cache-Control',
  'Surrogate-Control',
  'Cloudflare-CDN-Cache-Control',
  'Netlify-CDN-Cache-Control',
  'Vercel-CDN-Cache-Control',
];

/** The targeted field that lets a shared cache store the response. Null if there is none. */
function targetedSharing(headers: HeaderFields): { name: string; value: string } | null {
  for (const name of TARGETED) {
    const values = fieldValues(headers, name);
    if (values.length === 0) continue;
    const directives = cacheDirectives(values);
    const forbidden =
      directives.has('no-store') || directives.get('private') === null || directives.get('no-cache') === null;
    const kept =
      directives.has('public') || ['max-age', 's-maxage'].some((one) => Number(directives.get(one) ?? 0) > 0);
    if (kept && !forbidden) return { name, value: values.join(', ').slice(0, 120) };
  }
  return null;
}
