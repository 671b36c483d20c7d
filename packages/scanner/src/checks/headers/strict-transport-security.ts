import { defineCheck } from '../../check.ts';
import { counted } from '@palisade/report/counted';
import { fieldValues, type HttpEvidence, type HttpHop, type PlainHttpEvidence } from '../../evidence/http.ts';
import { parseHsts, preloadEligible, type HstsFault } from '../../parse/headers/hsts.ts';

/** 180 days: the minimum that browser vendors and most guides recommend. */
const ENOUGH = 15_552_000;
const DAY = 86_400;

/** Example that triggers it: `Strict-Transport-Security: max-age=3600`, or no such header from the scanned host itself. */
export default defineCheck({
  id: 'headers/strict-transport-security',
  title: 'Strict-Transport-Security',
  header: 'Strict-Transport-Security',
  severity: 'critical',
  deduction: 15,
  why: 'Strict-Transport-Security makes browsers use https for this host, whatever link or address the visitor uses. Without it, the first request can go out unencrypted, and anyone on the network path can read and replace the response.',
  fix: 'max-age=31536000',
  references: ['https://www.rfc-editor.org/rfc/rfc6797', 'https://hstspreload.org/'],
  needs: ['http'],
  optional: ['plain_http', 'certificate_refusals'],
  outcomes: {
    good: { title: 'HSTS keeps browsers on https', status: 'good' },
    missing: { title: 'No Strict-Transport-Security', weakness: 'hsts-missing', status: 'missing' },
    no_https: {
      title: 'No https response, so no HSTS',
      weakness: 'hsts-missing',
      status: 'missing',
      note: 'The host did not respond over https, and the header has no effect over http (RFC 6797 §8.1).',
    },
    literal: {
      title: 'HSTS has no effect for an IP address',
      weakness: 'hsts-missing',
      status: 'weak',
      deduction: 12,
      inPage: true,
      note: 'Browsers do not store HSTS for an IP address (RFC 6797 §8.1.1). Serve the site under a domain name.',
    },
    other_host: {
      title: 'HSTS comes from another host only',
      weakness: 'hsts-missing',
      status: 'missing',
      note: 'The header came from another host. It protects that host, not the scanned one.',
    },
    switched_off: {
      title: 'HSTS is switched off',
      weakness: 'hsts-missing',
      status: 'bad',
      note: 'max-age=0 makes browsers forget this host, which switches the protection off.',
    },
    ignored: {
      title: 'HSTS is invalid and ignored',
      weakness: 'hsts-missing',
      status: 'weak',
      deduction: 12,
      note: 'Browsers ignore the entire header.',
    },
    very_short: {
      title: 'HSTS lasts less than a day',
      weakness: 'hsts-short',
      status: 'weak',
      deduction: 8,
      cap: 89,
      severity: 'important',
      note: 'A max-age of less than one day expires between visits.',
    },
    short: {
      title: 'HSTS lasts less than 180 days',
      weakness: 'hsts-short',
      status: 'weak',
      deduction: 5,
      cap: 89,
      severity: 'important',
      note: 'max-age is less than 180 days (15552000 seconds).',
    },
    not_at_first: {
      title: 'The first https response has no HSTS',
      weakness: 'hsts-missing',
      status: 'weak',
      deduction: 3,
      severity: 'minor',
      note: 'The host’s first https response lacks the header; only a later one has it. Every response should send it (RFC 6797 §7.1).',
    },
  },
  judge({ http, plain_http, certificate_refusals: refusals }, context) {
    const { host, registrable_domain: domain } = context.target;
    const own = ownSecureAnswers(host, http, plain_http);
    const [first] = own;
    if (!first) return { outcome: 'no_https', values: [], note: 'Serve the site over https first.' };
    const hop = lastInForce(own) ?? first;
    const values = fieldsOf(hop);
    const [field] = values;
    if (field === undefined) {
      const elsewhere = http.hops.filter((one) => one.url.startsWith('https:') && fieldsOf(one).length > 0);
      if (elsewhere.length > 0)
        return { outcome: 'other_host', values: [], evidence: elsewhere.map(({ url }) => url), note: STAGES };
      const clear = (plain_http?.hops ?? []).filter(({ url }) => url.startsWith('http:')).flatMap(fieldsOf);
      const note = clear.length > 0 ? ONLY_IN_CLEAR : '';
      return { outcome: 'missing', values: [], note: join(note, STAGES) };
    }
    const evidence = [`${hop.url}: ${field}`];
    if (isAddress(host)) return { outcome: 'literal', values, evidence, fix: DOMAIN_FIRST };
    const hsts = parseHsts(field);
    const repeated =
      values.length > 1
        ? `The header was sent ${values.length} times. Browsers use the first one (RFC 6797 §8.1).`
        : '';
    if (!hsts.valid)
      return {
        outcome: 'ignored',
        values,
        evidence,
        note: join(IGNORED[hsts.reason], mistake(field), repeated, STAGES),
        fix: meantField(field),
      };

    const notes = [repeated, differing(own, hop)];
    if (refusals !== undefined && refusals.length > 0) {
      notes.push('Browsers ignore the header while they reject the certificate (RFC 6797 §8.1). See the tls section.');
    }
    if (hsts.ignored.length > 0) notes.push(`Browsers ignore unknown directives: ${hsts.ignored.join(', ')}.`);
    // The fix keeps includeSubDomains and preload where the site has them, and never adds them. Without preload in its
    // field, a domain can lose its place in the preload list (hstspreload.org, "Continued requirements").
    const kept = hsts.includeSubDomains ? ['includeSubDomains', ...(hsts.preload ? ['preload'] : [])] : [];
    const fix = ['max-age=31536000', ...kept].join('; ');
    if (hsts.maxAge === 0) return { outcome: 'switched_off', values, evidence, fix, note: join(...notes, STAGES) };
    const age = hsts.maxAge < DAY ? counted(hsts.maxAge, 'second') : counted(Math.floor(hsts.maxAge / DAY), 'day');
    if (hsts.maxAge < ENOUGH) {
      const outcome = hsts.maxAge < DAY ? 'very_short' : 'short';
      return { outcome, values, evidence, fix, note: join(`It lasts ${age}.`, ...notes, STAGES) };
    }
    if (!hsts.includeSubDomains) notes.push('It does not cover subdomains (no includeSubDomains).');
    if (hsts.preload) {
      notes.push(
        !preloadEligible(hsts)
          ? 'The header has preload, but the preload list requires a max-age of at least 31536000 and includeSubDomains.'
          : domain !== null && domain !== host
            ? `The header has preload, but the preload list accepts only ${domain}, which has to send the header itself.`
            : `The header meets the requirements of the preload list.${redirectsAtOnce(plain_http) ? '' : ' The list also requires that plain http redirects to https on the same host first.'}`,
      );
    }
    return {
      outcome: isValid(first) ? 'good' : 'not_at_first',
      values,
      evidence,
      fix,
      note: join(...notes),
    };
  },
});

