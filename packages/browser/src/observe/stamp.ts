import { createHash } from 'node:crypto';
import { ImportMaps } from '@palisade/scanner/parse/page/import-maps';
import { scanHtml, type HtmlElement } from '@palisade/scanner/parse/page/html-scan';

export interface Stamps {
  /** For every script and style element, as a server would write it; replaces the server's own. */
  nonce?: string;
  /** `integrity` by absolute address; the element also gets `crossorigin` if it has none. */
  integrity?: ReadonlyMap<string, string>;
}

export interface ServedParts {
  /** `action` and `method` of each form, as written. */
  forms: string[];
  /** Of inline scripts and styles. */
  hashes: Set<string>;
  /** The nonces that the server wrote: the first few different ones. */
  nonces: ReadonlySet<string>;
  /** The policies in `meta` elements of its head, which no header can undo. Those after its head have no effect. */
  policies: string[];
}

/** Positions of a page's scripts and styles, and other facts from its markup. */
interface Markup extends ServedParts {
  elements: Pick<HtmlElement, 'name' | 'attributes' | 'at'>[];
  base: string;
  nonces: Set<string>;
  /** Hashes of modules, by address. */
  mapped: ReadonlyMap<string, string>;
}

/** Four megabytes can contain a million tags; working pages have far fewer. */
const LIMITS = { maxTags: 400_000, maxDepth: 2_000, places: true };
const IMPORT_MAP = /^\s*importmap\s*$/iu;
const CSP = /^\s*content-security-policy\s*$/iu;
/** Such a value is unique: no text contains it by chance. */
const LEAST_NONCE = 8;
/** The nonces that a server wrote. Each is searched for in the whole text. */
const MOST_NONCES = 4;

/** Without a tree, which would take more than linear time and memory for untrusted markup; nothing in a template runs. */
function read(html: string, page: string): Markup {
  const found: Omit<Markup, 'base' | 'mapped'> = {
    elements: [],
    nonces: new Set(),
    forms: [],
    hashes: new Set(),
    policies: [],
  };
  const maps = new ImportMaps();
  let base: string | undefined;
  let [external, map] = [false, false];
  scanHtml(
    html,
    {
      start({ name, attributes, foreign, inert, inHead, at }) {
        if (inert) return;
        const nonce = attributes.get('nonce') ?? '';
        if (nonce.length >= LEAST_NONCE && found.nonces.size < MOST_NONCES) found.nonces.add(nonce);
        if (name === 'script' || name === 'style') {
          found.elements.push({ name, attributes, at });
          external = name === 'script' && attributes.has('src');
          map = name === 'script' && IMPORT_MAP.test(attributes.get('type') ?? '');
        }
        if (foreign) return;
        if (name === 'base') base ??= attributes.get('href');
        if (name === 'form')
          found.forms.push(`${attributes.get('action') ?? ''} ${attributes.get('method') ?? ''}`.slice(0, 2000));
        if (name === 'meta' && inHead && CSP.test(attributes.get('http-equiv') ?? ''))
          found.policies.push(Buffer.from(attributes.get('content') ?? '', 'latin1').toString());
      },
      end: () => undefined,
      text(name, text) {
        if (name === 'title' || external) return;
        if (map) maps.map(Buffer.from(text, 'latin1').toString(), URL.parse(base ?? '', page)?.href ?? page);
        found.hashes.add(`sha256-${createHash('sha256').update(text, 'latin1').digest('base64')}`);
      },
    },
    LIMITS,
  );
  return { ...found, base: URL.parse(base ?? '', page)?.href ?? page, mapped: maps.integrity };
}

/** Facts from the markup before any script ran. */
export function servedParts(html: string): ServedParts {
  const { forms, hashes, nonces, policies } = read(html, 'https://invalid/');
  return { forms, hashes, nonces, policies };
}

/**
 * Hashes of script files by address, from the elements as served, which a script may have removed since, and from import maps.
 * Those of import maps hold for all modules without an attribute (HTML §8.1.6.2).
 */
export function servedIntegrity(html: string, page: string): Map<string, string> {
  const { elements, base, mapped } = read(html, page);
  const own = elements.flatMap((element): [string, string][] => {
    const [src, hash] = [sourceOf(element, base), element.attributes.get('integrity')];
    return src === undefined || hash === undefined ? [] : [[src, hash]];
  });
  return new Map([...mapped, ...own]);
}

/** Where the script elements of a page come from. */
export function scriptAddresses(html: string, page: string): Set<string> {
  const { elements, base } = read(html, page);
  return new Set(elements.flatMap((element) => sourceOf(element, base) ?? []));
}

/**
 * Adds attributes to the script and style elements of a page and changes nothing else.
 * @param html one character per byte, so that no encoding is affected
 */
export function stamped(html: string, page: string, { nonce, integrity }: Stamps): string {
  const { elements, base, nonces } = read(html, page);
  const parts: string[] = [];
  let done = 0;
  for (const element of elements) {
    const at = element.at + 1 + element.name.length;
    parts.push(html.slice(done, at), attributesFor(element, base, nonce, integrity));
    done = at;
    const own = nonce !== undefined && element.attributes.has('nonce') ? nonceAt(html, at) : null;
    if (own === null) continue;
    parts.push(html.slice(at, own.start));
    done = own.end;
  }
  let result = parts.join('') + html.slice(done);
  for (const own of nonce === undefined ? [] : nonces) result = result.replaceAll(own, nonce ?? '');
  return result;
}

function sourceOf({ name, attributes }: Markup['elements'][number], base: string): string | undefined {
  const src = name === 'script' ? attributes.get('src') : undefined;
  return src === undefined ? undefined : URL.parse(src, base)?.href;
}

const ATTRIBUTE = /[\s/]+([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*))?/gy;

/**
 * The first `nonce` among the attributes that begin at `at`. It must not stay next to ours: Chromium ignores the nonce of a script
 * with two attributes of one name (CSP3 §6.7.3.1).
 */
function nonceAt(html: string, at: number): { start: number; end: number } | null {
  ATTRIBUTE.lastIndex = at;
  for (let found = ATTRIBUTE.exec(html); found !== null; found = ATTRIBUTE.exec(html))
    if (found[1]?.toLowerCase() === 'nonce') return { start: found.index, end: ATTRIBUTE.lastIndex };
  return null;
}

/** Of several attributes with the same name, the first counts, so ours go before an existing one. */
function attributesFor(
  element: Markup['elements'][number],
  base: string,
  nonce: string | undefined,
  integrity: Stamps['integrity'],
): string {
  const { attributes } = element;
  const parts = nonce === undefined ? [] : [` nonce="${nonce}"`];
  const src = sourceOf(element, base);
  const hash = src === undefined ? undefined : integrity?.get(src);
  if (hash !== undefined && !attributes.has('integrity')) {
    parts.push(` integrity="${hash}"`);
    if (!attributes.has('crossorigin')) parts.push(' crossorigin="anonymous"');
  }
  return parts.join('');
}
