import type { HeaderFields } from '../../evidence/http.ts';
import { fieldValues } from '../../evidence/http.ts';
import type { PageEvidence, PageResource } from '../../evidence/page.ts';
import { parseCspHeader, parseCspMeta } from '../csp/policy.ts';
import { registrableDomain } from '../registrable-domain.ts';

/** How a URL relates to the page that uses it. */
export type Relation = 'same-origin' | 'same-site' | 'cross-site';

export function relation(url: string, page: string): Relation {
  const [one, other] = [URL.parse(url), URL.parse(page)];
  if (!one || !other) return 'cross-site';
  if (one.origin === other.origin) return 'same-origin';
  return siteOf(one.hostname) === siteOf(other.hostname) ? 'same-site' : 'cross-site';
}

/** Registrable domain, also below private suffixes such as github.io. The host itself if it has none. */
export function siteOf(host: string): string {
  return registrableDomain(host) ?? host;
}

/** Secure Contexts §3.1: requests to the visitor's own machine are never mixed content. */
function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(hostname);
}

/** Whether the URL is http and not on the visitor's own machine. */
export function isInsecure(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && parsed.protocol === 'http:' && !isLoopback(parsed.hostname);
}

/** Whether an enforced policy makes browsers upgrade every http request of the page to https. */
export function upgradesInsecureRequests(headers: HeaderFields, page: PageEvidence): boolean {
  const policies = [...parseCspHeader(fieldValues(headers, 'content-security-policy')), ...parseCspMeta(page.meta_csp)];
  return policies.some(({ directives }) => directives.has('upgrade-insecure-requests'));
}

export function isHttps(page: PageEvidence): boolean {
  return page.url.startsWith('https:');
}

/** `script[src] http://cdn.test/a.js` */
export function describeResource({ element, url }: PageResource): string {
  return `${element} ${url}`;
}

/** A page that was read only in part can show a fault, but not that there is none. */
export function unlessCut<const T extends object>(page: PageEvidence, clear: T): T | { unknown: string } {
  const note = cutNote(page);
  return note === '' ? clear : { unknown: `${note} That part shows no issue.` };
}

/** Note for observations on a page that was read only in part. Empty if it was read in full. */
export function cutNote(page: PageEvidence): string {
  return page.cut_by.length > 0 ? `Only part of the page was read (limit: ${page.cut_by.join(', ')}).` : '';
}
