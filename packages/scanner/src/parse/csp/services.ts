import services from '../../data/csp-services.json' with { type: 'json' };
import type { PageEvidence } from '../../evidence/page.ts';

/** An embedded service that the markup shows, and what it loads according to its documentation. */
interface CspService {
  id: string;
  name: string;
  /** `documented` by its provider, reported in issue `threads`, or `recalled`: a proposal that no provider confirms. */
  basis: 'documented' | 'threads' | 'recalled';
  markup: Readonly<Partial<Record<MarkupKind, readonly string[]>>>;
  /** `{1}` is replaced by the host that the first `*` of the address matched. */
  csp: Readonly<Record<string, readonly string[]>>;
  /**
   * Works only with a nonce and 'strict-dynamic': no list of hosts is documented, or the list would be far too broad.
   */
  strict?: boolean;
  /** Found only if every kind of its markup is present. By default any one is enough. */
  all?: boolean;
  /** Rows that replace this one if they are found, for example for a region with its own hosts. */
  unless?: readonly string[];
}

/**
 * The service, with the scripts that inline loaders on the page fetch for it, and with its style sheets on the page.
 */
export interface CspServiceFound extends CspService {
  loads: readonly string[];
  sheets: readonly string[];
}

/** `inline`: a URL that scripts of the page use as a setting and do not load as a script. */
type MarkupKind = 'script' | 'style' | 'frame' | 'image' | 'form' | 'inline';

/** Date of the last review of the table. */
export const CSP_SERVICES_DATE: string = services.compiled;

/** Parsed once: each page is compared with about a hundred patterns. */
interface Pattern {
  text: string;
  pieces: readonly string[];
  /** The beginning of an inline loader's URL. Null if no inline loader can show the pattern. */
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
  /** Those of `all` that inline scripts name and that a loader may fetch. */
  inline: readonly string[];
}

/** Services in the order of the table. Matched by URL only: of elements, of forms and inside inline scripts. */
export function servicesOn(page: PageEvidence): CspServiceFound[] {
  const addresses = addressesOn(page);
  const found: CspServiceFound[] = [];
  for (const { service, markup } of ALL) {
    // Most services are absent: nothing is allocated for those.
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

/** Whether a service serves the script under this URL. Such files change with the service. */
export function isServiceScript(url: string): boolean {
  return ALL.some(({ markup }) =>
    markup.some(
      ({ kind, patterns }) => kind === 'script' && patterns.some(({ pieces }) => addressMatches(pieces, url)),
    ),
  );
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
  const resources = [...page.resources, ...(page.held_resources ?? [])];
  // Browsers upgrade http resources of a secure page, so the scheme does not matter.
  const of = (kind: MarkupKind): string[] =>
    resources.filter((resource) => resource.kind === kind).map(({ url }) => url.replace(/^http:/u, 'https:'));
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

/** The part of the URL that the first `*` of the pattern matches, up to the next slash. */
function firstStar(pattern: string, url: string): string {
  const start = pattern.indexOf('*');
  return start < 0 ? '' : (url.slice(start).split('/', 1)[0] ?? '');
}

function isHost(text: string): boolean {
  // A version (`2.1`) is not a host.
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/u.test(text);
}

function filled(csp: CspService['csp'], hosts: readonly string[]): CspService['csp'] {
  const entries = Object.entries(csp).map(([directive, sources]): [string, string[]] => [
    directive,
    sources.flatMap((source) => (source.includes('{1}') ? hosts.map((host) => source.replace('{1}', host)) : [source])),
  ]);
  return Object.fromEntries(entries.filter(([, sources]) => sources.length > 0));
}

/** `*` matches any characters. The parts are searched from left to right, which takes linear time. */
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

/** Null for a pattern with a star in the host or a required query value: neither identifies a loader's URL. */
function loaderOf(pattern: string): string | null {
  const start = (pattern.split('*', 1)[0] ?? '').replace(/\?\w*=?$/u, '');
  return /^https:\/\/[^/]+\/[^?]*$/u.test(start) ? start : null;
}

/**
 * An inline loader contains the URL up to the account number that its script inserts. A URL with a file name is
 * complete.
 */
function loaderMatches(start: string | null, url: string): boolean {
  if (start === null) return false;
  if (url.startsWith(start)) return url === start || !/\.[a-z]+$/iu.test(new URL(url).pathname);
  return start.startsWith(url) && new URL(url).pathname.length > 1;
}
