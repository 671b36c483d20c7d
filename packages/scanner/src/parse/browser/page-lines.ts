import type { BrowserEvidence, BrowserPage } from '../../evidence/browser.ts';

/** Lines of evidence from every page, each with its path in front where more than one was loaded; each once. */
export function linesOf({ pages }: BrowserEvidence, lines: (page: BrowserPage) => readonly string[]): string[] {
  const several = pages.length > 1;
  return [
    ...new Set(pages.flatMap((page) => lines(page).map((line) => (several ? `${pathOf(page.url)}: ${line}` : line)))),
  ];
}

/** What pages of one site are told apart by. */
export function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? url;
}
