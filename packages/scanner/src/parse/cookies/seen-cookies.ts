import { getDomain, getPublicSuffix, parse } from 'tldts';
import type { CookieKind } from '@palisade/report/sections/cookies';
import { fieldValues, type HttpEvidence, type HttpHop, type PlainHttpEvidence } from '../../evidence/http.ts';
import { isInsecure } from '../page/page-origin.ts';
import { cookiePurpose } from './cookie-kind.ts';
import { isUnderHsts, isWhollyUnderHsts, lastingHstsHosts, type HstsHosts } from '../headers/hsts-hosts.ts';
import { cookiePrefix, parseSetCookie, type CookiePrefix, type SetCookie, type SetCookieFault } from './set-cookie.ts';

/** Why browsers reject a cookie. */
export type Rejection =
  | 'none_without_secure'
  | 'partitioned_without_secure'
  | 'prefix_without_secure'
  | 'prefix'
  | 'secure_over_http'
  | 'foreign_domain'
  | 'public_suffix';

export interface SeenCookie {
  cookie: SetCookie;
  host: string;
  url: string;
  /** Its Path, or the one that browsers derive from the URL. */
  path: string;
  overHttp: boolean;
  kind: CookieKind;
  /** See `CookiePurpose`. Causes a remark but costs no points. */
  maybeSession: boolean;
  /** Seconds until it expires. Null if it ends with the browser session. */
  lifetime: number | null;
  prefix: CookiePrefix | null;
  rejections: Rejection[];
  /** Conditions of its prefix that it violates, except Secure. */
  prefixFaults: string[];
  /** Whether HSTS covers it: browsers that know the policy send even a cookie without Secure only over https. */
  underHsts: boolean;
}

export interface SeenCookies {
  cookies: SeenCookie[];
  /** Cookies that the responses only delete. */
  deleted: string[];
  unreadable: { name: string; url: string; fault: SetCookieFault }[];
}

/**
 * Chromium 156 and Firefox 153 were tried: both reject these cookies, and those of `__Http-` without Secure. Safari stores
 * `SameSite=None` without Secure (MDN browser-compat-data, `secure_context_required`), and so may other browsers.
 */
const BY_SOME: readonly Rejection[] = ['none_without_secure', 'partitioned_without_secure'];

/** Whether some browser stores the cookie. Without, its attributes protect nothing and their lack exposes nothing. */
export function isStorable({ rejections, prefix }: Pick<SeenCookie, 'rejections' | 'prefix'>): boolean {
  const known = prefix === '__Host-' || prefix === '__Secure-';
  return rejections.every((one) => {
    if (one === 'prefix' || one === 'prefix_without_secure') return !known;
    return BY_SOME.includes(one);
  });
}

/** Of `prefixFaults`. */
export const NO_HTTP_ONLY = 'HttpOnly is missing';

/** Well above what browsers keep for a site (about 180). Bounds the work on a hostile response. */
const MAX_COOKIES = 300;

/**
 * All cookies of all responses in the redirect chain, in order. A later Set-Cookie for the same cookie replaces an
 * earlier one. Cookies that are deleted in the end are not judged.
 */
export function seenCookies(http: HttpEvidence, plainHttp: PlainHttpEvidence | undefined, now: number): SeenCookies {
  const stored = new Map<string, SeenCookie>();
  const deleted = new Set<string>();
  const unreadable: SeenCookies['unreadable'] = [];
  const hops = [...(plainHttp?.hops ?? []), ...http.hops];
  const hsts = lastingHstsHosts(hops);
  for (const hop of hops) {
    for (const field of fieldValues(hop.headers, 'set-cookie').slice(0, MAX_COOKIES)) {
      const result = parseSetCookie(field);
      if (!result.ok) {
        const known = unreadable.some((one) => one.name === result.name && one.url === hop.url);
        if (!known && unreadable.length < MAX_COOKIES) unreadable.push({ ...result, url: hop.url });
        continue;
      }
      const seen = place(result.cookie, hop, hsts, now);
      const key = cookieKey(seen);
      const rejectedKey = `${key}\nrejected`;
      const isRejected = seen.rejections.length > 0;
      // What a browser rejects neither replaces nor deletes what it has stored (RFC 6265bis §5.7).
      for (const old of isRejected ? [rejectedKey] : [rejectedKey, key]) stored.delete(old);
      if (seen.lifetime !== null && seen.lifetime <= 0) deleted.add(seen.cookie.name);
      else if (stored.size < MAX_COOKIES) stored.set(isRejected ? rejectedKey : key, seen);
    }
  }
  const cookies = [...stored.values()];
  const alive = new Set(cookies.map(({ cookie }) => cookie.name));
  return { cookies, deleted: [...deleted].filter((name) => !alive.has(name)), unreadable };
}

