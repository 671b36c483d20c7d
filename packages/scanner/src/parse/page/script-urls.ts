const MAX_TEXT = 65_536;
const MAX_URLS = 50;
const MAX_LENGTH = 200;
/** `https://host/path`, `//host/path`; slashes may be written `\/`. Starts at two slashes only, so it is linear. */
const ADDRESS = /(?:https?:)?\/\/[a-z0-9][a-z0-9.-]*\.[a-z]{2,}(?::\d+)?(?:\/[\w./@%+-]*)?/giu;

/** Addresses that an inline script names, without query: what a loader snippet is going to fetch. */
export function scriptUrls(text: string, found: Set<string>): void {
  const plain = text.slice(0, MAX_TEXT).replaceAll('\\/', '/');
  for (const [address] of plain.matchAll(ADDRESS)) {
    if (found.size >= MAX_URLS) return;
    const url = URL.parse(address.startsWith('//') ? `https:${address}` : address);
    if (url && url.href.length <= MAX_LENGTH) found.add(url.href);
  }
}