const DOMAIN_FIRST =
  'Serve the site under a domain name. Its responses should then have Strict-Transport-Security: max-age=31536000';

const ONLY_IN_CLEAR =
  'Only a plain http response has the header, and browsers ignore it there (RFC 6797 §8.1). Send it with https responses.';

/** A browser that has stored the header keeps it until it visits again over https. */
const STAGES =
  'Raise max-age in stages: 300, then 604800, then 31536000, moving on when nothing breaks. Add includeSubDomains only when every subdomain, internal ones included, supports https with a valid certificate, because browsers then refuse plain http to all of them until max-age expires. preload is hard to undo.';

const IGNORED: Record<HstsFault, string> = {
  malformed: 'It does not follow the syntax of RFC 6797 §6.1.',
  duplicate_directive: 'A directive appears twice (RFC 6797 §6.1).',
  no_max_age: 'max-age is required.',
  max_age_not_a_number: 'max-age must be a number of seconds, digits only.',
  value_not_allowed: 'includeSubDomains takes no value.',
};

/** The usual mistake in a header that cannot be read. */
function mistake(field: string): string {
  return /max-age\s*=\s*"?\d+"?\s*,/iu.test(field) ? 'Separate the directives with semicolons, not commas.' : '';
}

/** What an unreadable header was meant to say, apart from its lifetime. */
function meantField(field: string): string {
  const below = /\binclude-?sub-?domains?\b/iu.test(field);
  const preload = below && /\bpreload\b/iu.test(field);
  return ['max-age=31536000', below ? 'includeSubDomains' : '', preload ? 'preload' : ''].filter(Boolean).join('; ');
}

/** Whether nothing stands between plain http and https on the same host. Also true if port 80 is closed or was not seen. */
function redirectsAtOnce(plain: PlainHttpEvidence | undefined): boolean {
  const [first] = plain?.hops ?? [];
  if (!first) return true;
  const target = URL.parse(first.location ?? '');
  return !first.refresh && target?.protocol === 'https:' && target.hostname === URL.parse(first.url)?.hostname;
}

/** https responses of the scanned host itself, in the order a browser would receive them. */
function ownSecureAnswers(host: string, http: HttpEvidence, plain: PlainHttpEvidence | undefined): HttpHop[] {
  const own = (hops: readonly HttpHop[]) => hops.filter(({ url }) => isSecureOn(url, host));
  const main = own(http.hops);
  return main.length > 0 ? main : own(plain?.hops ?? []);
}

/**
 * The response whose header browsers keep: each one with a valid header replaces what an earlier one said (RFC 6797 §8.1).
 * Without any, the first one that has the header.
 */
function lastInForce(own: readonly HttpHop[]): HttpHop | undefined {
  const stating = own.filter((one) => fieldsOf(one).length > 0);
  return stating.findLast(isValid) ?? stating[0];
}

function isValid(hop: HttpHop): boolean {
  const [field] = fieldsOf(hop);
  return field !== undefined && parseHsts(field).valid;
}

/** Names the responses of the host whose header differs from the one that browsers keep. */
function differing(own: readonly HttpHop[], kept: HttpHop): string {
  const field = fieldsOf(kept)[0];
  const others = own.filter((one) => fieldsOf(one).length > 0 && fieldsOf(one)[0] !== field);
  if (others.length === 0) return '';
  const named = others.slice(0, 3).map((one) => `${fieldsOf(one)[0]} (${one.url})`);
  return `Responses of this host differ: ${named.join(', ')}. Browsers keep the last valid one, that of ${kept.url}.`;
}

function isSecureOn(url: string, host: string): boolean {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'https:' && parsed.hostname.replace(/^\[|\]$/g, '') === host;
}

function isAddress(host: string): boolean {
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) || host.includes(':');
}

function fieldsOf(hop: HttpHop): string[] {
  return fieldValues(hop.headers, 'strict-transport-security');
}

function join(...sentences: string[]): string {
  return sentences.filter(Boolean).join(' ');
}
