import { isBypassHost } from './bypasses.ts';

/** Inline code or style that was observed on a page. */
export interface InlineUse {
  directive: 'script-src-elem' | 'script-src-attr' | 'style-src-elem' | 'style-src-attr';
  /** `sha256-…`. Null if it is unknown. */
  hash: string | null;
  /** Describes it in a sentence: `onclick of button#buy.menu`. */
  element: string;
}

export interface PageUse {
  /** Origin of the page. */
  origin: string;
  /**
   * Each URL that the page requested or that its markup names, with the directive that governs it. `refused`: a policy
   * under test blocked it.
   */
  loads: readonly { directive: string; url: string; refused?: boolean }[];
  inline: readonly InlineUse[];
  /** `javascript:` URLs that run code, each with the hash of the complete URL. */
  addresses: readonly { hash: string; element: string }[];
  evals: boolean;
  wasm: boolean;
  /** Targets of its forms. */
  forms: readonly string[];
  /** URL of its base element. Null without one. */
  base: string | null;
  /** URLs of scripts in the markup, where the server can add a nonce. */
  stamped: ReadonlySet<string>;
  /** What the site's own policy states and loading cannot show. See `stated.ts`. */
  stated: ReadonlyMap<string, readonly string[]>;
}

export interface BuildOptions {
  /**
   * How scripts are allowed. `hashes`: hashes and hosts, which need only the header field. `nonce`: nonce and hosts.
   * `strict`: nonce and 'strict-dynamic', so that scripts loaded by trusted scripts are trusted.
   */
  scripts: 'hashes' | 'nonce' | 'strict';
  /** The nonce of this response, or `NONCE_PLACEHOLDER` in the policy that is shown. */
  nonce: string;
  /** Hashes added next to the nonce, for inline code that scripts insert and that has no nonce. */
  extraHashes: ReadonlySet<string>;
  /** Directives for which neither hashes nor a nonce work, each with the elements that differ between loads. */
  changing: ReadonlyMap<string, readonly string[]>;
}

export interface BuiltPolicy {
  value: string;
  /** Elements because of which it has to allow more than it should. */
  blockers: string[];
}

/** More hashes exceed the field size that servers and proxies accept (8 KiB), and are impractical to maintain. */
export const MOST_HASHES = 20;
const MOST_NAMED = 10;

/**
 * Builds the smallest policy that allows what the page was observed to do (CSP Level 3), and nothing else. Pure. Only a
 * browser can show whether the policy works.
 */
export function buildPolicy(use: PageUse, options: BuildOptions): BuiltPolicy {
  const lists = new Map<string, Set<string>>([['default-src', new Set(["'none'"])]]);
  const list = (name: string): Set<string> => {
    const found = lists.get(name) ?? new Set<string>();
    lists.set(name, found);
    return found;
  };
  const blockers: string[] = [];
  for (const one of use.loads) {
    const { directive, url } = one;
    const sources = list(plain(directive));
    if (directive === 'script-src-elem' && trusted(one, use, options)) continue;
    const source = sourceFor(url, use.origin, directive);
    if (source === null) continue;
    // Browsers check media URLs before they upgrade them to https, and http: in a policy also allows https: (CSP3
    // §6.7.2.9).
    const asWritten = one.refused && sources.has(source) && url.startsWith('http:');
    if (asWritten) sources.delete(source);
    sources.add(asWritten ? source.replace(/^https:/u, 'http:') : source);
  }
  for (const directive of ['script-src-elem', 'style-src-elem', 'script-src-attr', 'style-src-attr'] as const) {
    const uses = use.inline.filter((one) => one.directive === directive);
    if (uses.length > 0) allowInline(list, directive, uses, options, blockers);
  }
  if (use.addresses.length > 0) allowAddresses(list('script-src'), use.addresses, blockers);
  const scripts = lists.get('script-src');
  if (scripts && options.scripts !== 'hashes' && !scripts.has("'unsafe-inline'")) {
    scripts.add(`'nonce-${options.nonce}'`);
    if (options.scripts === 'strict') scripts.add("'strict-dynamic'");
  }
  if (scripts) closeSchemes(scripts, blockers);
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
  return { value: [...lists].map(([name, sources]) => [name, ...sources].join(' ')).join('; '), blockers };
}

