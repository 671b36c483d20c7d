export interface Refresh {
  seconds: number;
  /** Null if the page reloads itself. */
  url: string | null;
}

/** `5; url='/next'` (HTML §4.2.5.3, "shared declarative refresh steps"). Null if browsers ignore the value. */
export function readRefresh(content: string, base: string): Refresh | null {
  const match = /^\s*(\d+|(?=\.))[\d.]*(?:\s*[;,\s]\s*(?:url\s*=\s*)?(?:"([^"]*).*|'([^']*).*|([^\s"'].*))?)?$/isu.exec(
    content,
  );
  if (!match) return null;
  const [, seconds = '', double, single, bare] = match;
  const written = (double ?? single ?? bare ?? '').trim();
  const url = written === '' ? null : URL.parse(written, base);
  return { seconds: Number(seconds), url: url?.href ?? null };
}
