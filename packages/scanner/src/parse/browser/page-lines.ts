import type { BrowserEvidence, BrowserPage } from '../../evidence/browser.ts';

/** Lines of evidence from every page, each with its path in front where more than one was loaded; each once. */
export function linesOf({ pages }: BrowserEvidence, lines: (page: BrowserPage) => readonly string[]): string[] {
  const several = pages.length > 1;
  return [
    ...new Set(
      pages.flatMap((page) => lines(page).map((line) => (several ? `${pathOf(page, pages[0])}: ${line}` : line))),
    ),
  ];
}

/**
 * What pages of one site are told apart by, from report to report: the path, on another host with that host, and with
 * the query where a page was asked for by one. What a redirect adds differs from load to load.
 */
export function pathOf({ url, asked, found }: BrowserPage, first: BrowserPage | undefined): string {
  const at = URL.parse(url);
  if (!at) return url;
  const host = at.host === URL.parse(first?.url ?? url)?.host ? '' : `//${at.host}`;
  return `${host}${at.pathname}${found === 'given' ? (URL.parse(asked)?.search ?? '') : ''}`;
}
