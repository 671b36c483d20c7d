import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';
import { cacheDirectives } from '../../parse/headers/cache-control.ts';
import { seenCookies } from '../../parse/cookies/seen-cookies.ts';

/** Example that triggers it: an answer that sets `PHPSESSID` with `Cache-Control: public, max-age=600`. */
export default defineCheck({
  id: 'headers/cache-control',
  title: 'Cache-Control',
  header: 'Cache-Control',
  severity: 'minor',
  deduction: 3,
  why: 'This page signs visitors in or sets a session cookie. Unless caches are told not to keep such an answer, a proxy or a shared computer can show it, cookie included, to the next person.',
  fix: 'no-store',
  references: [
    'https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2.5',
    'https://www.rfc-editor.org/rfc/rfc6265#section-4.1',
  ],
  needs: ['http'],
  optional: ['page'],
  outcomes: {
    good: { title: 'Caches do not keep the signed-in answer', status: 'good' },
    missing: {
      title: 'Nothing tells caches not to keep a visitor’s answer',
      weakness: 'cache-sensitive',
      status: 'missing',
    },
    shared: {
      title: 'A visitor’s answer is marked for shared caches',
      weakness: 'cache-sensitive',
      status: 'bad',
      note: 'The answer is declared fit for shared caches, though it belongs to one visitor.',
    },
    kept: {
      title: 'Caches may keep a visitor’s answer',
      weakness: 'cache-sensitive',
      status: 'weak',
      deduction: 2,
      note: 'no-store is missing, so the answer may be kept.',
    },
    revalidated: {
      title: 'Shared caches may store a visitor’s answer and must ask before reuse',
      weakness: 'cache-sensitive',
      status: 'weak',
      deduction: 1,
      note: 'no-cache lets a shared cache store the answer, cookie included; private or no-store would not.',
    },
    kept_privately: {
      title: 'Only the visitor’s browser keeps the answer',
      status: 'good',
      note: 'no-store would also keep it out of the visitor’s own browser, which matters on shared computers.',
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
      ...(password ? ['holds a password field'] : []),
    ];
    const note = `The page ${because.join(' and ')}.`;
    const values = fieldValues(hop.headers, 'cache-control');
    if (values.length === 0) return { outcome: 'missing', note };
    const directives = cacheDirectives(values);
    if (directives.has('no-store')) return { outcome: 'good', evidence: values };
    if (directives.has('public') || directives.has('s-maxage')) return { outcome: 'shared', evidence: values, note };
    if (directives.has('private')) return { outcome: 'kept_privately', evidence: values, note };
    return { outcome: directives.has('no-cache') ? 'revalidated' : 'kept', evidence: values, note };
  },
});
