import { parse } from 'tldts';
import { finalHop, type HttpEvidence } from './evidence/http.ts';
import { probeUrl, type ProbeUrl } from './parse/csp/match.ts';

/** The origin that 'self' stands for. */
export function selfOf(http: HttpEvidence): ProbeUrl {
  return probeUrl(finalHop(http).url) ?? { scheme: 'https', host: '', port: 443, path: '/' };
}

/**
 * Whether anyone may register names below it: true for `com`, `co.uk`, `github.io`, false for unlisted names (`corp`).
 */
export function isPublicSuffix(domain: string): boolean {
  const { publicSuffix, isIcann, isPrivate } = parse(`x.${domain}`, { allowPrivateDomains: true });
  return publicSuffix === domain && (isIcann === true || isPrivate === true);
}

/** The same with a cache, because a policy looks up the same names for every directive. */
export function publicSuffixes(): (domain: string) => boolean {
  const known = new Map<string, boolean>();
  return (domain) => {
    let suffix = known.get(domain);
    if (suffix === undefined) known.set(domain, (suffix = isPublicSuffix(domain)));
    return suffix;
  };
}
