import { NetworkFault, TargetRefused } from '../errors.ts';
import { fieldValues, type ChainEnd, type HttpHop } from '../evidence/http.ts';
import { createChainCookies } from './chain-cookies.ts';
import { printable } from './net/admit-url.ts';
import { isRedirect } from './net/exchange.ts';
import type { Egress, HttpAnswer } from './net/egress.ts';

/** Maximum number of redirects. Chromium gives up after 20, and legitimate sites need fewer than 10. */
export const MAX_REDIRECTS = 10;
/** Refreshes followed among them: one leads from a page in between to the site, more is a game. */
const MAX_REFRESHES = 3;
/** Header bytes kept of a whole chain. */
export const MAX_CHAIN_HEADER_BYTES = 1024 * 1024;

export interface Chain {
  hops: HttpHop[];
  end: ChainEnd;
  /** The response of the last hop. Null if the chain continues in one that was already fetched. */
  last: HttpAnswer | null;
}

export interface FollowOptions {
  egress: Egress;
  signal: AbortSignal;
  /** Decoded bytes to read of each response. 0 if only the header block matters. */
  maxBodyBytes: number;
  /**
   * A redirect to a host that does not respond, or to a port that must not be scanned, ends the chain and not the scan.
   */
  stopAtDeadEnd?: boolean;
  /** Where a page with a refresh leads. Null if it has none. */
  refresh?: (answer: HttpAnswer) => Promise<string | null>;
  /** The rest of the chain from this URL on, when another gatherer fetches it anyway. */
  join?: (url: string) => Promise<Pick<Chain, 'hops' | 'end'>> | null;
}

/**
 * Follows redirects by hand: each hop passes admission and the egress guard like the first.
 * @throws TargetRefused naming where a redirect led; NetworkFault when the first hop gives no answer
 */
export async function followRedirects(start: string, options: FollowOptions): Promise<Chain> {
  const { egress, signal, maxBodyBytes, join } = options;
  const hops: HttpHop[] = [];
  const cookies = createChainCookies();
  const seen = new Set<string>();
  let last: HttpAnswer | null = null;
  /** The page whose refresh is being followed. */
  let refreshed: HttpAnswer | null = null;
  let headerBytes = 0;
  let url = egress.admit(start);
  for (;;) {
    const cookie = cookies.headerFor(url);
    if (seen.has(`${url.href} ${cookie}`)) return { hops, end: 'loop', last };
    if (hops.length > MAX_REDIRECTS) return { hops, end: 'too_many_redirects', last };
    seen.add(`${url.href} ${cookie}`);

    const rest = join?.(url.href);
    if (rest) {
      const { hops: others, end } = await rest;
      return { hops: [...hops, ...others], end, last: null };
    }
    try {
      const headers: Record<string, string> = cookie === '' ? {} : { Cookie: cookie };
      last = await fetchHop(egress, url, hops, { signal, maxBodyBytes, headers });
      refreshed = null;
    } catch (error) {
      // A browser would still show the page that wanted to lead on.
      if (refreshed && !signal.aborted) {
        hops.splice(-1, 1, toHop(refreshed, null));
        return { hops, end: 'answered', last: refreshed };
      }
      const deadEnd = options.stopAtDeadEnd && hops.length > 0 && error instanceof NetworkFault;
      if (deadEnd) return { hops, end: 'no_answer', last };
      throw error;
    }
    headerBytes += last.headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    if (headerBytes > MAX_CHAIN_HEADER_BYTES) {
      throw new NetworkFault('too_large', `${url.host} sent more header data than this service reads`);
    }
    cookies.remember(url, last.headers);
    const redirect = isRedirect(last.status, last.headers);
    const location = redirect ? readLocation(last, url) : null;
    hops.push(toHop(last, location));
    if (!redirect) {
      const next = await refreshTarget(last, hops, options);
      // To the same address with the same cookies is a page that renews itself.
      if (!next || seen.has(`${next.href} ${cookies.headerFor(next)}`)) return { hops, end: 'answered', last };
      hops.splice(-1, 1, { ...toHop(last, next.href), refresh: true });
      refreshed = last;
      url = next;
      continue;
    }
    if (location === null) return { hops, end: 'bad_location', last };
    try {
      url = admitRedirect(egress, location, url);
    } catch (error) {
      const refused = error instanceof TargetRefused ? error.code : null;
      // What is no usable URL leads nowhere, and nowhere is not a private place.
      if (refused === 'syntax') return { hops, end: 'bad_location', last };
      if (refused === 'port' && options.stopAtDeadEnd) return { hops, end: 'not_followed', last };
      throw error;
    }
  }
}

/** Null when the page stays, has led on too often, or leads where we must not go. */
async function refreshTarget(
  answer: HttpAnswer,
  hops: readonly HttpHop[],
  { egress, refresh }: FollowOptions,
): Promise<URL | null> {
  // Decided for the last page too, for callers who read pages there.
  const target = (await refresh?.(answer)) ?? null;
  const enough = hops.filter((hop) => hop.refresh).length >= MAX_REFRESHES || hops.length > MAX_REDIRECTS;
  if (target === null || enough) return null;
  try {
    return egress.admit(target, answer.url);
  } catch (error) {
    if (error instanceof TargetRefused) return null;
    throw error;
  }
}

async function fetchHop(
  egress: Egress,
  url: URL,
  before: readonly HttpHop[],
  options: { signal: AbortSignal; maxBodyBytes: number; headers: Record<string, string> },
): Promise<HttpAnswer> {
  try {
    return await egress.request({ url, ...options });
  } catch (error) {
    const from = before.at(-1)?.url;
    if (from === undefined) throw error;
    if (error instanceof TargetRefused) throw refusedRedirect(error, from, url.href);
    if (!(error instanceof NetworkFault)) throw error;
    const message = `${printable(from)} redirects to ${printable(url.href)}: ${error.message}`;
    throw new NetworkFault(error.code, message, { blame: error.blame, cause: error });
  }
}

function toHop({ url, address, status, headers, lenient, http2 }: HttpAnswer, location: string | null): HttpHop {
  return { url, method: 'GET', address, status, headers, location, lenient, refresh: false, ...(http2 && { http2 }) };
}

/** Null when there is no single http(s) URL to go to: browsers refuse Location fields that differ. */
function readLocation(answer: HttpAnswer, base: URL): string | null {
  const [value, ...others] = new Set(fieldValues(answer.headers, 'location'));
  if (value === undefined || others.length > 0) return null;
  // Bytes above ASCII are percent-encoded as they came, like browsers do.
  const ascii = value.replaceAll(/[\u0080-\u00ff]/gu, (byte) => encodeByte(byte));
  const target = URL.parse(ascii, base);
  // `javascript:` and `mailto:` name no host and lead nowhere: a fault of the site. `gopher://host` does
  // name one, where admission says that we must not go.
  return target && (target.host !== '' || target.protocol === 'file:') ? target.href : null;
}

function encodeByte(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase()}`;
}

function admitRedirect(egress: Egress, location: string, from: URL): URL {
  try {
    return egress.admit(location, from);
  } catch (error) {
    if (error instanceof TargetRefused) throw refusedRedirect(error, from.href, location);
    throw error;
  }
}

function refusedRedirect(error: TargetRefused, from: string, to: string): TargetRefused {
  return new TargetRefused(`${printable(from)} redirects to ${printable(to)}: ${error.message}`, error.code);
}
