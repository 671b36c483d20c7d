import { fieldValues, type HttpHop } from '../../evidence/http.ts';
import { parseHsts } from './hsts.ts';

/** Hosts whose HSTS browsers store, and whether it includes their subdomains. */
export type HstsHosts = ReadonlyMap<string, boolean>;

/** A browser that was here yesterday has forgotten a shorter one, and loads the host over http. */
const DAY = 86_400;

/** Those whose HSTS protects visitors who return: it lasts a day at least. */
export function lastingHstsHosts(hops: readonly HttpHop[]): HstsHosts {
  return hstsHosts(hops, DAY);
}

/** Those of the https responses of a scan. */
export function hstsHosts(hops: readonly HttpHop[], leastAge = 1): HstsHosts {
  const hosts = new Map<string, boolean>();
  for (const hop of hops) {
    const url = URL.parse(hop.url);
    const [field] = fieldValues(hop.headers, 'strict-transport-security');
    if (url?.protocol !== 'https:' || field === undefined) continue;
    const hsts = parseHsts(field);
    // A later response replaces what an earlier one said (RFC 6797 §8.1).
    if (!hsts.valid) continue;
    if (hsts.maxAge >= leastAge) hosts.set(url.hostname, hsts.includeSubDomains);
    else hosts.delete(url.hostname);
  }
  return hosts;
}

/** Whether browsers that know these policies load the host over https only (RFC 6797 §8.2). */
export function isUnderHsts(host: string, hosts: HstsHosts): boolean {
  return [...hosts].some(([name, below]) => name === host || (below && host.endsWith(`.${name}`)));
}

/** The same for the host and every name below it, as a cookie with a Domain needs it. */
export function isWhollyUnderHsts(domain: string, hosts: HstsHosts): boolean {
  return [...hosts].some(([name, below]) => below && (name === domain || domain.endsWith(`.${name}`)));
}
