import { BROWSER_LIMITS, type BrowserPage } from '@palisade/scanner/evidence/browser';
import { relation } from '@palisade/scanner/parse/page/page-origin';
import { CHECKOUT, likeness, SIGN_IN, type LinkWords } from './link-words.ts';
import type { PageFrom } from './page-from.ts';
import type { VisitTarget } from './observe-site.ts';

type Next = Pick<BrowserPage, 'asked' | 'found'>;

/** The pages a site is judged by in addition to its first: those that were given, or sign-in, checkout and an error page. */
export function furtherPages(target: VisitTarget, { loaded }: PageFrom): Next[] {
  const start = loaded.reading?.url ?? target.url;
  if (typeof target.pages !== 'number') {
    return target.pages.slice(0, BROWSER_LIMITS.pages - 1).flatMap((given) => {
      const url = URL.parse(given, start)?.href;
      const own = url && [start, target.url].some((page) => relation(url, page) !== 'cross-site');
      return own ? [{ asked: url, found: 'given' as const }] : [];
    });
  }
  const links = (loaded.reading?.links ?? []).filter(
    ({ url }) => /^https?:/u.test(url) && relation(url, start) !== 'cross-site',
  );
  /** Of equally likely ones the first. */
  const pick = (words: LinkWords): string | undefined => {
    const [best] = links
      .map(({ url, text }) => ({ url: withoutFragment(url), likely: likeness({ url, text }, words) }))
      .filter(({ url, likely }) => likely > 0 && url !== withoutFragment(start))
      .toSorted((one, other) => other.likely - one.likely);
    return best?.url;
  };
  const found: Next[] = [];
  const add = (asked: string | undefined, why: Next['found']): void => {
    if (asked !== undefined && !found.some((one) => one.asked === asked)) found.push({ asked, found: why });
  };
  add(pick(SIGN_IN), 'sign-in');
  add(pick(CHECKOUT), 'checkout');
  add(new URL('/this-page-does-not-exist', start).href, 'error-page');
  return found.slice(0, Math.max(0, target.pages));
}

function withoutFragment(url: string): string {
  return url.split('#', 1)[0] ?? url;
}
