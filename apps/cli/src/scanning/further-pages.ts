import { MOST_FURTHER_PAGES } from '@palisade/scanner/parse/further-pages';
import { UsageError } from '../usage-error.ts';

/**
 * What `--pages` takes: how many pages the browser finds, or URLs and paths. Whether those belong to the site is checked
 * for each target.
 * @throws UsageError
 */
export function pagesFrom(pages: string): number | string[] {
  if (/^\d+$/u.test(pages)) {
    if (Number(pages) > MOST_FURTHER_PAGES) throw new UsageError(`--pages takes 0 to ${MOST_FURTHER_PAGES}`);
    return Number(pages);
  }
  const given = pages.split(',').map((page) => page.trim()).filter(Boolean); // prettier-ignore
  if (given.length > MOST_FURTHER_PAGES) throw new UsageError(`--pages takes at most ${MOST_FURTHER_PAGES} URLs`);
  const wrong = given.find((page) => /^[a-z][a-z0-9+.-]*:\/\//iu.test(page) && !/^https?:/iu.test(page));
  if (wrong !== undefined) throw new UsageError(`--pages takes URLs and paths, not "${wrong}"`);
  return given;
}
