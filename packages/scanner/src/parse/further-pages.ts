import { TargetRefused } from '../errors.ts';
import { siteOf } from './page/page-origin.ts';

/**
 * Pages that a browser is to load besides a scan's own, as people write them: addresses with or without a scheme,
 * paths, queries.
 * @param target as it will be scanned
 * @returns whole addresses, each once, without the target
 * @throws TargetRefused for what is no page of the same site
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

/** Without a scheme a text is a host where it has a point or a port, and otherwise a path, as a link would have it. */
function addressOf(text: string, target: URL): URL | null {
  if (/^(?:https?:\/\/|\/|\.{1,2}\/|[?#])/iu.test(text)) return URL.parse(text, target);
  if (/^[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:[/?#]|$))/iu.test(text)) return null;
  const host = URL.parse(`https://${text}`);
  return host && siteOf(host.hostname) !== siteOf(target.hostname) && /^[\w%-]+(?:[/?#]|$)/u.test(text)
    ? URL.parse(text, target)
    : host;
}
