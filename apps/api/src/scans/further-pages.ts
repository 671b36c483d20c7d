import type { FurtherPages } from '@palisade/db/further-pages';
import { TargetRefused } from '@palisade/scanner/errors';
import { siteOf } from '@palisade/scanner/parse/page/page-origin';
import { MAX_TARGET_LENGTH } from '@palisade/scanner/parse-target';
import { z } from 'zod';

/** Besides the page of `url` itself. */
const MOST_PAGES = 5;

/** Body member of every scan that someone pays for. */
export const Pages = z
  .union([z.int().min(0).max(MOST_PAGES), z.array(z.string().min(1).max(MAX_TARGET_LENGTH)).max(MOST_PAGES)])
  .describe(
    'further pages of the site that the browser loads where the service has one, besides that of `url`: addresses or ' +
      'paths, or how many it is to find by the links of the page (sign-in, checkout, and an error page). One report, ' +
      'one unit; what does not fit into the time of the scan is left out, and the report says so',
  );

/**
 * @param target as it will be scanned
 * @returns whole addresses, or how many are to be found
 * @throws TargetRefused for what is no page of the same site
 */
export function furtherPages(target: string, pages: FurtherPages): FurtherPages {
  if (typeof pages === 'number') return pages;
  const addresses = pages.map((text, index) => {
    const url = URL.parse(/^(?:https?:)?\/|^[?#]/iu.test(text) ? text : `https://${text}`, target);
    const field = `pages.${index}`;
    if (!url || !/^https?:$/u.test(url.protocol)) throw new TargetRefused(`${field}: this is no address`, 'syntax');
    if (url.username !== '' || url.password !== '')
      throw new TargetRefused(`${field}: credentials in an address are refused`, 'credentials');
    if (siteOf(url.hostname) !== siteOf(new URL(target).hostname))
      throw new TargetRefused(`${field}: ${url.hostname} is of another site than the URL`, 'syntax');
    url.hash = '';
    return url.href;
  });
  return [...new Set(addresses)].filter((address) => address !== target);
}
