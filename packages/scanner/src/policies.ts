import { parse } from 'tldts';
import { fieldValues, finalHop, type HttpEvidence } from './evidence/http.ts';
import type { PageEvidence } from './evidence/page.ts';
import { parseCspHeader, parseCspMeta, type CspPolicy } from './parse/csp.ts';
import { probeUrl, type ProbeUrl } from './parse/csp-match.ts';

/** Every policy the final answer enforces: header fields first, then the meta elements a browser honours. */
export function enforcedPolicies(http: HttpEvidence, page: PageEvidence | undefined): CspPolicy[] {
  const sent = fieldValues(finalHop(http).headers, 'content-security-policy');
  return [...parseCspHeader(sent), ...parseCspMeta(page?.meta_csp ?? [])];
}

/** The origin that 'self' stands for. */
export function selfOf(http: HttpEvidence): ProbeUrl {
  return probeUrl(finalHop(http).url) ?? { scheme: 'https', host: '', port: 443, path: '/' };
}

/** True for names below which anybody may register: `com`, `co.uk`, `github.io`; false for unlisted ones (`corp`). */
export function isPublicSuffix(domain: string): boolean {
  const { publicSuffix, isIcann, isPrivate } = parse(`x.${domain}`, { allowPrivateDomains: true });
  return publicSuffix === domain && (isIcann === true || isPrivate === true);
}
