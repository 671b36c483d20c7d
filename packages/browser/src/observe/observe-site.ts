import { BROWSER_LIMITS, type BrowserEvidence, type BrowserPage } from '@palisade/scanner/evidence/browser';
import { relation } from '@palisade/scanner/parse/page/page-origin';
import { BrowserFault } from '../browser-fault.ts';
import type { BrowserSession } from '../session.ts';
import { withoutSecretTexts } from '@palisade/scanner/without-secrets';
import { cut } from './bounded.ts';
import { pageFrom, type PageFrom } from './page-from.ts';
import { furtherPages } from './further-pages.ts';
import { NoPage } from './no-page.ts';

export interface VisitTarget {
  url: string;
  host: string;
  registrableDomain: string | null;
  /** Addresses of the same site to load as well, or how many of them to find; the first page is not counted. */
  pages: readonly string[] | number;
  /** False: no policies are tested, which takes several loads of each page. */
  trials?: false;
}

/** With less time than this, nothing new is started. */
const LEAST_MS = 900;

function hasTime({ deadline, leftMs }: BrowserSession): boolean {
  return !deadline.aborted && leftMs() > LEAST_MS;
}

function whyEnded({ deadline }: BrowserSession): string {
  const why: unknown = deadline.aborted ? deadline.reason : null;
  return why instanceof BrowserFault && why.code === 'limit' ? why.message : 'the time of the visit was used up';
}

/**
 * Loads a page in a real browser, and up to four more of the same site, and records what they did; then
 * tests the policies derived from it.
 * @param session used for the first page; closed by the caller
 * @throws Error when the first page cannot be loaded
 */
export async function observeSite(session: BrowserSession, target: VisitTarget): Promise<BrowserEvidence> {
  const version = session.page.context().browser()?.version() ?? 'unknown';
  const first = await pageFrom(session, { asked: target.url, found: 'start' });
  // First all pages, then the tests, which take several loads of each: if time is short, every page was seen.
  const seen = [first];
  const leftOut: string[] = [];
  let late = false;
  for (const page of furtherPages(target, first)) {
    const from = hasTime(session) ? await further(session, page) : null;
    late = from === null || (typeof from === 'string' && !hasTime(session));
    if (from === null || late) break;
    const why = typeof from === 'string' ? from : notKept(from.page, seen, target);
    if (typeof from !== 'string' && why === null) seen.push(from);
    else if (why) leftOut.push(`${placeOf(page.asked, target.url)} ${why}`);
  }
  const pages: BrowserPage[] = [];
  let [untried, tooLarge, stuck] = [0, 0, 0];
  for (const from of seen) {
    const page = target.trials === false ? { ...from.page, trials: [] } : await from.tried();
    const tried = target.trials === false || page.trials.some(({ header }) => header === 'content-security-policy');
    if (from.loaded.oversized) tooLarge += 1;
    else if (from.loaded.stuck) stuck += 1;
    else if (!tried) untried += 1;
    pages.push(page);
  }
  const on = (count: number): string => (pages.length === 1 ? 'the page' : `${count} of ${pages.length} pages`);
  const short = [
    late ? 'not every further page could be loaded' : '',
    untried > 0 ? `no policy was tried on ${on(untried)}` : '',
  ].filter(Boolean);
  const unheard = seen.reduce((sum, { loaded }) => sum + loaded.elsewhere.unheard, 0);
  const unread = seen.filter(({ loaded }) => loaded.reading === null).length;
  const why = [
    ...(unheard > 0 ? [`the scripts of some frames and workers are missing (${unheard} of them)`] : []),
    ...(short.length > 0 ? [`${short.join(', and ')}: ${whyEnded(session)}`] : []),
    ...(tooLarge > 0
      ? [`no policy was tried on ${on(tooLarge)}, because of ${tooLarge === 1 ? 'its' : 'their'} size`]
      : []),
    ...(stuck > 0 ? [`no policy was tried on ${on(stuck)}, because a script did not end`] : []),
    ...(unread > 0 ? [`the content of ${on(unread)} could not be read`] : []),
    ...(leftOut.length > 0 ? [`left out: ${leftOut.join(', ')}`] : []),
  ];
  return {
    product: `Chromium ${version}`,
    pages: withoutSecretTexts(pages, target.url),
    screenshot: first.screenshot,
    ...(why.length > 0 && { cut: cut(withoutSecretTexts(why.join('; '), target.url), BROWSER_LIMITS.text) }),
  };
}

/**
 * Errors of a further page must not become faults of the site in the report on another page: the page is left out.
 * @returns the reason if it was not seen
 */
async function further(session: BrowserSession, next: Parameters<typeof pageFrom>[1]): Promise<PageFrom | string> {
  let own: BrowserSession | undefined;
  try {
    own = await session.fresh();
    return await pageFrom(own, next);
  } catch (error) {
    return error instanceof NoPage ? error.message : 'did not answer';
  } finally {
    await own?.close().catch(() => undefined);
  }
}

/** @returns why a page that was seen does not count separately in this report; null if it does; empty if there is nothing to say */
function notKept(
  { url, asked, found }: PageFrom['page'],
  seen: readonly PageFrom[],
  target: VisitTarget,
): string | null {
  const start = seen[0]?.page.url ?? target.url;
  if (relation(url, start) === 'cross-site' && relation(url, target.url) === 'cross-site')
    return `leads to ${URL.parse(url)?.host ?? 'nowhere'}, another site`;
  // A requested query may be the only difference between pages; a query added by a redirect is not one.
  const byQuery = found === 'given' && URL.parse(asked)?.search !== '';
  const same = seen.find(({ page }) => page.url === url || (!byQuery && samePath(page.url, url)));
  if (!same) return null;
  return found === 'given' ? `leads to ${placeOf(same.page.url, target.url)}, which was seen` : '';
}

function samePath(one: string, other: string): boolean {
  const [a, b] = [URL.parse(one), URL.parse(other)];
  return a?.origin === b?.origin && a?.pathname === b?.pathname;
}

/** The path; on another host, including the host. */
function placeOf(url: string, start: string): string {
  const at = new URL(url);
  return `${at.host === URL.parse(start)?.host ? '' : `//${at.host}`}${at.pathname}${at.search}`;
}
