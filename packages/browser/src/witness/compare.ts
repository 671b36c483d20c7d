import type { Loaded } from './load.ts';
import { plainUrl } from './bounded.ts';
import { requestsOf, typeOf } from './requests.ts';

/** The browser asks for it when it likes, and remembers it from page to page. */
const ICON = /\/favicon\.ico(?:\?|$)/u;

/** Requests of the page itself, without those of frames, which are under policies of their own, and reports. */
export function ownRequests(loaded: Loaded): ReturnType<typeof requestsOf> {
  return requestsOf(loaded.watch).filter(
    ({ frame, type, url }) =>
      (frame === undefined || frame === '' || frame === loaded.frame) &&
      type !== 'CSPViolationReport' &&
      !(type === 'Other' && ICON.test(url)),
  );
}

/**
 * What the page asked for without the policy and no longer asks for under it, or asks for in vain. Numbers and random
 * parts of addresses stand for any other: counters and busters of caches differ from load to load. So does which of two
 * banners is shown: another request of the kind to the same place, which was not there before, stands for one that is gone.
 */
export function lostRequests(before: Loaded, under: Loaded): string[] {
  const asked = steady(before);
  const got = new Map(steady(under).map((request) => [pattern(request), request]));
  const known = new Set(asked.map(pattern));
  const instead = [...got].filter(([key]) => !known.has(key)).map(([, request]) => kindAndPlace(request));
  const lost = asked.filter((request) => {
    if (got.has(pattern(request))) return false;
    const at = instead.indexOf(kindAndPlace(request));
    if (at !== -1) instead.splice(at, 1);
    return at === -1;
  });
  return [...new Set(lost.map(({ url }) => plainUrl(url)))];
}

/** Each once; where the page goes next is a matter of the moment. */
function steady(loaded: Loaded): ReturnType<typeof requestsOf> {
  const all = ownRequests(loaded).filter(({ failed, type }) => !isBlocked(failed) && type !== 'Document');
  return [...new Map(all.map((request) => [pattern(request), request])).values()];
}

function kindAndPlace(request: Parameters<typeof typeOf>[0]): string {
  return `${typeOf(request)} ${URL.parse(request.url)?.origin ?? ''}`;
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