/** Whether no list has to name the URL because the nonce, or a script with the nonce, already allows it. */
function trusted(
  { url, refused = false }: PageUse['loads'][number],
  { stamped }: PageUse,
  { scripts }: BuildOptions,
): boolean {
  return !refused && (scripts === 'strict' || (scripts === 'nonce' && stamped.has(url)));
}

/** Merges the `-elem` directive into its fallback. Attributes keep their directive if there are any. */
function plain(directive: string): string {
  return directive.replace(/-elem$/u, '');
}

function allowInline(
  list: (name: string) => Set<string>,
  directive: InlineUse['directive'],
  uses: readonly InlineUse[],
  options: BuildOptions,
  blockers: string[],
): void {
  const sources = list(plain(directive));
  const hashes = new Set(uses.flatMap(({ hash }) => hash ?? []));
  const changing = options.changing.get(directive);
  if (directive.endsWith('-elem') && options.scripts !== 'hashes' && !changing) {
    for (const hash of hashes) if (options.extraHashes.has(hash)) sources.add(`'${hash}'`);
    // For scripts the nonce is added once all sources are known.
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
  openInline(sources, elements, blockers);
}

function openInline(sources: Set<string>, elements: readonly string[], blockers: string[]): void {
  // A nonce or hash disables 'unsafe-inline' (CSP3 §6.7.3.2).
  for (const source of sources) if (/^'(?:nonce-|sha\d)/u.test(source)) sources.delete(source);
  sources.add("'unsafe-inline'");
  for (const element of new Set(elements)) if (blockers.length < MOST_NAMED) blockers.push(element);
}

/** CSP3 §4.2.4: for a navigation the hash covers the complete URL, and counts only with 'unsafe-hashes'. */
function allowAddresses(sources: Set<string>, uses: PageUse['addresses'], blockers: string[]): void {
  if (sources.has("'unsafe-inline'")) return;
  const hashes = new Set(uses.map(({ hash }) => hash));
  if (hashes.size > MOST_HASHES) {
    return openInline(
      sources,
      uses.map(({ element }) => element),
      blockers,
    );
  }
  sources.add("'unsafe-hashes'");
  for (const hash of hashes) sources.add(`'${hash}'`);
}

/** Anyone who can inject markup can also inject such a URL. What a trusted script loads needs no list. */
function closeSchemes(sources: Set<string>, blockers: string[]): void {
  for (const scheme of ['data:', 'blob:']) {
    if (!sources.has(scheme)) continue;
    if (sources.has("'strict-dynamic'")) sources.delete(scheme);
    else if (blockers.length < MOST_NAMED) blockers.push(`script from a ${scheme} URL`);
  }
}

/**
 * The source expression for one URL: 'self' for the page's own origin, the origin for others, and the exact path on
 * hosts that also serve files of other publishers.
 * @returns null for a URL that no policy governs
 */
function sourceFor(url: string, origin: string, directive: string): string | null {
  const scheme = url.split(':', 1)[0] ?? '';
  if (scheme === 'data' || scheme === 'blob' || scheme === 'filesystem') return `${scheme}:`;
  if (scheme === 'javascript' && directive === 'form-action') return 'javascript:';
  const parsed = URL.parse(url);
  if (!parsed || parsed.host === '' || /[;,\s]/u.test(parsed.host)) return null;
  // This includes sockets: on https pages 'self' also matches wss: (CSP3 §6.7.2.8).
  if (parsed.origin === origin || parsed.href.replace(/^ws/u, 'http').startsWith(`${origin}/`)) return "'self'";
  const secure = /^wss?:$/u.test(parsed.protocol) ? 'wss:' : 'https:';
  const own = URL.parse(origin);
  const protocol = own?.protocol === 'http:' ? parsed.protocol : secure;
  const source = `${protocol}//${parsed.host}`;
  const narrow =
    directive.startsWith('script-src') && isBypassHost(parsed.hostname) && !/[;,\s]/u.test(parsed.pathname);
  return narrow && parsed.pathname !== '/' ? source + parsed.pathname : source;
}

/** Maps Chromium's name of a destination to the governing directive (CSP3 §6.1). Null if no directive governs it. */
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
