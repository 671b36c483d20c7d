import { defineCheck } from '../../check.ts';
import { blocks } from '../../fix-blocks.ts';
import type { SourceContext } from '../../facts/fact.ts';
import {
  fieldValues,
  isTemporary,
  REDIRECTS,
  type HttpEvidence,
  type HttpHop,
  type PlainHttpEvidence,
} from '../../evidence/http.ts';

/** Failures on port 80 that are the site's own, not the scanner's. */
const SILENCE: readonly string[] = ['refused', 'reset', 'timeout', 'unreachable', 'malformed'];

/** Example that triggers it: `http://example.com/` answers 200 with the page. */
export default defineCheck({
  id: 'redirects/http-to-https',
  title: 'Redirect from http to https',
  severity: 'important',
  deduction: 10,
  why: 'Visitors who follow an old link or whose browser tries http first arrive on port 80. Only an immediate redirect to https on the same host takes them off plain http before anyone can read or replace a response.',
  fix: redirectTo(''),
  references: [
    'https://www.rfc-editor.org/rfc/rfc6797#section-7.2',
    'https://hstspreload.org/#submission-requirements',
  ],
  needs: ['http'],
  optional: ['tls', 'plain_http', 'seen'],
  outcomes: {
    good: { title: 'Plain http redirects to https', status: 'good' },
    silent: {
      title: 'Port 80 does not respond',
      status: 'good',
      note: 'Port 80 does not respond over plain http, so there is nothing to redirect.',
    },
    not_served: { title: 'Port 80 serves no page', status: 'good', note: 'Port 80 serves no page over plain http.' },
    off_host: {
      title: 'Plain http redirects to another host first',
      status: 'weak',
      weakness: 'http-detour',
      deduction: 3,
      severity: 'minor',
      note: 'The redirect from plain http goes straight to another host. The scanned host should first redirect to its own https URL. Otherwise it can neither set HSTS nor be preloaded.',
    },
    late: {
      title: 'First redirect stays on plain http',
      status: 'weak',
      weakness: 'http-detour',
      deduction: 5,
      note: 'The first redirect leads to plain http again and https comes only later. Anyone on the network path can replace each unencrypted hop.',
    },
    asks_password: {
      title: 'Password requested over plain http',
      status: 'bad',
      weakness: 'password-http',
      note: 'Port 80 requests a password over plain http, where anyone on the network path can read it.',
    },
    bad_location: {
      title: 'Redirect from plain http has no usable target',
      status: 'weak',
      weakness: 'http-detour',
      deduction: 9,
      note: 'Port 80 sends a redirect whose Location is missing or is not an http(s) URL, so visitors never get to https.',
    },
    empty: {
      title: 'Port 80 responds without content and without a redirect',
      status: 'weak',
      weakness: 'http-detour',
      deduction: 5,
      note: 'The response over plain http has no content, so no page is served unencrypted. But visitors see an empty page in place of the site, and what programs send to port 80 is not encrypted.',
    },
    astray: {
      title: 'Redirects from plain http never reach https',
      status: 'weak',
      weakness: 'http-no-redirect',
      deduction: 9,
      note: 'The redirects from port 80 never lead to https.',
    },
    served: {
      title: 'Page is served over plain http',
      status: 'missing',
      weakness: 'http-no-redirect',
      note: 'Port 80 serves a page over plain http in place of a redirect to https. A refresh or a script in that page is no protection, because anyone on the network path can replace the page.',
    },
    never_encrypted: {
      title: 'Site is served over plain http only',
      status: 'bad',
      weakness: 'http-no-redirect',
      severity: 'critical',
      cap: 49,
      note: 'The scanned URL is served over plain http only. Nothing a visitor sees or sends is protected.',
    },
  },
  judge({ http, tls, plain_http, seen }, context) {
    // The tls section deducts for having no https at all, and a redirect would have no target.
    const endpoint = tls?.endpoint ?? 'tls';
    if (neverEncrypted(http) && endpoint !== 'tls') return { unknown: 'there is no https to redirect to' };
    const plain = plainAnswer(http, plain_http, context);
    if ('unknown' in plain) return plain;
    if ('silence' in plain) return { outcome: 'silent', note: plain.silence };
    const { hops } = plain;
    const [first] = hops;
    if (!first) return { unknown: 'port 80 was not checked' };
    // On port 443 there may be nothing.
    const { scheme, port } = context.target;
    const elsewhere = scheme === 'https' && port !== 443 ? { fix: redirectTo(`:${port}`) } : {};
    const evidence = hops
      .map((hop) => `${hop.url} → ${hop.status}${hop.location ? ` ${hop.location}` : ''}`)
      .slice(0, 12);
    // A refresh comes with a page, which was then served unencrypted.
    if (first.location !== null && !first.refresh) {
      const targets = [...hops.slice(1).map(({ url }) => url), ...lastTarget(hops)];
      if (isHttps(first.location)) {
        const sameHost = URL.parse(first.location)?.hostname === URL.parse(first.url)?.hostname;
        const note =
          first.status === 301 || first.status === 308
            ? ''
            : `The redirect is temporary (${first.status}). Browsers remember 301 or 308.`;
        return sameHost ? { outcome: 'good', evidence, note } : { outcome: 'off_host', evidence, note, ...elsewhere };
      }
      if (targets.some(isHttps)) return { outcome: 'late', evidence, ...elsewhere };
      return { outcome: neverEncrypted(http) ? 'never_encrypted' : 'astray', evidence, ...elsewhere };
    }
    if (plain.end === 'bad_location' || REDIRECTS.includes(first.status)) {
      const location = fieldValues(first.headers, 'location').join(', ').slice(0, 200);
      return {
        outcome: 'bad_location',
        evidence,
        note: location === '' ? 'There is no Location.' : `Location: ${location}`,
        ...elsewhere,
      };
    }
    if (
      first.status === 401 &&
      fieldValues(first.headers, 'www-authenticate').some((value) => /^\s*basic\b/i.test(value))
    ) {
      return { outcome: 'asks_password', evidence, ...elsewhere };
    }
    const isRefusal = [401, 403].includes(first.status) && ['challenge', 'blocked'].includes(seen?.page ?? 'site');
    if (isRefusal || isTemporary(first.status))
      return { unknown: `port 80 answered ${first.status}, which does not show what it serves to visitors` };
    if (first.status >= 400) return { outcome: 'not_served', evidence, note: `It returns ${first.status}.` };
    if (neverEncrypted(http)) return { outcome: 'never_encrypted', evidence };
    return { outcome: isEmpty(first) ? 'empty' : 'served', evidence, ...elsewhere };
  },
});

