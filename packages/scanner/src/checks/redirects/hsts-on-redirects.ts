import { defineCheck } from '../../check.ts';
import { fieldValues, type HttpHop } from '../../evidence/http.ts';
import { parseHsts } from '../../parse/headers/hsts.ts';

/** Example that triggers it: `https://example.com/` redirects to `https://www.example.com/`, which sets no HSTS. */
export default defineCheck({
  id: 'redirects/hsts-on-redirects',
  title: 'HSTS on redirects',
  severity: 'minor',
  deduction: 2,
  why: 'Strict-Transport-Security counts for the host that sends it, and for hosts below it with includeSubDomains. A host that the redirects pass through or end at without it can still be reached, and taken over, in clear text.',
  fix: 'Send Strict-Transport-Security: max-age=31536000 with every https answer of each host named, redirects included; begin with max-age=300 and raise it once nothing has broken.',
  references: ['https://www.rfc-editor.org/rfc/rfc6797#section-7.1'],
  needs: ['http'],
  optional: ['plain_http'],
  outcomes: {
    alone: {
      title: 'Redirects touch no other host',
      status: 'good',
      nothing: true,
      note: 'The redirects touch no other host over https.',
    },
    good: { title: 'Every host of the redirects sets HSTS', status: 'good' },
    foreign: {
      title: 'A host of another domain on the way sets no HSTS',
      status: 'good',
      note: 'The redirects touch hosts of another domain without HSTS; that is for their owner to set.',
    },
    missing: {
      title: 'A host of the redirects sets no HSTS',
      status: 'weak',
      weakness: 'hsts-missing',
      note: 'The redirects touch a host of this site that sets no valid HSTS.',
    },
  },
  judge({ http, plain_http: plain }, { target }) {
    const hops = [...(plain?.hops ?? []), ...http.hops].filter(({ url }) => url.startsWith('https:'));
    const policies = policiesOf(hops);
    // The scanned host's own field has an entry in `headers`; browsers keep none for an address.
    const others = [...new Set(hops.map(hostOf))].filter((host) => host !== target.host && !isAddress(host));
    if (others.length === 0) return { outcome: 'alone' };
    const open = others.filter((host) => !covered(host, policies));
    const ours = open.filter((host) => isSameSite(host, target.registrable_domain ?? target.host));
    if (ours.length > 0) return { outcome: 'missing', evidence: ours, note: `Without it: ${ours.join(', ')}.` };
    return open.length > 0 ? { outcome: 'foreign', evidence: open } : { outcome: 'good', evidence: others };
  },
});

/** Hosts with a field that browsers keep, and whether it counts for the hosts below them. */
function policiesOf(hops: readonly HttpHop[]): Map<string, boolean> {
  const policies = new Map<string, boolean>();
  for (const hop of hops) {
    const [field] = fieldValues(hop.headers, 'strict-transport-security');
    const hsts = field === undefined ? null : parseHsts(field);
    if (hsts?.valid && hsts.maxAge > 0) policies.set(hostOf(hop), hsts.includeSubDomains);
  }
  return policies;
}

function covered(host: string, policies: ReadonlyMap<string, boolean>): boolean {
  return [...policies].some(([name, below]) => name === host || (below && host.endsWith(`.${name}`)));
}

function isSameSite(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

function hostOf({ url }: HttpHop): string {
  return URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? '';
}

function isAddress(host: string): boolean {
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) || host.includes(':');
}
