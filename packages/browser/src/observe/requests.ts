import type { BrowserRequest, Party } from '@palisade/scanner/evidence/browser';
import { BROWSER_LIMITS } from '@palisade/scanner/evidence/browser';
import { relation } from '@palisade/scanner/parse/page/page-origin';
import { SERVER_KEY, SERVER_KEY_START } from '@palisade/scanner/parse/secret-keys';
import { cut, plainUrl } from './bounded.ts';
import type { Initiator } from './protocol.ts';
import type { SeenRequest, Watch } from './watch.ts';

export function partyOf(url: string, page: string): Party {
  return /^(?:data|blob|about|javascript):/iu.test(url)
    ? 'same-origin'
    : // A socket to the page's own host is first-party.
      relation(url.replace(/^ws/iu, 'http'), page);
}

/** Requests of Chromium's own pages are not the site's. */
const ITS_OWN = /^(?:chrome|chrome-error|devtools|about):/u;
/** Documents that make them; `about:srcdoc` and `about:blank` are frames that the page wrote. */
const ITS_OWN_PAGE = /^(?:chrome|chrome-error|devtools):/u;

/** Everything the page requested, in order; data: addresses are not requests. */
export function requestsOf(watch: Watch): SeenRequest[] {
  return [...watch.requests.values()].filter(
    ({ url, type, initiator }) =>
      !ITS_OWN.test(url) && !url.startsWith('data:') && !ITS_OWN_PAGE.test(initiator.url ?? '') && type !== 'Preflight',
  );
}

export function requestEvidence(requests: readonly SeenRequest[], page: string): BrowserRequest[] {
  return requests.slice(0, BROWSER_LIMITS.requests).map((request) => ({
    url: plainUrl(request.url),
    method: request.method.slice(0, 20),
    type: typeOf(request),
    party: partyOf(request.url, page),
    by: askedBy(request.initiator),
    by_url: initiatorUrl(request.initiator),
    status: request.status,
    failed: request.failed === null ? null : cut(request.failed),
    ...secretOf(request.url, page),
  }));
}

const KEY = new RegExp(`^${SERVER_KEY}$`, 'u');
/** RFC 7519. Public keys of services have this form, too; those are called so. */
const JWT = /^(?:Bearer )?eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+$/u;
const PUBLIC = /key|anon/iu;
const MAY_HAVE_SECRET = new RegExp(`[?&][^=&]*=(?:Bearer|eyJ|${SERVER_KEY_START})`, 'u');

/** Values stay in the browser: only the name of the parameter is kept. */
function secretOf(url: string, page: string): { secret?: string } {
  if (!MAY_HAVE_SECRET.test(url)) return {};
  const own = partyOf(url, page) !== 'cross-site';
  for (const [name, value] of URL.parse(url)?.searchParams ?? [])
    if (KEY.test(value) || (own && JWT.test(value) && !PUBLIC.test(name))) return { secret: name.slice(0, 100) };
  return {};
}

/** The browser itself requests the icon, as an image. */
export function typeOf({ type, url }: SeenRequest): string {
  return type === 'Other' && /\/favicon\.ico(?:\?|$)/u.test(url) ? 'image' : type.toLowerCase();
}

function askedBy({ type }: Initiator): BrowserRequest['by'] {
  if (type === 'parser' || type === 'script' || type === 'preload') return type;
  return 'other';
}

/** @returns the document, or the topmost script on the stack that has an address */
export function initiatorUrl({ url, stack }: Initiator): string | null {
  let frames = stack;
  for (let depth = 0; frames && depth < 5; depth++) {
    const named = frames.callFrames.find((frame) => frame.url !== '' && !ITS_OWN.test(frame.url));
    if (named) return plainUrl(named.url);
    frames = frames.parent;
  }
  return url === undefined || url === '' ? null : plainUrl(url);
}