/** @param port of the https URL, empty for 443. Apache's HTTP_HOST would have the port of the request. */
function redirectTo(port: string): string {
  return blocks(
    `Respond to every request on port 80 with 301 and Location: https://<the same host>${port}<the same path>, and nothing else.`,
    `# nginx, in the server block of port 80\nreturn 301 https://$host${port}$request_uri;`,
    `# Apache, in the <VirtualHost *:80>\nRewriteEngine On\nRewriteRule ^ https://%{SERVER_NAME}${port}%{REQUEST_URI} [R=301,L]`,
  );
}

type PlainAnswer = PlainHttpEvidence | { silence: string } | { unknown: string };

function plainAnswer(
  http: HttpEvidence,
  plain: PlainHttpEvidence | undefined,
  context: SourceContext<'plain_http'>,
): PlainAnswer {
  if (plain) return plain;
  // A scan of an http:// URL on another port has still seen plain http.
  if (context.target.scheme === 'http') return { hops: http.hops, end: http.end };
  const absence = context.absence('plain_http');
  if (absence?.blame === 'site' && SILENCE.includes(absence.code)) return { silence: `(${absence.reason})` };
  return { unknown: absence?.reason ?? 'port 80 was not checked' };
}

function neverEncrypted(http: HttpEvidence): boolean {
  return http.hops.every(({ url, location }) => !isHttps(url) && (location === null || !isHttps(location)));
}

/** RFC 9110 §15.3.5, §15.3.6 and §8.6. A Refresh header leads on without a page. */
function isEmpty({ status, headers }: HttpHop): boolean {
  if (fieldValues(headers, 'refresh').length > 0) return false;
  return status === 204 || status === 205 || fieldValues(headers, 'content-length')[0]?.trim() === '0';
}

function lastTarget(hops: readonly HttpHop[]): string[] {
  const location = hops.at(-1)?.location;
  return location ? [location] : [];
}

function isHttps(url: string): boolean {
  return url.startsWith('https:');
}
