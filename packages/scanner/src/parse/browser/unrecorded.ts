import { BROWSER_LIMITS, type BrowserEvidence, type BrowserPage } from '../../evidence/browser.ts';

type Recorded = 'requests' | 'scripts' | 'cookies' | 'storage' | 'forms';

const NAMES: Record<Recorded, string> = {
  requests: 'requests',
  scripts: 'scripts',
  cookies: 'cookies',
  storage: 'storage entries',
  forms: 'forms',
};

/**
 * Why finding nothing among these items of the pages proves nothing: a page had more of them than were recorded.
 * @returns a reason for `unknown`; null: all were recorded
 */
export function unrecorded({ pages }: BrowserEvidence, ...lists: readonly Recorded[]): string | null {
  const cut = lists.filter((list) => pages.some((page) => isCut(page, list)));
  if (cut.length === 0) return null;
  const first = cut.map((list) => `the first ${BROWSER_LIMITS[list]} ${NAMES[list]}`).join(' and ');
  return `only ${first} of a page were recorded, and nothing was found among them`;
}

/** Whether the page had more of these than were recorded. */
export function isCut(page: BrowserPage, list: Recorded): boolean {
  if (list === 'requests') return page.requests.length < page.requests_total;
  // Evaluated texts are recorded last.
  if (list === 'scripts')
    return page.scripts.length < page.scripts_total && page.scripts.every(({ kind }) => kind !== 'eval');
  return page[list].length >= BROWSER_LIMITS[list];
}
