import { defineCheck } from '../../check.ts';
import { finalHop, type HttpHop } from '../../evidence/http.ts';

/** Example that triggers it: `https://example.com/` redirects to `http://www.example.com/`. */
export default defineCheck({
  id: 'redirects/stays-encrypted',
  title: 'Redirects and encryption',
  severity: 'important',
  deduction: 10,
  why: 'A redirect from https back to plain http removes the protection the visitor already had: anyone on the network path can read and replace the next response.',
  fix: 'Make every Location start with https://, including those built by an application behind a proxy. The application must know the public scheme, for example from X-Forwarded-Proto.',
  references: [
    'https://www.rfc-editor.org/rfc/rfc9110#section-4.2.2',
    'https://owasp.org/Top10/2021/A02_2021-Cryptographic_Failures/',
  ],
  needs: ['http'],
  optional: ['plain_http'],
  outcomes: {
    good: { title: 'No redirect falls back to http', status: 'good' },
    downgraded: {
      title: 'A redirect falls back to plain http',
      status: 'bad',
      weakness: 'https-downgrade',
      deduction: 5,
      note: 'A redirect in the chain leads from https to plain http (a downgrade).',
    },
    ends_in_clear: {
      title: 'Redirects end on plain http',
      status: 'bad',
      weakness: 'https-downgrade',
      severity: 'critical',
      cap: 49,
      note: 'The redirects lead from https to plain http, and the page is delivered unencrypted.',
    },
  },
  judge({ http, plain_http: plain }) {
    const main = downgrades(http.hops);
    if (main.length > 0 && !finalHop(http).url.startsWith('https:'))
      return { outcome: 'ends_in_clear', evidence: main };
    const all = [...new Set([...main, ...downgrades(plain?.hops ?? [])])];
    return all.length > 0
      ? { outcome: 'downgraded', evidence: all, note: `Seen: ${all.join('; ')}.` }
      : { outcome: 'good' };
  },
});

function downgrades(hops: readonly HttpHop[]): string[] {
  return hops.flatMap(({ url, location }) =>
    url.startsWith('https:') && location?.startsWith('http:') ? [`${url} → ${location}`] : [],
  );
}
