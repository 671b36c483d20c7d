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

/** Taken apart once: a page is compared with some hundred patterns. */
interface Pattern {
  text: string;
  pieces: readonly string[];
  /** Of an inline loader's address; null for a pattern that none of them can show. */
  loader: string | null;
}

const ALL = (services.services as unknown as readonly CspService[]).map((service) => ({
  service,
  markup: Object.entries(service.markup).map(([kind, patterns]) => ({
    kind: kind as MarkupKind,
    patterns: patterns.map((text): Pattern => ({ text, pieces: text.split('*'), loader: loaderOf(text) })),
  })),
}));

interface Addresses {
  all: readonly string[];
  /** Of these, those that inline scripts name, where one may be what a loader fetches. */
  inline: readonly string[];
}

/** In the order of the table. Matched by address alone: by elements, forms and the addresses inside inline scripts. */
export function servicesOn(page: PageEvidence): CspServiceFound[] {
  const addresses = addressesOn(page);
  const found: CspServiceFound[] = [];
  for (const { service, markup } of ALL) {
    // Nearly every service is on no page: nothing is made for those.
    let shown: Shown | undefined;
    for (const { kind, patterns } of markup) {
      const { all, inline } = addresses.get(kind) ?? NONE;
      if (all.length === 0 && inline.length === 0) continue;
      for (const { text, pieces, loader } of patterns) {
        for (const url of all) {
          if (!addressMatches(pieces, url)) continue;
          shown ??= nothingYet();
          shown.kinds.add(kind);
          shown.hosts.add(firstStar(text, url));
          if (kind === 'style') shown.sheets.add(url);
        }
        for (const url of inline) {
          if (!addressMatches(pieces, url) && !loaderMatches(loader, url)) continue;
          shown ??= nothingYet();
          shown.kinds.add(kind);
          shown.loads.add(url);
        }
      }
    }
    if (!shown || (service.all === true && shown.kinds.size < markup.length)) continue;
    const { hosts, loads, sheets } = shown;
    const csp = filled(service.csp, [...hosts].filter(isHost));
    found.push({ ...service, loads: [...loads], sheets: [...sheets], csp });
  }
  const ids = new Set(found.map(({ id }) => id));
  return found.filter(({ unless }) => !unless?.some((id) => ids.has(id)));
}

/** What the markup shows of one service. */
interface Shown {
  hosts: Set<string>;
  loads: Set<string>;
  sheets: Set<string>;
  kinds: Set<MarkupKind>;
}

function nothingYet(): Shown {
  return { hosts: new Set(), loads: new Set(), sheets: new Set(), kinds: new Set() };
}

const NONE: Addresses = { all: [], inline: [] };

function addressesOn(page: PageEvidence): ReadonlyMap<MarkupKind, Addresses> {
  const inline = page.inline_script_urls;
  const of = (kind: MarkupKind): string[] =>
    page.resources.filter((resource) => resource.kind === kind).map(({ url }) => url);
  const forms = page.forms.flatMap(({ action }) => (action === null ? [] : [action]));
  return new Map<MarkupKind, Addresses>([
    ['script', { all: [...of('script'), ...inline], inline }],
    ['style', { all: of('style'), inline: [] }],
    ['frame', { all: of('frame'), inline: [] }],
    ['image', { all: of('image'), inline: [] }],
    ['form', { all: forms, inline: [] }],
    ['inline', { all: inline, inline: [] }],
  ]);
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
function addressMatches(pieces: readonly string[], url: string): boolean {
  const [first = ''] = pieces;
  if (!url.startsWith(first)) return false;
  let at = first.length;
  for (let index = 1; index < pieces.length; index += 1) {
    const piece = pieces[index] ?? '';
    const last = index === pieces.length - 1;
    const found = last ? url.lastIndexOf(piece) : url.indexOf(piece, at);
    if (found < at || (last && piece !== '' && found + piece.length !== url.length)) return false;
    at = found + piece.length;
  }
  return pieces.length > 1 || url === first;
}

/** A star in the host tells nothing of a loader's address, and neither does a pattern that asks for a value in the query. */
function loaderOf(pattern: string): string | null {
  const start = (pattern.split('*', 1)[0] ?? '').replace(/\?\w*=?$/u, '');
  return /^https:\/\/[^/]+\/[^?]*$/u.test(start) ? start : null;
}

/**
 * An inline loader names the address up to where its script puts the account's number in; an address with a file name
 * is whole.
 */
function loaderMatches(start: string | null, url: string): boolean {
  if (start === null) return false;
  if (url.startsWith(start)) return url === start || !/\.[a-z]+$/iu.test(new URL(url).pathname);
  return start.startsWith(url) && new URL(url).pathname.length > 1;
}
