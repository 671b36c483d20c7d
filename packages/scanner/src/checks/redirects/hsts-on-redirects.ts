import { defineCheck } from '../../check.ts';
import type { HttpHop } from '../../evidence/http.ts';
import { hstsHosts, isUnderHsts } from '../../parse/headers/hsts-hosts.ts';

/** Example that triggers it: `https://example.com/` redirects to `https://www.example.com/`, which sets no HSTS. */
export default defineCheck({
  id: 'redirects/hsts-on-redirects',
  title: 'HSTS on redirects',
  severity: 'minor',
  deduction: 2,
  why: 'Strict-Transport-Security protects the host that sends it and, with includeSubDomains, its subdomains. Without it, connections to any other host in the redirect chain can still go out unencrypted and be intercepted.',
  fix: 'Send Strict-Transport-Security: max-age=31536000 with every https response from each listed host, including redirects. Start with max-age=300 and raise it when nothing breaks.',
  references: ['https://www.rfc-editor.org/rfc/rfc6797#section-7.1'],
  needs: ['http'],
  optional: ['plain_http'],
  outcomes: {
    alone: {
      title: 'Redirects involve no other host',
      status: 'good',
      nothing: true,
      note: 'The redirects involve no other host over https.',
    },
    good: { title: 'HSTS covers every other host in the redirect chain', status: 'good' },
    foreign: {
      title: 'A third-party host in the redirect chain does not set HSTS',
      status: 'good',
      note: 'The redirects pass through hosts of another domain without HSTS. Only their owner can set it.',
    },
    missing: {
      title: 'A host in the redirect chain does not set HSTS',
      status: 'weak',
      weakness: 'hsts-missing',
      note: 'The redirects pass through a host of this site that does not set valid HSTS.',
    },
  },
  judge({ http, plain_http: plain }, { target }) {
    const hops = [...(plain?.hops ?? []), ...http.hops].filter(({ url }) => url.startsWith('https:'));
    const policies = hstsHosts(hops);
    // The headers section covers the scanned host itself. Browsers store no HSTS for an IP address.
    const others = [...new Set(hops.map(hostOf))].filter((host) => host !== target.host && !isAddress(host));
    if (others.length === 0) return { outcome: 'alone' };
    const open = others.filter((host) => !isUnderHsts(host, policies));
    const ours = open.filter((host) => isSameSite(host, target.registrable_domain ?? target.host));
    if (ours.length > 0) return { outcome: 'missing', evidence: ours, note: `Without HSTS: ${ours.join(', ')}.` };
    return open.length > 0 ? { outcome: 'foreign', evidence: open } : { outcome: 'good', evidence: others };
  },
});

function isSameSite(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

function hostOf({ url }: HttpHop): string {
  return URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? '';
}

function isAddress(host: string): boolean {
  return /^\d+\.\d+\.\d+\.\d+$/.test(host) || host.includes(':');
}
