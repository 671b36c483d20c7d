import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop, type HttpEvidence } from '../../evidence/http.ts';

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Example that triggers it: `https://example.com/a` redirects to `/b`, and `/b` back to `/a`. */
export default defineCheck({
  id: 'redirects/chain',
  title: 'Redirect chain',
  severity: 'important',
  deduction: 5,
  why: 'The scanned address should lead to a page in a few redirects. A chain that loops, never ends or names no usable target shows visitors an error, and leaves the scanner with nothing but the last redirect to judge.',
  fix: 'Let the scanned address redirect straight to the page, with an absolute https URL in Location.',
  references: ['https://www.rfc-editor.org/rfc/rfc9110#section-15.4'],
  needs: ['http'],
  outcomes: {
    good: { title: 'Redirects reach a page', status: 'good' },
    loop: {
      title: 'Redirects form a loop',
      status: 'weak',
      weakness: 'redirect-loop',
      note: 'The redirects lead back to an address already visited.',
    },
    too_many_redirects: {
      title: 'Redirects do not end',
      status: 'weak',
      weakness: 'redirect-loop',
      note: 'The redirects do not end.',
    },
    bad_location: {
      title: 'Redirect names no usable address',
      status: 'weak',
      weakness: 'redirect-loop',
      note: 'The last answer is a redirect whose Location is missing or no http(s) URL.',
    },
    no_answer: {
      title: 'Redirect leads to an address that does not answer',
      status: 'weak',
      weakness: 'redirect-loop',
      note: 'The last redirect leads to an address that gives no answer.',
    },
    not_followed: {
      title: 'Redirect leads to a port that the scan does not connect to',
      status: 'good',
      note: 'The last redirect leads to a port that this service does not connect to, so what answers there is not judged.',
    },
  },
  judge({ http }, context) {
    const evidence = http.hops.map(({ url, status }) => `${url} → ${status}`).slice(0, 12);
    // RFC 9110 §15.4: without Location browsers have nowhere to go, and show whatever body there is.
    const nowhere = http.end === 'answered' && REDIRECTS.includes(finalHop(http).status);
    if (nowhere) return { outcome: 'bad_location', evidence, note: 'There is no Location.' };
    if (http.end === 'answered') return { outcome: 'good', evidence, note: remark(http, context.target.host) };
    // A circle between https and http is the downgrade's doing, and deducted there.
    const downgraded = http.hops.some(({ url, location }) => url.startsWith('https:') && location?.startsWith('http:'));
    if (downgraded && http.end === 'loop') return null;
    const location = fieldValues(finalHop(http).headers, 'location').join(', ').slice(0, 200);
    return { outcome: http.end, evidence, note: location === '' ? '' : `Location: ${location}` };
  },
});

function remark(http: HttpEvidence, host: string): string {
  const others = [
    ...new Set(
      http.hops.map(({ url }) => URL.parse(url)?.hostname ?? '').filter((name) => name !== '' && name !== host),
    ),
  ];
  const count = http.hops.length - 1;
  return [
    count > 2 ? `${count} redirects before the page.` : '',
    others.length > 0 ? `The answer came from ${others.join(', ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
