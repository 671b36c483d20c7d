import { servesStrangers } from './bypasses.ts';

/** Inline code or style that a page was seen to use. */
export interface InlineUse {
  directive: 'script-src-elem' | 'script-src-attr' | 'style-src-elem' | 'style-src-attr';
  /** `sha256-…`; null where it could not be told. */
  hash: string | null;
  /** Names it in a sentence: `onclick of button#buy.menu`. */
  element: string;
}

export interface PageUse {
  /** Origin of the page. */
  origin: string;
  /**
   * Each address the page asked for, or that its markup names, under the directive that governs it. `refused`: a policy
   * under trial kept it from the page.
   */
  loads: readonly { directive: string; url: string; refused?: boolean }[];
  inline: readonly InlineUse[];
  /** `javascript:` addresses that do something: each with the hash of the whole address. */
  addresses: readonly { hash: string; element: string }[];
  evals: boolean;
  wasm: boolean;
  /** Where its forms lead. */
  forms: readonly string[];
  /** What its base element names; null without one. */
  base: string | null;
  /** Addresses of scripts in the markup, where a server writes a nonce. */
  stamped: ReadonlySet<string>;
  /** What the site's own policy states and no load can show: see `stated.ts`. */
  stated: ReadonlyMap<string, readonly string[]>;
}

export interface BuildOptions {
  /**
   * What decides about scripts: `hashes` and hosts, which need nothing of the server but the field; `nonce` and hosts;
   * `strict`: nonce and 'strict-dynamic', so that what a trusted script loads is trusted.
   */
  scripts: 'hashes' | 'nonce' | 'strict';
  /** Of this answer; `NONCE_PLACEHOLDER` in what is shown. */
  nonce: string;
  /** Hashes that stand next to the nonce: of what scripts put into the page, where no server writes one. */
  beside: ReadonlySet<string>;
  /** Directives for which neither hash nor nonce holds, and the elements that differ from load to load. */
  changing: ReadonlyMap<string, readonly string[]>;
}

export interface BuiltPolicy {
  value: string;
  /** Why it has to allow more than it should, an element each. */
  inTheWay: string[];
}

/** More of them make a field that servers and proxies refuse (8 KiB), and no one can keep up to date. */
export const MOST_HASHES = 20;
const MOST_NAMED = 10;

/**
 * The smallest policy under which a page may do what it was seen to do (CSP Level 3): everything else is closed.
 * Pure; whether it holds, a browser has to show.
 */
export function buildPolicy(use: PageUse, options: BuildOptions): BuiltPolicy {
  const lists = new Map<string, Set<string>>([['default-src', new Set(["'none'"])]]);
  const list = (name: string): Set<string> => {
    const found = lists.get(name) ?? new Set<string>();
    lists.set(name, found);
    return found;
  };
  const inTheWay: string[] = [];
  for (const one of use.loads) {
    const { directive, url } = one;
    const sources = list(plain(directive));
    if (directive === 'script-src-elem' && trusted(one, use, options)) continue;
    const source = sourceFor(url, use.origin, directive);
    if (source === null) continue;
    // Media that browsers turn into https is checked before that: http:// in a policy allows https:// too (CSP3 §6.7.2.9).
    const asWritten = one.refused && sources.has(source) && url.startsWith('http:');
    if (asWritten) sources.delete(source);
    sources.add(asWritten ? source.replace(/^https:/u, 'http:') : source);
  }
  for (const directive of ['script-src-elem', 'style-src-elem', 'script-src-attr', 'style-src-attr'] as const) {
    const uses = use.inline.filter((one) => one.directive === directive);
    if (uses.length > 0) allowInline(list, directive, uses, options, inTheWay);
  }
  if (use.addresses.length > 0) allowAddresses(list('script-src'), use.addresses, inTheWay);
  const scripts = lists.get('script-src');
  if (scripts && options.scripts !== 'hashes' && !scripts.has("'unsafe-inline'")) {
    scripts.add(`'nonce-${options.nonce}'`);
    if (options.scripts === 'strict') scripts.add("'strict-dynamic'");
  }
  if (scripts) closeSchemes(scripts, inTheWay);
  if (use.evals) list('script-src').add("'unsafe-eval'");
  else if (use.wasm) list('script-src').add("'wasm-unsafe-eval'");
  for (const [name, value] of lists) {
    if (value.size === 0) lists.delete(name);
    if (value.size > 1) value.delete("'none'");
  }
  lists.set(
    'base-uri',
    new Set([use.base === null ? "'none'" : (sourceFor(use.base, use.origin, 'base-uri') ?? "'none'")]),
  );
  const forms = use.forms.flatMap((url) => sourceFor(url, use.origin, 'form-action') ?? []);
  lists.set('form-action', new Set(forms.length > 0 ? forms : ["'none'"]));
  lists.set('frame-ancestors', new Set(["'self'"]));
  for (const [name, value] of use.stated) lists.set(name, new Set(value));
  return { value: [...lists].map(([name, sources]) => [name, ...sources].join(' ')).join('; '), inTheWay };
}

