import { relation } from '@palisade/scanner/parse/page/page-origin';
import { plainUrl } from './bounded.ts';
import type { Loaded } from './load.ts';
import { requestsOf, typeOf } from './requests.ts';

export interface Embedding {
  /** Null: no value can hold. */
  value: 'require-corp' | 'credentialless' | null;
  /** What would be blocked under `require-corp`. */
  blockers: string[];
}

const MOST = 10;

/**
 * The strictest Cross-Origin-Embedder-Policy that the answers of a load allow (HTML §7.1.4, Fetch "cross-origin
 * resource policy check"): documents of frames and scripts of workers must send the policy themselves, whatever their origin;
 * other cross-origin files must be shared or fetched with CORS, except under `credentialless`.
 */
function embedding(loaded: Loaded, page: string): Embedding {
  const all = requestsOf(loaded.watch);
  // Frames of the page's markup are under its policy, too, and in a sandbox every file is of another origin: a load shows it.
  const blocked = loaded.watch.blocked.filter(({ reason }) => reason.includes('ByCoep'));
  const refused = new Set(blocked.map(({ request }) => request.url));
  const frames = all.filter(
    ({ type, frame, url, headers, status }) =>
      type === 'Document' &&
      frame !== loaded.frame &&
      /^https?:/u.test(url) &&
      // The answer to a redirect opens no document.
      !(status !== null && status >= 300 && status < 400) &&
      !headers.has('cross-origin-embedder-policy'),
  );
  const workers = loaded.elsewhere.places
    .filter(({ kind, url }) => kind === 'worker' && /^https?:/u.test(url))
    .flatMap(({ url }) => all.find((request) => request.url === url) ?? [])
    .filter(
      ({ headers, frame }) =>
        (frame === undefined || frame === loaded.frame) && !headers.has('cross-origin-embedder-policy'),
    );
  const files = all.filter(
    (request) =>
      refused.has(request.url) ||
      (relation(request.url, page) !== 'same-origin' &&
        request.mode === 'no-cors' &&
        (request.frame === undefined || request.frame === loaded.frame) &&
        !shared(request.headers.get('cross-origin-resource-policy'), relation(request.url, page) === 'same-site')),
  );
  const name = (request: (typeof all)[number]): string => `${typeOf(request)} ${plainUrl(request.url)}`;
  const blockers = [
    ...new Set([...frames.map(name), ...workers.map(({ url }) => `worker ${plainUrl(url)}`), ...files.map(name)]),
  ].slice(0, MOST);
  if (frames.length + workers.length > 0) return { value: null, blockers };
  return { value: files.length > 0 ? 'credentialless' : 'require-corp', blockers };
}

/** What holds in each of several loads: in one, the page's own policy may have blocked a file that another loads. */
export function embeddingIn(loads: readonly Loaded[], page: string): Embedding {
  const all = loads.map((loaded) => embedding(loaded, page));
  const blockers = [...new Set(all.flatMap((one) => one.blockers))].slice(0, MOST);
  if (all.some(({ value }) => value === null)) return { value: null, blockers };
  return { value: all.some(({ value }) => value === 'credentialless') ? 'credentialless' : 'require-corp', blockers };
}

function shared(policy: string | undefined, sameSite: boolean): boolean {
  return policy === 'cross-origin' || (sameSite && policy === 'same-site');
}
