import type { SeenPage } from '@palisade/report/seen';
import table from './gatekeepers.json' with { type: 'json' };

/**
 * How to identify one product's page. `*` matches any text, `{host}` the scanned name. Fields of `decisive_headers`
 * appear only with such a page. `headers` and `cookies` also appear with normal responses.
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
  /** Real sites also use the title, or the page is long: title and text decide together, at any size. */
  title_and_text?: boolean;
  body?: readonly string[];
  /** Maximum length of the page, because its words are common. */
  max_bytes?: number;
  /** Maximum length of its text in characters, without white space. */
  max_text?: number;
  /** Maximum number of links. */
  max_links?: number;
  /** Texts of the links that the page may have, each once: an empty folder has none but those of the listing itself. */
  links?: readonly string[];
  locations?: readonly string[];
  name_servers?: readonly string[];
}

export const GATEKEEPERS = table.rows as unknown as readonly Gatekeeper[];

/** Titles that real sites also use. With a short page they prove nothing. */
export const PLAIN_TITLES: ReadonlySet<string> = new Set(table.plain_titles);
