import { BROWSER_LIMITS, type BrowserEvidence, type BrowserPage } from '@palisade/scanner/evidence/browser';
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

/**
 * Loads a page in a real browser, and up to four more of the same site, and writes down what they did; then puts the
 * policies that follow from it under test.
 * @param session used for the first page; closed by the caller
 * @throws Error when the first page cannot be loaded
 */
export async function witness(session: BrowserSession, target: WitnessTarget): Promise<BrowserEvidence> {
  const version = session.page.context().browser()?.version() ?? 'unknown';
  const first = await pageFrom(session, { asked: target.url, found: 'start' });
  const screenshot = session.deadline.aborted ? null : await takeScreenshot(session.cdp);
  const pages: BrowserPage[] = [await first.tried()];
  for (const next of furtherPages(target, first)) {
    if (session.deadline.aborted || pages.length >= BROWSER_LIMITS.pages) break;
    const page = await further(session, next);
    if (page && !pages.some(({ url }) => samePath(url, page.url))) pages.push(page);
  }
  return { product: `Chromium ${version}`, pages: withoutSecretTexts(pages, target.url), screenshot };
}

/** A page that does not answer is not the site's fault in the report of another page: it is left out. */
async function further(session: BrowserSession, next: Parameters<typeof pageFrom>[1]): Promise<BrowserPage | null> {
  const own = await session.fresh();
  try {
    const seen: PageFrom = await pageFrom(own, next);
    return await seen.tried();
  } catch {
    return null;
  } finally {
    await own.close();
  }
}

function samePath(one: string, other: string): boolean {
  const [a, b] = [URL.parse(one), URL.parse(other)];
  return a?.origin === b?.origin && a?.pathname === b?.pathname;
}
