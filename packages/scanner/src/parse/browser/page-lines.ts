import type { BrowserEvidence, BrowserPage } from '../../evidence/browser.ts';

/** Evidence lines from all pages, without duplicates. If several pages were loaded, each line begins with its path. */
export function linesOf({ pages }: BrowserEvidence, lines: (page: BrowserPage) => readonly string[]): string[] {
  const several = pages.length > 1;
  return [
    ...new Set(
      pages.flatMap((page) => lines(page).map((line) => (several ? `${pathOf(page, pages[0])}: ${line}` : line))),
    ),
  ];
}

/**
 * Identifies a page of the site, and stays the same from report to report: its path, preceded by the host if that
 * differs from the first page's, and followed by the query that the caller asked for. A query that a redirect added is
 * left out because it can differ between loads.
 */
export function pathOf({ url, asked, found }: BrowserPage, first: BrowserPage | undefined): string {
  const at = URL.parse(url);
  if (!at) return url;
  const host = at.host === URL.parse(first?.url ?? url)?.host ? '' : `//${at.host}`;
  return `${host}${at.pathname}${found === 'given' ? (URL.parse(asked)?.search ?? '') : ''}`;
}
