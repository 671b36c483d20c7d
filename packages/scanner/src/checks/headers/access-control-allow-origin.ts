import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';

/**
 * Example that triggers it: `Access-Control-Allow-Origin: *` on the page itself. Reflection, `null` and
 * credentials need probes with an Origin header and are judged in the cors section.
 */
export default defineCheck({
  id: 'headers/access-control-allow-origin',
  title: 'Access-Control-Allow-Origin',
  header: 'Access-Control-Allow-Origin',
  severity: 'minor',
  deduction: 3,
  why: 'Access-Control-Allow-Origin lets scripts of other sites read this answer. That is wanted for public data, and needs care everywhere else.',
  fix: 'https://www.example.com',
  references: ['https://fetch.spec.whatwg.org/#http-access-control-allow-origin'],
  needs: ['http'],
  outcomes: {
    named: {
      title: 'Access-Control-Allow-Origin names one origin',
      status: 'good',
      note: 'One origin is named; what others are answered is in the cors section.',
    },
    null_origin: {
      title: 'Access-Control-Allow-Origin is null',
      status: 'good',
      note: 'The value null is judged in the cors section.',
    },
    unreadable: {
      title: 'Access-Control-Allow-Origin is unreadable and shares nothing',
      status: 'good',
      note: 'Browsers find no single origin in it and share nothing.',
    },
    wildcard_credentials: {
      title: 'A wildcard is sent together with credentials',
      weakness: 'cors-wildcard-credentials',
      status: 'bad',
      note: 'Every site may read this page as an anonymous visitor sees it. Access-Control-Allow-Credentials: true beside the wildcard has no effect: browsers refuse the pair for requests with cookies, and the usual fix, sending any origin back, would open the signed-in pages too.',
    },
    wildcard: {
      title: 'Any site may read this page',
      weakness: 'cors-wildcard',
      status: 'bad',
      note: 'Every site may read this page as an anonymous visitor sees it. Behind a firewall or for pages that differ by network that is a leak.',
    },
  },
  judge({ http }, context) {
    const hop = finalHop(http);
    const values = fieldValues(hop.headers, 'access-control-allow-origin');
    if (values.length === 0) return null;
    const value = values.join(', ').trim();
    const fix = URL.parse(hop.url)?.origin ?? `https://${context.target.host}`;
    if (value === '*') {
      const credentials = fieldValues(hop.headers, 'access-control-allow-credentials').some(
        (one) => one.trim() === 'true',
      );
      return { outcome: credentials ? 'wildcard_credentials' : 'wildcard', evidence: values, fix };
    }
    if (value === 'null') return { outcome: 'null_origin', evidence: values };
    return { outcome: URL.canParse(value) ? 'named' : 'unreadable', evidence: values };
  },
});
