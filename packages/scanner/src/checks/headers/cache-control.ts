import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';
import { cacheDirectives } from '../../parse/cache-control.ts';
import { seenCookies } from '../../parse/seen-cookies.ts';

/** Example that triggers it: an answer that sets `PHPSESSID` with `Cache-Control: public, max-age=600`. */
export default defineCheck({
  id: 'headers/cache-control',
  title: 'Cache-Control',
  header: 'Cache-Control',
  severity: 'minor',
  deduction: 3,
  cwe: 525,
  why: 'This page signs visitors in or sets a session cookie. Unless caches are told not to keep such an answer, a proxy or a shared computer can show it, cookie included, to the next person.',
  fix: 'no-store',
  references: [
    'https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2.5',
    'https://www.rfc-editor.org/rfc/rfc6265#section-4.1',
  ],
  needs: ['http'],
  optional: ['page'],
  outcomes: {
    good: { status: 'good' },
    missing: { status: 'missing' },
    shared: { status: 'bad', note: 'The answer is declared fit for shared caches, though it belongs to one visitor.' },
    kept: { status: 'weak', deduction: 2, note: 'no-store is missing, so the answer may be kept.' },
    kept_privately: {
      status: 'weak',
      deduction: 1,
      note: 'Only the visitor’s own browser keeps the answer; no-store would stop that too.',
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
    const own = directives.has('private') || directives.has('no-cache');
    return { outcome: own ? 'kept_privately' : 'kept', evidence: values, note };
  },
});
