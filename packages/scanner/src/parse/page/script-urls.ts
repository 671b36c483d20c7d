const MAX_TEXT = 65_536;
const MAX_URLS = 50;
const MAX_LENGTH = 200;
/** `https://host/path`, `//host/path`; slashes may be written `\/`. Starts at two slashes only, so it is linear. */
const ADDRESS = /(?:https?:)?\/\/[a-z0-9][a-z0-9.-]*\.[a-z]{2,}(?::\d+)?(?:\/[\w./@%+-]*)?/giu;

/** Addresses that an inline script names, without query: what a loader snippet is going to fetch. */
export function scriptUrls(text: string, found: Set<string>): void {
  const plain = text.slice(0, MAX_TEXT).replaceAll('\\/', '/');
  const files = plain.includes('_paq') ? (MATOMO_FILE.exec(plain)?.map((name) => name.slice(1, -1)) ?? []) : [];
  for (const [address] of plain.matchAll(ADDRESS)) {
    if (found.size >= MAX_URLS) return;
    const url = URL.parse(address.startsWith('//') ? `https:${address}` : address);
    if (url && url.href.length <= MAX_LENGTH) found.add(url.href);
    for (const file of url?.pathname.endsWith('/') ? files : []) found.add(`${url?.href ?? ''}${file}`);
  }
}

/** Matomo's snippet keeps folder and file apart: `var u="//stats.example/"; … g.src=u+'matomo.js'`. */
const MATOMO_FILE = /["'](?:matomo|piwik)\.js["']/u;
