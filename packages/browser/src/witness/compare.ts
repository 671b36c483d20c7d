import type { Loaded } from './load.ts';
import { plainUrl } from './bounded.ts';
import { requestsOf, typeOf } from './requests.ts';

/** The browser asks for it when it likes, and remembers it from page to page. */
const ICON = /\/favicon\.ico(?:\?|$)/u;

/** Requests of the page itself, without those of frames, which are under policies of their own. */
export function ownRequests(loaded: Loaded): ReturnType<typeof requestsOf> {
  return requestsOf(loaded.watch).filter(
    ({ frame, type, url }) =>
      (frame === undefined || frame === '' || frame === loaded.frame) && !(type === 'Other' && ICON.test(url)),
  );
}

/**
 * What the page asked for without the policy and no longer asks for under it, or asks for in vain. Numbers and random
 * parts of addresses stand for any other: counters and busters of caches differ from load to load.
 */
export function lostRequests(before: Loaded, under: Loaded): string[] {
  const got = new Set(
    ownRequests(under)
      .filter(({ failed }) => !isBlocked(failed))
      .map(pattern),
  );
  const lost = ownRequests(before).filter((request) => !isBlocked(request.failed) && !got.has(pattern(request)));
  return [...new Set(lost.map(({ url }) => plainUrl(url)))];
}

/** Refused by a policy or by integrity, not by the network. */
function isBlocked(failed: string | null): boolean {
  return (
    failed !== null &&
    /^(?:csp|corp|coep|coop|mixed|origin|inspector|integrity|content-type|subresource)/iu.test(failed)
  );
}

function pattern(request: Parameters<typeof typeOf>[0]): string {
  const parsed = URL.parse(request.url);
  const path = (parsed?.pathname ?? '').replaceAll(/\d{4,}|[0-9a-f]{8,}|[\w-]{20,}/giu, '#');
  return `${typeOf(request)} ${parsed?.origin ?? ''}${path}`;
}
