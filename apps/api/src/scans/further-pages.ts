import { MAX_TARGET_LENGTH } from '@palisade/scanner/parse-target';
import { MOST_FURTHER_PAGES } from '@palisade/scanner/parse/further-pages';
import { z } from 'zod';
import { ApiError } from '../errors.ts';

/** Body member of every scan that someone pays for. */
export const Pages = z
  .union(
    [z.int().min(0).max(MOST_FURTHER_PAGES), z.array(z.string().min(1).max(MAX_TARGET_LENGTH)).max(MOST_FURTHER_PAGES)],
    {
      error: `must be a number from 0 to ${MOST_FURTHER_PAGES}, or a list of at most ${MOST_FURTHER_PAGES} addresses or paths`,
    },
  )
  .describe(
    'further pages of the site for the browser, if the service has one, in addition to that of `url`: addresses or ' +
      'paths, or how many to find by the links of the page (sign-in, checkout, and an error page). One report, ' +
      'one unit. A page that leads to another site, is not HTML or does not fit into the scan time is left out, ' +
      'and the report says so',
  );

/**
 * From the field of a form: one address or path per line.
 * @returns undefined if there is none
 * @throws ApiError 400
 */
export function pagesIn(text: string | undefined): string[] | undefined {
  const pages = (text ?? '').split(/\s+/u).filter(Boolean);
  if (pages.length === 0) return undefined;
  const { error } = Pages.safeParse(pages);
  if (error) throw new ApiError(400, `pages: ${error.issues[0]?.message ?? 'not valid'}`);
  return pages;
}
