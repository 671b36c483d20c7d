import { TargetRefused } from '../errors.ts';
import { siteOf } from './page/page-origin.ts';

/** Most pages that one scan loads in addition to its target. */
export const MOST_FURTHER_PAGES = 5;

/**
 * Resolves the further pages that a browser loads in addition to the scan's target. Callers write them as addresses
 * with or without a scheme, as paths or as queries.
 * @param target the URL that will be scanned
 * @returns absolute URLs without duplicates and without the target
 * @throws TargetRefused if an entry is not a page of the same site
 */
export function furtherPages(target: string, pages: readonly string[]): string[] {
  const own = new URL(target);
  const addresses = pages.map((text, index) => {
    const url = addressOf(text, own);
    const field = `pages.${index}`;
    if (!url || !/^https?:$/u.test(url.protocol)) throw new TargetRefused(`${field}: not a valid URL`, 'syntax');
    if (url.username !== '' || url.password !== '')
      throw new TargetRefused(`${field}: a URL must not contain credentials`, 'credentials');
    if (siteOf(url.hostname) !== siteOf(own.hostname))
      throw new TargetRefused(
        `${field}: ${url.hostname} is not on the site of the URL (a path begins with /)`,
        'syntax',
      );
    url.hash = '';
    return url.href;
  });
  own.hash = '';
  return [...new Set(addresses)].filter((address) => address !== own.href);
}

/**
 * Text without a scheme is a host if its first segment has a dot or a port, and otherwise a path relative to the
 * target, as in a link.
 */
function addressOf(text: string, target: URL): URL | null {
  if (/^(?:https?:\/\/|\/|\.{1,2}\/|[?#])/iu.test(text)) return URL.parse(text, target);
  if (/^[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:[/?#]|$))/iu.test(text)) return null;
  const host = URL.parse(`https://${text}`);
  return host && siteOf(host.hostname) !== siteOf(target.hostname) && /^[\w%-]+(?:[/?#]|$)/u.test(text)
    ? URL.parse(text, target)
    : host;
}
