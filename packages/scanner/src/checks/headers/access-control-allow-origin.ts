import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';
import { isSerializedOrigin } from '../../parse/headers/cors-grant.ts';

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
  why: 'Access-Control-Allow-Origin lets scripts on other sites read this response. That is fine for public data and needs care everywhere else.',
  fix: 'https://www.example.com',
  references: ['https://fetch.spec.whatwg.org/#http-access-control-allow-origin'],
  needs: ['http'],
  outcomes: {
    named: {
      title: 'Access-Control-Allow-Origin names one origin',
      status: 'good',
      note: 'The header allows one origin. The cors section shows the response to other origins.',
    },
    null_origin: {
      title: 'Access-Control-Allow-Origin is null',
      status: 'good',
      note: 'The cors section covers the value null.',
    },
    unreadable: {
      title: 'Access-Control-Allow-Origin is invalid and allows no origin',
      status: 'good',
      note: 'Browsers compare the value with the origin of the reading site, character by character. It equals no origin, so they block cross-origin reads. An origin is scheme, host and port, without a path, a slash at the end or wildcards.',
    },
    wildcard_credentials: {
      title: 'Wildcard origin is combined with credentials',
      weakness: 'cors-wildcard-credentials',
      status: 'bad',
      note: 'Any site can read this page as an anonymous visitor would see it. Access-Control-Allow-Credentials: true has no effect with the wildcard, because browsers reject the combination for requests with cookies. Do not work around that by reflecting the Origin: that would expose signed-in pages too.',
    },
    wildcard: {
      title: 'Any site can read this page',
      weakness: 'cors-wildcard',
      status: 'bad',
      note: 'Any site can read this page as an anonymous visitor would see it. If the page is behind a firewall or differs by network, this leaks its content.',
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
    return { outcome: isSerializedOrigin(value) ? 'named' : 'unreadable', evidence: values };
  },
});
