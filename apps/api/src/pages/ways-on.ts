import { NetworkFault } from '@palisade/scanner/errors';

/** What a page offers after an error. */
export interface Way {
  href: string;
  text: string;
}

/** A site without https refuses, drops or garbles what begins with TLS. */
const MAY_BE_PLAIN_HTTP: ReadonlySet<string> = new Set(['refused', 'reset', 'timeout', 'tls', 'malformed']);

/** From an error of a scan to what the visitor can try next. */
export function waysOn(error: unknown, url: string): Way[] {
  const asked = url.trim();
  const ways: Way[] = [];
  const plain = plainHttp(asked);
  if (error instanceof NetworkFault && plain !== null && MAY_BE_PLAIN_HTTP.has(error.code)) {
    ways.push({ href: fill(plain), text: `Scan ${plain} instead, in case the site answers without https only` });
  }
  if (asked !== '') ways.push({ href: fill(asked), text: 'Change the address and try again' });
  return ways;
}

function fill(url: string): string {
  return `/?${new URLSearchParams({ url }).toString()}`;
}

/** The same address over http; null where the visitor asked for http already, or for a port of its own. */
function plainHttp(asked: string): string | null {
  const whole = /^https?:\/\//i.test(asked) ? asked : `https://${asked}`;
  if (!URL.canParse(whole)) return null;
  const url = new URL(whole);
  if (url.protocol !== 'https:' || url.port !== '') return null;
  url.protocol = 'http:';
  return url.href;
}
