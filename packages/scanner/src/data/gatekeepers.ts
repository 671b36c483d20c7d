import type { SeenPage } from '@palisade/report/seen';
import table from './gatekeepers.json' with { type: 'json' };

/**
 * How one product's page is told. `*` stands for any text, `{host}` for the scanned name. Fields of
 * `decisive_headers` come with such a page alone; `headers` and `cookies` come with good answers too.
 */
export interface Gatekeeper {
  page: Exclude<SeenPage, 'site'>;
  by: string;
  /** Absent: any. */
  status?: readonly number[];
  decisive_headers?: Readonly<Record<string, readonly string[]>>;
  headers?: Readonly<Record<string, readonly string[]>>;
  cookies?: readonly string[];
  titles?: readonly string[];
  /** The title is one that real sites have as well, or the page is long: told by title and text together, whatever its size. */
  title_and_text?: boolean;
  body?: readonly string[];
  /** The page is at most so long: its words are common ones. */
  max_bytes?: number;
  /** Its text is at most so long, in characters without white space. */
  max_text?: number;
  locations?: readonly string[];
  name_servers?: readonly string[];
}

export const GATEKEEPERS = table.rows as unknown as readonly Gatekeeper[];

/** Titles that real sites have as well: with a short page alone they tell nothing. */
export const PLAIN_TITLES: ReadonlySet<string> = new Set(table.plain_titles);
