export interface Refresh {
  seconds: number;
  /** The page's own URL if none is stated. Null if it cannot be parsed. */
  url: string | null;
}

/**
 * `5; url='/next'` (HTML §4.2.5.3, "shared declarative refresh steps"). Null if browsers ignore the value.
 * @param page URL of the page itself, whatever its base
 */
export function readRefresh(content: string, base: string, page: string): Refresh | null {
  const match = /^\s*(\d+|(?=\.))[\d.]*(?:\s*[;,\s]\s*(?:url\s*=\s*)?(?:"([^"]*).*|'([^']*).*|([^\s"'].*))?)?$/isu.exec(
    content,
  );
  if (!match) return null;
  const [, seconds = '', double, single, bare] = match;
  const written = (double ?? single ?? bare ?? '').trim();
  const url = written === '' ? page : (URL.parse(written, base)?.href ?? null);
  return { seconds: Number(seconds), url };
}
