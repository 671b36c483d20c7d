import { fieldValues, type HeaderFields } from '../evidence/http.ts';

/** Cookies sent back, per host. */
const MAX_COOKIES = 50;
const MAX_COOKIE_HEADER = 8192;

/**
 * The cookies of one redirect chain. Many sites set a cookie, redirect to the same URL and respond normally only if the
 * cookie is sent. Without this they would look like a loop. Host-only, and discarded with the chain.
 */
export interface ChainCookies {
  remember(url: URL, headers: HeaderFields): void;
  headerFor(url: URL): string;
}

export function createChainCookies(): ChainCookies {
  const hosts = new Map<string, Map<string, { value: string; secure: boolean }>>();
  return {
    remember(url, headers) {
      const jar = hosts.get(url.hostname) ?? new Map<string, { value: string; secure: boolean }>();
      hosts.set(url.hostname, jar);
      for (const field of fieldValues(headers, 'set-cookie').slice(0, MAX_COOKIES)) {
        const [pair = '', ...attributes] = field.split(';', 20);
        const equals = pair.indexOf('=');
        // Only what is safe to send back as it came (RFC 6265 §4.1.1).
        if (equals < 1 || !/^[\u0021-\u007e]+$/u.test(pair.trim())) continue;
        const secure = attributes.some((attribute) => attribute.trim().toLowerCase() === 'secure');
        jar.set(pair.slice(0, equals).trim(), { value: pair.slice(equals + 1).trim(), secure });
      }
    },
    headerFor(url) {
      const jar = hosts.get(url.hostname) ?? new Map<string, { value: string; secure: boolean }>();
      const pairs = [...jar]
        .filter(([, cookie]) => url.protocol === 'https:' || !cookie.secure)
        .slice(0, MAX_COOKIES)
        .map(([name, cookie]) => `${name}=${cookie.value}`);
      const header = pairs.join('; ');
      return header.length > MAX_COOKIE_HEADER ? '' : header;
    },
  };
}