function place(written: SetCookie, hop: HttpHop, hsts: HstsHosts, now: number): SeenCookie {
  const url = new URL(hop.url);
  const host = url.hostname;
  const overHttp = url.protocol === 'http:';
  const prefix = cookiePrefix(written.name) ?? (written.value.hiddenPrefix as CookiePrefix | null);
  const prefixFaults = prefix === null ? [] : brokenPromises(prefix, written);
  // §5.7: the Domain of a public suffix or an address that names itself is ignored, because nothing is below it.
  const isAlone = written.domain === host && getDomain(host, { allowPrivateDomains: true }) === null;
  const cookie = isAlone ? { ...written, domain: null } : written;
  return {
    cookie,
    host,
    url: hop.url,
    path: cookie.path ?? defaultPath(url.pathname),
    overHttp,
    ...cookiePurpose(cookie),
    lifetime: lifetimeOf(cookie, now),
    prefix,
    prefixFaults,
    rejections: rejectionsOf(cookie, { host, overHttp, prefix, prefixFaults }),
    underHsts: coveredByHsts(cookie, host, hsts),
  };
}

function lifetimeOf(cookie: SetCookie, now: number): number | null {
  if (cookie.maxAge !== null) return cookie.maxAge;
  return cookie.expires === null ? null : Math.round((cookie.expires - now) / 1000);
}

/** RFC 6265bis §4.1.3 and §5.7; `__Http-` and `__Host-Http-` from the layered-cookies draft. */
function brokenPromises(prefix: CookiePrefix, cookie: SetCookie): string[] {
  const faults: string[] = [];
  if (cookie.name === '') faults.push('the name is empty and the value starts with the prefix');
  if (prefix === '__Host-' || prefix === '__Host-Http-') {
    if (cookie.path !== '/') faults.push('Path must be "/"');
    if (cookie.domain !== null) faults.push('Domain is not allowed');
  }
  if ((prefix === '__Http-' || prefix === '__Host-Http-') && !cookie.httpOnly) faults.push(NO_HTTP_ONLY);
  return faults;
}

function rejectionsOf(
  cookie: SetCookie,
  where: { host: string; overHttp: boolean; prefix: CookiePrefix | null; prefixFaults: readonly string[] },
): Rejection[] {
  const rejections: Rejection[] = [];
  if (cookie.secure && where.overHttp && isInsecure(`http://${where.host}/`)) rejections.push('secure_over_http');
  if (where.prefixFaults.length > 0) rejections.push('prefix');
  if (!cookie.secure) {
    if (where.prefix !== null) rejections.push('prefix_without_secure');
    if (cookie.sameSite === 'None') rejections.push('none_without_secure');
    if (cookie.partitioned) rejections.push('partitioned_without_secure');
  }
  const { domain } = cookie;
  if (domain !== null && domain !== where.host) {
    // An address has no parents (§5.1.3).
    if (!where.host.endsWith(`.${domain}`) || parse(where.host).isIp) rejections.push('foreign_domain');
    else if (getPublicSuffix(domain, { allowPrivateDomains: true }) === domain) rejections.push('public_suffix');
  }
  return rejections;
}

/**
 * A cookie sent in clear text stays a finding even if https sets the same cookie again. A partitioned cookie is another
 * one than that of the same name without Partitioned.
 */
function cookieKey({ cookie, host, path, overHttp }: SeenCookie): string {
  return [cookie.name, cookie.domain ?? `=${host}`, path, overHttp, cookie.partitioned].join('\n');
}

/** RFC 6265bis §5.1.4: the folder of the URL. `/shop/cart` and `/shop/` set cookies for `/shop`. */
function defaultPath(pathname: string): string {
  return pathname.slice(0, pathname.lastIndexOf('/')) || '/';
}

/** A cookie with a Domain is sent to every subdomain, so only includeSubDomains on that domain covers it. */
function coveredByHsts(cookie: SetCookie, host: string, hsts: HstsHosts): boolean {
  return cookie.domain === null ? isUnderHsts(host, hsts) : isWhollyUnderHsts(cookie.domain, hsts);
}
