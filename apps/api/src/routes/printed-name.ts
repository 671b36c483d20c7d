import { z } from 'zod';

const MOST_CHARACTERS = 80;

/**
 * A name for the cover of a document. What no cover can show and no database keeps as text (NUL and other control
 * characters, halves of surrogate pairs) becomes a space or U+FFFD. Counted as people count: code points, not UTF-16 units.
 */
export const PrintedName = z
  .string()
  .overwrite((text) => text.toWellFormed().replaceAll(/\p{Cc}+/gu, ' '))
  .trim()
  .refine((text) => [...text].length <= MOST_CHARACTERS, `must be at most ${MOST_CHARACTERS} characters`);
