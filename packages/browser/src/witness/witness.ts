import type { BrowserEvidence, BrowserPage } from '@palisade/scanner/evidence/browser';
import type { BrowserSession } from '../session.ts';
import { withoutSecretTexts } from '@palisade/scanner/without-secrets';
import { pageFrom, type PageFrom } from './page-from.ts';
import { furtherPages } from './further-pages.ts';
import { takeScreenshot } from './screenshot.ts';

export interface WitnessTarget {
  url: string;
  host: string;
  registrableDomain: string | null;
  /** Addresses of the same site to load too, or how many of them to find; the first page is not counted. */
  pages: readonly string[] | number;
}

/** Less is not worth beginning something. */
const LEAST_MS = 900;

function hasTime({ deadline, leftMs }: BrowserSession): boolean {
  return !deadline.aborted && leftMs() > LEAST_MS;
}

/**
 * Loads a page in a real browser, and up to four more of the same site, and writes down what they did; then puts the
 * policies that follow from it under test.
 * @param session used for the first page; closed by the caller
 * @throws Error when the first page cannot be loaded
 */
export async function witness(session: BrowserSession, target: WitnessTarget): Promise<BrowserEvidence> {
  const version = session.page.context().browser()?.version() ?? 'unknown';
  const first = await pageFrom(session, { asked: target.url, found: 'start' });
  const screenshot = hasTime(session) ? await takeScreenshot(session.cdp) : null;
  // All pages first, then what takes several loads of each: where time is short, every page was seen.
  const seen = [first];
  const next = furtherPages(target, first);
  for (const page of next) {
    if (!hasTime(session)) break;
    const from = await further(session, page);
    if (from && !seen.some(({ page: { url } }) => samePath(url, from.page.url))) seen.push(from);
  }
  const late = !hasTime(session) && seen.length <= next.length;
  const pages: BrowserPage[] = [];
  let untried = 0;
  for (const from of seen) {
    const page = await from.tried();
    if (!page.trials.some(({ header }) => header === 'content-security-policy')) untried += 1;
    pages.push(page);
  }
  const why = [
    late ? 'not every further page could be loaded' : '',
    untried > 0 ? `no policy was tried on ${untried} of ${pages.length} pages` : '',
  ].filter(Boolean);
  return {
    product: `Chromium ${version}`,
    pages: withoutSecretTexts(pages, target.url),
    screenshot,
    ...(why.length > 0 && { cut: `${why.join(', and ')}: the time of the look was over` }),
  };
}

/** A page that does not answer is not the site's fault in the report of another page: it is left out. */
async function further(session: BrowserSession, next: Parameters<typeof pageFrom>[1]): Promise<PageFrom | null> {
  let own: BrowserSession | undefined;
  try {
    own = await session.fresh();
    return await pageFrom(own, next);
  } catch {
    return null;
  } finally {
    await own?.close().catch(() => undefined);
  }
}

function samePath(one: string, other: string): boolean {
  const [a, b] = [URL.parse(one), URL.parse(other)];
  return a?.origin === b?.origin && a?.pathname === b?.pathname;
}
