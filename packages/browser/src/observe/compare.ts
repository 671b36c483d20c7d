import type { Loaded } from './load.ts';
import { plainUrl } from './bounded.ts';
import { requestsOf, typeOf } from './requests.ts';

/** The browser requests it at its own discretion, and remembers it across pages. */
const ICON = /\/favicon\.ico(?:\?|$)/u;

/** The page's own requests, without reports and without those of frames, which have their own policies. */
export function ownRequests(loaded: Loaded): ReturnType<typeof requestsOf> {
  return requestsOf(loaded.watch).filter(
    ({ frame, type, url }) =>
      (frame === undefined || frame === '' || frame === loaded.frame) &&
      type !== 'CSPViolationReport' &&
      !(type === 'Other' && ICON.test(url)),
  );
}

/**
 * What the page requested without the policy and no longer requests, or requests in vain, under it. Numbers and random
 * parts of addresses match any other: counters and cache busters differ from load to load. The same goes for rotating
 * banners: a new request of the same kind to the same place stands for one that is gone.
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

/** Each once; where the page navigates next does not count. */
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
