import services from '../../data/csp-services.json' with { type: 'json' };
import type { PageEvidence } from '../../evidence/page.ts';

/** An embedded service that the markup shows, and what its pages load by its own documentation. */
interface CspService {
  id: string;
  name: string;
  /** `documented` by its provider, seen in issue `threads`, or `recalled`: a proposal that no provider confirms. */
  basis: 'documented' | 'threads' | 'recalled';
  markup: Readonly<Partial<Record<MarkupKind, readonly string[]>>>;
  /** `{1}` is the host that the first `*` of the address stood for. */
  csp: Readonly<Record<string, readonly string[]>>;
  /** Works under a nonce with 'strict-dynamic' only: no list of hosts is documented, or it admits half the web. */
  strict?: boolean;
  /** Found where each kind of its markup is, not any of them. */
  all?: boolean;
  /** Rows that stand for this one where they are found: a region has hosts of its own. */
  unless?: readonly string[];
}

/** With the scripts that inline loaders of the page fetch for it, and its style sheets on the page. */
export interface CspServiceFound extends CspService {
  loads: readonly string[];
  sheets: readonly string[];
}

/** `inline`: an address that scripts of the page name as a setting, and do not load as a script. */
type MarkupKind = 'script' | 'style' | 'frame' | 'image' | 'form' | 'inline';

/** Day on which the table was gone through last. */
export const CSP_SERVICES_DATE: string = services.compiled;

const ALL = (services.services as unknown as readonly CspService[]).map((service) => ({
  service,
  // Taken apart once: a page is compared with some hundred patterns.
  markup: Object.entries(service.markup).map(([kind, patterns]) => ({
    kind: kind as MarkupKind,
    patterns: patterns.map((pattern) => ({ pattern, pieces: pattern.split('*') })),
  })),
}));

/** In the order of the table. Matched by address alone: by elements, forms and the addresses inside inline scripts. */
export function servicesOn(page: PageEvidence): CspServiceFound[] {
  const seen = new Map<MarkupKind, string[]>([['inline', page.inline_script_urls]]);
  const add = (kind: MarkupKind, url: string) => seen.set(kind, [...(seen.get(kind) ?? []), url]);
  for (const { kind, url } of page.resources) {
    if (kind === 'script' || kind === 'style' || kind === 'frame' || kind === 'image') add(kind, url);
  }
  for (const { action } of page.forms) if (action !== null) add('form', action);
  const found = ALL.flatMap(({ service, markup }) => {
    const hosts = new Set<string>();
    const loads = new Set<string>();
    const sheets = new Set<string>();
    const kinds = new Set<MarkupKind>();
    for (const { kind, patterns } of markup) {
      const inline = kind === 'script' ? page.inline_script_urls : [];
      const urls = [...(seen.get(kind) ?? []), ...inline];
      if (urls.length === 0) continue;
      for (const { pattern, pieces } of patterns) {
        const whole = urls.filter((url) => addressMatches(pieces, url));
        for (const url of whole) {
          hosts.add(firstStar(pattern, url));
          if (kind === 'style') sheets.add(url);
        }
        const loaded = inline.filter((url) => addressMatches(pieces, url) || loaderMatches(pattern, url));
        for (const url of loaded) loads.add(url);
        if (whole.length + loaded.length > 0) kinds.add(kind);
      }
    }
    if (kinds.size === 0 || (service.all === true && kinds.size < markup.length)) return [];
    return [
      { ...service, loads: [...loads], sheets: [...sheets], csp: filled(service.csp, [...hosts].filter(isHost)) },
    ];
  });
  const ids = new Set(found.map(({ id }) => id));
  return found.filter(({ unless }) => !unless?.some((id) => ids.has(id)));
}

/** What the first `*` of the pattern stands for, up to the next slash. */
function firstStar(pattern: string, url: string): string {
  const start = pattern.indexOf('*');
  return start < 0 ? '' : (url.slice(start).split('/', 1)[0] ?? '');
}

function isHost(text: string): boolean {
  // A version (`2.1`) is none.
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/u.test(text);
}

function filled(csp: CspService['csp'], hosts: readonly string[]): CspService['csp'] {
  const entries = Object.entries(csp).map(([directive, sources]): [string, string[]] => [
    directive,
    sources.flatMap((source) => (source.includes('{1}') ? hosts.map((host) => source.replace('{1}', host)) : [source])),
  ]);
  return Object.fromEntries(entries.filter(([, sources]) => sources.length > 0));
}

/** `*` stands for any run of characters. Pieces are looked for from left to right, which is linear. */
function addressMatches([first = '', ...pieces]: readonly string[], url: string): boolean {
  if (!url.startsWith(first)) return false;
  let at = first.length;
  for (const [index, piece] of pieces.entries()) {
    const last = index === pieces.length - 1;
    const found = last ? url.lastIndexOf(piece) : url.indexOf(piece, at);
    if (found < at || (last && piece !== '' && found + piece.length !== url.length)) return false;
    at = found + piece.length;
  }
  return pieces.length > 0 || url === first;
}

/**
 * An inline loader names the address up to where its script puts the account's number in; an address with a file name
 * is whole. A star in the host tells nothing of it, and neither does a pattern that asks for a value in the query.
 */
function loaderMatches(pattern: string, url: string): boolean {
  const start = (pattern.split('*', 1)[0] ?? '').replace(/\?\w*=?$/u, '');
  if (!/^https:\/\/[^/]+\/[^?]*$/u.test(start)) return false;
  const { pathname } = new URL(url);
  return url.startsWith(start)
    ? url === start || !/\.[a-z]+$/iu.test(pathname)
    : pathname.length > 1 && start.startsWith(url);
}
