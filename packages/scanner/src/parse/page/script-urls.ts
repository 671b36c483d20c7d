import type { Attributes } from './html-scan.ts';
const MAX_TEXT = 65_536;
const MAX_URLS = 50;
const MAX_LENGTH = 200;
/**
 * `https://host/path`, `//host/path`, `https://key@host/1` (a DSN). Slashes may be written `\/`. A match starts only
 * at `//`, or at `http(s)://`, so matching takes linear time.
 */
const ADDRESS = /(?:https?:)?\/\/(?:[\w-]{1,64}@)?[a-z0-9][a-z0-9.-]*\.[a-z]{2,}(?::\d+)?(?:\/[\w./@%+-]*)?/giu;
/** `domain: "acme.eu.auth0.com"`: settings often name a host without a scheme. A match starts only at a quote. */
const BARE_HOST = /["'`]([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6}\.[a-z]{2,24}(?:\/[\w./-]{0,80})?)["'`]/giu;

/** Addresses in an inline script, without query: what a loader snippet will fetch, and where it sends its data. */
export function scriptUrls(text: string, found: Set<string>): void {
  const plain = joined(text.slice(0, MAX_TEXT).replaceAll('\\/', '/'));
  const files = plain.includes('_paq') ? (MATOMO_FILE.exec(plain)?.map((name) => name.slice(1, -1)) ?? []) : [];
  for (const [address] of plain.matchAll(ADDRESS)) {
    const url = keep(address.startsWith('//') ? `https:${address}` : address, found);
    for (const file of url?.pathname.endsWith('/') ? files : []) found.add(`${url?.href ?? ''}${file}`);
  }
  for (const [, host = ''] of plain.matchAll(BARE_HOST)) keep(`https://${host}`, found);
  const ads = plain.includes('gtag') ? GTAG_ADS.exec(plain)?.[1] : undefined;
  if (ads !== undefined) keep(`https://www.googletagmanager.com/gtag/js?id=${ads}`, found);
}

/** The same for attributes of a script element: `data-goatcounter="https://acme.goatcounter.com/count"`. */
export function scriptAttributeUrls(attributes: Attributes, found: Set<string>): void {
  for (const { name, value } of attributes.list)
    if (name.startsWith('data-') && value.includes('//')) scriptUrls(value, found);
}

const JOINT = /(["'])\s{0,9}\+\s{0,9}\1/gu;
const VARIABLE = /\$\{(\w{1,32})\}/gu;
const ASSIGNED = /\b([A-Za-z_]\w{0,31})\s{0,9}=\s{0,9}["'`]([\w.-]{1,80})["'`]/gu;

/**
 * Addresses as they are once the script has run: `'https://' + 'acme.example'`, and `https://maps.${c}apis.com` with
 * `c="google"`, as in the loader of Google Maps.
 */
function joined(text: string): string {
  const plain = text.includes('+') ? text.replaceAll(JOINT, '') : text;
  if (!plain.includes('${')) return plain;
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of plain.matchAll(ASSIGNED)) if (!values.has(name)) values.set(name, value);
  return plain.replaceAll(VARIABLE, (whole, name: string) => values.get(name) ?? whole);
}

function keep(address: string, found: Set<string>): URL | null {
  const url = found.size < MAX_URLS ? URL.parse(address) : null;
  if (!url) return null;
  url.username = '';
  if (url.href.length <= MAX_LENGTH) found.add(url.href);
  return url;
}

/** Matomo's snippet joins directory and file at run time: `var u="//stats.example/"; … g.src=u+'matomo.js'`. */
const MATOMO_FILE = /["'](?:matomo|piwik)\.js["']/u;
/** gtag.js loads itself a second time for a Google Ads account that the page configures. */
const GTAG_ADS = /\(\s{0,9}["']config["']\s{0,9},\s{0,9}["'](AW-\w{1,20})/u;
