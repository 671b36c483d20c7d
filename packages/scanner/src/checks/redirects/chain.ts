import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop, REDIRECTS, type HttpEvidence } from '../../evidence/http.ts';

/** Example that triggers it: `https://example.com/a` redirects to `/b`, and `/b` back to `/a`. */
export default defineCheck({
  id: 'redirects/chain',
  title: 'Redirect chain',
  severity: 'important',
  deduction: 5,
  why: 'The scanned URL should lead to a page within a few redirects. If the chain loops, never ends or has no usable target, visitors see an error, and the scanner can check only the last redirect.',
  fix: 'Redirect the scanned URL straight to the page, with an absolute https URL in Location.',
  references: ['https://www.rfc-editor.org/rfc/rfc9110#section-15.4'],
  needs: ['http'],
  outcomes: {
    none: { title: 'URL does not redirect', status: 'good', nothing: true },
    good: { title: 'Redirects lead to a page', status: 'good' },
    to_error: {
      title: 'Redirects lead to an error',
      status: 'good',
      weakness: 'redirect-loop',
      note: 'No points are deducted: the error may be meant for the scanner alone.',
    },
    loop: {
      title: 'Redirects form a loop',
      status: 'weak',
      weakness: 'redirect-loop',
      note: 'The redirects return to a URL already visited.',
    },
    too_many_redirects: {
      title: 'Too many redirects',
      status: 'weak',
      weakness: 'redirect-loop',
      note: 'The redirect chain does not end.',
    },
    bad_location: {
      title: 'Redirect has no usable target',
      status: 'weak',
      weakness: 'redirect-loop',
      note: 'The last response is a redirect whose Location is missing or is not an http(s) URL.',
    },
    no_answer: {
      title: 'Redirect target does not respond',
      status: 'weak',
      weakness: 'redirect-loop',
      note: 'The target of the last redirect does not respond.',
    },
    not_followed: {
      title: 'Redirect leads to a port that is not scanned',
      status: 'good',
      nothing: true,
      note: 'The last redirect leads to a port that this service does not connect to, so its content is not checked.',
    },
  },
  judge({ http }, context) {
    const evidence = http.hops.map(({ url, status }) => `${url} → ${status}`).slice(0, 12);
    // RFC 9110 §15.4: without Location, browsers cannot follow the redirect and show the body instead.
    const nowhere = http.end === 'answered' && REDIRECTS.includes(finalHop(http).status);
    if (nowhere) return { outcome: 'bad_location', evidence, note: 'There is no Location header.' };
    if (http.end === 'answered') {
      const led = finalHop(http).status >= 400 ? 'to_error' : 'good';
      return { outcome: http.hops.length > 1 ? led : 'none', evidence, note: remark(http, context.target.host) };
    }
    // redirects/stays-encrypted deducts for a loop between https and http.
    const downgraded = http.hops.some(({ url, location }) => url.startsWith('https:') && location?.startsWith('http:'));
    if (downgraded && http.end === 'loop') return null;
    const location = fieldValues(finalHop(http).headers, 'location').join(', ').slice(0, 200);
    return { outcome: http.end, evidence, note: location === '' ? '' : `Location: ${location}` };
  },
});

function remark(http: HttpEvidence, host: string): string {
  const hosts = http.hops.map(({ url }) => URL.parse(url)?.hostname ?? '');
  const last = hosts.at(-1) ?? host;
  const others = [...new Set(hosts)].filter((name) => name !== '' && name !== host && name !== last);
  const count = http.hops.length - 1;
  return [
    count > 2 ? `${count} redirects before the response.` : '',
    last === host ? '' : `The response came from ${last}.`,
    others.length > 0 ? `The redirects lead through ${others.join(', ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
