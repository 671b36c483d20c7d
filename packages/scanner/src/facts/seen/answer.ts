import { parse } from 'tldts';
import { fieldValues, finalHop, type HttpEvidence } from '../../evidence/http.ts';
import type { PageEvidence } from '../../evidence/page.ts';
import { SHORT_PAGE } from '../../parse/page/page-words.ts';

/** The parts of the final response that identify whose page it is. */
export interface Answer {
  host: string;
  status: number;
  /** 200 to 299. */
  good: boolean;
  end: HttpEvidence['end'];
  asked: string;
  url: string;
  /** All URLs after the first. */
  ledTo: readonly string[];
  /** The last URL belongs to another registrable domain. */
  elsewhere: boolean;
  title: string;
  signs: ReadonlySet<string>;
  cookies: readonly string[];
  nameServers: readonly string[];
  /** Little text and few links: typical of pages that are not the site's, but also of many real ones. */
  small: boolean;
  /** Practically no text. */
  empty: boolean;
  bytes: number;
  /** Undefined if the response is not HTML or could not be parsed. */
  page: PageEvidence | undefined;
  values(name: string): readonly string[];
}

const SMALL_BYTES = 4096;

export function answerOf(
  host: string,
  http: HttpEvidence,
  page: PageEvidence | undefined,
  nameServers: readonly string[],
): Answer {
  const last = finalHop(http);
  const asked = http.hops[0]?.url ?? last.url;
  const text = page?.text_length ?? null;
  return {
    host,
    status: last.status,
    good: last.status >= 200 && last.status < 300,
    end: http.end,
    asked,
    url: last.url,
    ledTo: http.hops.slice(1).map(({ url }) => url),
    elsewhere: siteOf(asked) !== siteOf(last.url),
    title: page?.title ?? '',
    signs: new Set(http.body.signs),
    cookies: http.hops.flatMap(({ headers }) =>
      fieldValues(headers, 'set-cookie').map((field) => field.split('=', 1)[0]?.trim() ?? ''),
    ),
    nameServers: nameServers.map((name) => name.toLowerCase()),
    small:
      text === null
        ? http.body.bytes <= SMALL_BYTES
        : text <= SHORT_PAGE.text && (page?.links ?? 0) <= SHORT_PAGE.links,
    empty: text !== null && text < 80,
    bytes: http.body.bytes,
    page,
    values: (name) => fieldValues(last.headers, name),
  };
}

function siteOf(url: string): string {
  const { hostname } = new URL(url);
  return parse(hostname).domain ?? hostname;
}
