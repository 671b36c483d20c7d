import { defineCheck } from '../../check.ts';
import type { CorsEvidence, CorsProbe } from '../../evidence/cors.ts';
import { combinedValue, finalHop, type HttpEvidence } from '../../evidence/http.ts';
import { isUnderHsts, lastingHstsHosts } from '../../parse/headers/hsts-hosts.ts';
import { isClearOrigin, readGrant, variesByOrigin } from '../../parse/headers/cors-grant.ts';

/** Example that triggers it: any Origin is reflected in Access-Control-Allow-Origin, with credentials. */
export default defineCheck({
  id: 'cors/reading',
  title: 'Origins that may read the page',
  severity: 'critical',
  deduction: 20,
  why: 'Cross-origin resource sharing lets a script on another site read a response. If it is granted to any origin with credentials, every site a visitor opens can read what only that visitor should see, provided this path serves signed-in content.',
  fix: 'Compare the full Origin with a fixed list and return it only on an exact match. In a pattern, escape each dot (\\.), begin with ^https:// and end with $. Omit Access-Control-Allow-Credentials where no other origin needs it. Add Vary: Origin.',
  references: [
    'https://fetch.spec.whatwg.org/#http-cors-protocol',
    'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/11-Client-side_Testing/07-Testing_Cross_Origin_Resource_Sharing',
  ],
  needs: ['cors'],
  optional: ['http'],
  outcomes: {
    closed: {
      title: 'Other sites cannot read responses',
      status: 'good',
      note: 'None of the tested origins was granted access.',
    },
    subdomains: {
      title: 'Only subdomains of this site can read responses',
      status: 'good',
    },
    fixed: {
      title: 'One fixed origin can read responses',
      status: 'good',
      note: 'The response names the same origin for every request, so browsers let only that origin read it.',
    },
    star: {
      title: 'Any site can read responses without credentials',
      status: 'good',
      note: 'Any site can read the page as an anonymous visitor would see it. If the page itself has the wildcard, the headers section deducts for it.',
    },
    reflects_credentials: {
      title: 'Any site can read a signed-in visitor’s responses',
      weakness: 'cors-reflect-credentials',
      status: 'bad',
      note: 'The response reflects any origin, with credentials.',
    },
    lookalike_credentials: {
      title: 'A lookalike domain can read a signed-in visitor’s responses',
      weakness: 'cors-reflect-credentials',
      status: 'bad',
      note: 'The server compares only part of the origin, or compares it with a pattern whose dots match any character, so an attacker can register a domain that passes, with credentials.',
    },
    null_credentials: {
      title: 'The null origin can read a signed-in visitor’s responses',
      weakness: 'cors-null-credentials',
      status: 'bad',
      severity: 'important',
      deduction: 10,
      note: 'The origin null is allowed with credentials. Any site can send requests with the origin null from a sandboxed frame.',
    },
    clear_credentials: {
      title: 'A plain http origin can read a signed-in visitor’s responses',
      weakness: 'cors-reflect-credentials',
      status: 'weak',
      severity: 'important',
      deduction: 5,
      note: 'The response allows an http origin, with credentials. An attacker on the visitor’s network can serve pages of that origin, even if it does not exist, and read what the visitor is signed in to.',
    },
    reflects: {
      title: 'Any origin is reflected, without credentials',
      weakness: 'cors-reflect-public',
      status: 'weak',
      severity: 'minor',
      deduction: 3,
      note: 'The response reflects any origin. Without credentials, this is as open as a wildcard.',
    },
    lookalike: {
      title: 'A lookalike domain is allowed, without credentials',
      weakness: 'cors-reflect-public',
      status: 'weak',
      severity: 'minor',
      deduction: 3,
      note: 'The server compares only part of the origin, or compares it with a pattern whose dots match any character, so an attacker can register a domain that passes.',
    },
    null_origin: {
      title: 'The null origin is allowed, without credentials',
      weakness: 'cors-reflect-public',
      status: 'weak',
      severity: 'minor',
      deduction: 3,
      note: 'The origin null is allowed. Any site can send requests with the origin null from a sandboxed frame.',
    },
    star_credentials: {
      title: 'Wildcard origin is combined with credentials',
      weakness: 'cors-wildcard-credentials',
      status: 'weak',
      severity: 'minor',
      deduction: 2,
      note: 'Browsers reject a wildcard combined with credentials, so cross-origin requests that need credentials fail. Do not fix that by reflecting any Origin.',
    },
    invalid: {
      title: 'Access-Control-Allow-Origin is invalid',
      weakness: 'cors-invalid',
      status: 'weak',
      severity: 'minor',
      deduction: 2,
      note: 'The value is not *, null or a single origin, so browsers block cross-origin reads.',
    },
  },
  judge({ cors, http }) {
    const grants = readings(cors);
    if (grants.length === 0) return { unknown: cors.incomplete ?? 'no probe got a response' };
    const echo = (kind: CorsProbe['kind']) =>
      grants.find((one) => one.probe.kind === kind && one.grant.kind === 'echo');
    const nullGrant = grants.find(({ grant }) => grant.nullOrigin);
    const anyOrigin = echo('foreign');
    const lookalike = anyOrigin ? undefined : echo('lookalike');
    // A value that is the same for every origin needs no Vary.
    const isConstant = grants.every(({ grant }) => grant.value === grants[0]?.grant.value);
    const note = isConstant ? '' : vary(grants.filter(({ grant }) => grant.kind === 'echo').map(({ probe }) => probe));
    const found = [
      [anyOrigin, 'reflects_credentials', 'reflects'],
      [lookalike, 'lookalike_credentials', 'lookalike'],
      [nullGrant, 'null_credentials', 'null_origin'],
    ] as const;
    for (const [hit, withCredentials] of found) {
      if (hit?.grant.credentials) return { outcome: withCredentials, evidence: [hit.grant.text], note };
    }
    const subdomain = anyOrigin || lookalike ? undefined : echo('clear');
    const covered = subdomain !== undefined && isProtected(subdomain.probe.origin, http);
    if (subdomain?.grant.credentials && !covered) {
      const { text } = subdomain.grant;
      return { outcome: 'clear_credentials', evidence: [text], note, fix: COMPARE_SCHEME };
    }
    for (const [hit, , without] of found) {
      if (hit) return { outcome: without, evidence: [hit.grant.text], note };
    }
    const star = grants.find(({ grant }) => grant.kind === 'star');
    if (star) {
      // The headers section deducts for the page's own field.
      const own = http ? combinedValue(finalHop(http).headers, 'access-control-allow-origin') : null;
      const faulty = star.grant.credentials && own !== '*';
      return { outcome: faulty ? 'star_credentials' : 'star', evidence: [star.grant.text] };
    }
    const invalid = grants.find(({ grant }) => grant.kind === 'invalid');
    if (invalid) return { outcome: 'invalid', evidence: [invalid.grant.text] };
    const fixed = grants.find(({ grant }) => grant.kind === 'other');
    if (fixed) {
      const { value, credentials, text } = fixed.grant;
      const https = URL.parse(cors.url)?.protocol === 'https:';
      const clear = credentials && isClearOrigin(value) && https && !isProtected(value, http);
      return clear
        ? {
            outcome: 'clear_credentials',
            evidence: [text],
            fix: `Access-Control-Allow-Origin: ${value.replace('http:', 'https:')}`,
          }
        : { outcome: 'fixed', evidence: [text] };
    }
    if (subdomain) {
      const words = subdomain.grant.credentials
        ? 'They are allowed over plain http, too, but the HSTS of this site covers them, so browsers load them over https only.'
        : 'They are allowed over plain http, too, but without credentials.';
      return { outcome: 'subdomains', evidence: [subdomain.grant.text], note: [words, note].filter(Boolean).join(' ') };
    }
    if (cors.incomplete !== null) return { unknown: `some probes got no response: ${cors.incomplete}` };
    return { outcome: 'closed', evidence: grants.map(({ grant }) => grant.text) };
  },
});

const COMPARE_SCHEME =
  'Allow https origins only: compare the complete origin, scheme included. In a pattern, write ^https:// in place of ^https?:// and end it with $.';

/** The site's HSTS keeps browsers from loading the origin over plain http. */
function isProtected(origin: string, http: HttpEvidence | undefined): boolean {
  return http !== undefined && isUnderHsts(URL.parse(origin)?.hostname ?? '', lastingHstsHosts(http.hops));
}

function readings(cors: CorsEvidence) {
  return cors.probes.filter(({ kind }) => kind !== 'preflight').map((probe) => ({ probe, grant: readGrant(probe) }));
}

function vary(echoes: readonly CorsProbe[]): string {
  return echoes.some((probe) => !variesByOrigin(probe))
    ? 'Vary: Origin is missing too, so a cache may serve one origin’s response to another.'
    : '';
}
