import { z } from 'zod';

export const MOST_CHARACTERS = 80;
/** Not only joiners, variation selectors and blank letters such as U+3164. */
const VISIBLE = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/**
 * A name for the cover of a document. Characters that a cover cannot show or a database cannot store (NUL and other
 * control characters, unpaired surrogates) become a space or U+FFFD. A name without a visible character is empty. The
 * length is in code points, not UTF-16 units.
 */
export const PrintedName = z
  .string()
  .overwrite((text) => text.toWellFormed().replaceAll(/\p{Cc}+/gu, ' '))
  .trim()
  .overwrite((text) => (VISIBLE.test(text) ? text : ''))
  .refine((text) => [...text].length <= MOST_CHARACTERS, `must be at most ${MOST_CHARACTERS} characters`);