/** No list has to name it: it has the nonce, or what trusts it has. */
function trusted(
  { url, refused = false }: PageUse['loads'][number],
  { stamped }: PageUse,
  { scripts }: BuildOptions,
): boolean {
  return !refused && (scripts === 'strict' || (scripts === 'nonce' && stamped.has(url)));
}

/** One directive for elements and what falls back to it: attributes have theirs where there are any. */
function plain(directive: string): string {
  return directive.replace(/-elem$/u, '');
}

function allowInline(
  list: (name: string) => Set<string>,
  directive: InlineUse['directive'],
  uses: readonly InlineUse[],
  options: BuildOptions,
  inTheWay: string[],
): void {
  const sources = list(plain(directive));
  const hashes = new Set(uses.flatMap(({ hash }) => hash ?? []));
  const changing = options.changing.get(directive);
  if (directive.endsWith('-elem') && options.scripts !== 'hashes' && !changing) {
    for (const hash of hashes) if (options.beside.has(hash)) sources.add(`'${hash}'`);
    // Of scripts it is added where all is known.
    if (directive === 'style-src-elem') sources.add(`'nonce-${options.nonce}'`);
    return;
  }
  const untold = uses.filter(({ hash }) => hash === null);
  if (hashes.size <= MOST_HASHES && !changing && untold.length === 0) {
    if (directive.endsWith('-attr')) sources.add("'unsafe-hashes'");
    for (const hash of hashes) sources.add(`'${hash}'`);
    return;
  }
  const elements = changing ?? (untold.length > 0 ? untold : uses).map(({ element }) => element);
  openInline(sources, elements, inTheWay);
}

function openInline(sources: Set<string>, elements: readonly string[], inTheWay: string[]): void {
  // A nonce or hash next to it switches 'unsafe-inline' off (CSP3 §6.7.3.2).
  for (const source of sources) if (/^'(?:nonce-|sha\d)/u.test(source)) sources.delete(source);
  sources.add("'unsafe-inline'");
  for (const element of new Set(elements)) if (inTheWay.length < MOST_NAMED) inTheWay.push(element);
}

/** CSP3 §4.2.4: of a navigation the hash is that of the whole address, and counts with 'unsafe-hashes' alone. */
function allowAddresses(sources: Set<string>, uses: PageUse['addresses'], inTheWay: string[]): void {
  if (sources.has("'unsafe-inline'")) return;
  const hashes = new Set(uses.map(({ hash }) => hash));
  if (hashes.size > MOST_HASHES) {
    return openInline(
      sources,
      uses.map(({ element }) => element),
      inTheWay,
    );
  }
  sources.add("'unsafe-hashes'");
  for (const hash of hashes) sources.add(`'${hash}'`);
}

/** One who can put markup into the page can write such an address too; what a trusted script loads needs no list. */
function closeSchemes(sources: Set<string>, inTheWay: string[]): void {
  for (const scheme of ['data:', 'blob:']) {
    if (!sources.has(scheme)) continue;
    if (sources.has("'strict-dynamic'")) sources.delete(scheme);
    else if (inTheWay.length < MOST_NAMED) inTheWay.push(`script from a ${scheme} URL`);
  }
}

/**
 * The source expression for one address: the page's own origin as 'self', others by origin, and on hosts where
 * strangers' files lie too, by their very path.
 * @returns null for what no policy governs
 */
function sourceFor(url: string, origin: string, directive: string): string | null {
  const scheme = url.split(':', 1)[0] ?? '';
  if (scheme === 'data' || scheme === 'blob' || scheme === 'filesystem') return `${scheme}:`;
  if (scheme === 'javascript' && directive === 'form-action') return 'javascript:';
  const parsed = URL.parse(url);
  if (!parsed || parsed.host === '' || /[;,\s]/u.test(parsed.host)) return null;
  // Of a socket too: 'self' stands for wss: next to https: (CSP3 §6.7.2.8).
  if (parsed.origin === origin || parsed.href.replace(/^ws/u, 'http').startsWith(`${origin}/`)) return "'self'";
  const secure = /^wss?:$/u.test(parsed.protocol) ? 'wss:' : 'https:';
  const own = URL.parse(origin);
  const protocol = own?.protocol === 'http:' ? parsed.protocol : secure;
  const source = `${protocol}//${parsed.host}`;
  const narrow =
    directive.startsWith('script-src') && servesStrangers(parsed.hostname) && !/[;,\s]/u.test(parsed.pathname);
  return narrow && parsed.pathname !== '/' ? source + parsed.pathname : source;
}

/** Destination as Chromium names it → governing directive (CSP3 §6.1); null: none governs it. */
export function directiveOf(type: string): string | null {
  return DIRECTIVES[type] ?? null;
}

const DIRECTIVES: Readonly<Record<string, string>> = {
  script: 'script-src-elem',
  stylesheet: 'style-src-elem',
  image: 'img-src',
  font: 'font-src',
  media: 'media-src',
  texttrack: 'media-src',
  xhr: 'connect-src',
  fetch: 'connect-src',
  eventsource: 'connect-src',
  websocket: 'connect-src',
  ping: 'connect-src',
  manifest: 'manifest-src',
};
