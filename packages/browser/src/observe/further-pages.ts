import { BROWSER_LIMITS, type BrowserPage } from '@palisade/scanner/evidence/browser';
import { relation } from '@palisade/scanner/parse/page/page-origin';
import type { PageFrom } from './page-from.ts';
import type { VisitTarget } from './observe-site.ts';

type Next = Pick<BrowserPage, 'asked' | 'found'>;

const SIGN_IN =
  /(?:^|[/_.\s-])(?:sign[-\s]?in|log[-\s]?in|auth|account|konto|anmelden|connexion|my-account)(?:[/_.\s-]|$)/iu;
const CHECKOUT =
  /(?:^|[/_.\s-])(?:check[-\s]?out|cart|basket|payment|pay|kasse|warenkorb|panier|order|donate|buy)(?:[/_.\s-]|$)/iu;
/** A longer link text is a sentence that happens to contain such a word. */
const LONGEST_TEXT = 30;

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
  const links = (loaded.reading?.links ?? []).filter(({ url }) => sameOrigin(url, start));
  const pick = (sign: RegExp): string | undefined =>
    links.find(({ url }) => sign.test(new URL(url).pathname))?.url ??
    links.find(({ text }) => (text ?? '').length <= LONGEST_TEXT && sign.test(text ?? ''))?.url;
  const found: Next[] = [];
  const add = (asked: string | undefined, why: Next['found']): void => {
    if (asked !== undefined && !found.some((one) => one.asked === asked)) found.push({ asked, found: why });
  };
  add(pick(SIGN_IN), 'sign-in');
  add(pick(CHECKOUT), 'checkout');
  add(new URL('/this-page-does-not-exist', start).href, 'error-page');
  return found.slice(0, Math.max(0, target.pages));
}

function sameOrigin(url: string, start: string): boolean {
  return URL.parse(url)?.origin === new URL(start).origin;
}
