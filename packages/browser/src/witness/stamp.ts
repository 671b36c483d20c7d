import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;
type Element = DefaultTreeAdapterTypes.Element;

export interface Stamps {
  /** For every script and style element, as a server would write it. */
  nonce?: string;
  /** `integrity` by absolute address; the element gets `crossorigin` too where it has none. */
  integrity?: ReadonlyMap<string, string>;
}

/** Where the script elements of a page come from. */
export function scriptAddresses(html: string, page: string): Set<string> {
  const found = new Set<string>();
  const document = parse(html);
  const base = baseOf(document, page);
  walk(document, (element) => {
    const src = sourceOf(element);
    const url = src === undefined ? undefined : URL.parse(src, base)?.href;
    if (url !== undefined) found.add(url);
  });
  return found;
}

/**
 * The same page with attributes added to its script and style elements, nothing else changed.
 * @param html as bytes: each one character, so that no encoding is touched
 */
export function stamped(html: string, page: string, { nonce, integrity }: Stamps): string {
  const inserts: { at: number; text: string }[] = [];
  const document = parse(html, { sourceCodeLocationInfo: true });
  const base = baseOf(document, page);
  walk(document, (element) => {
    if (element.tagName !== 'script' && element.tagName !== 'style') return;
    const at = element.sourceCodeLocation?.startTag?.startOffset;
    const text = attributesFor(element, base, nonce, integrity);
    if (at !== undefined && text !== '') inserts.push({ at: at + 1 + element.tagName.length, text });
  });
  let result = html;
  for (const { at, text } of inserts.toSorted((a, b) => b.at - a.at))
    result = result.slice(0, at) + text + result.slice(at);
  return result;
}

/** Of what stands in the document itself; nothing in a template runs. */
function walk(node: Node, visit: (element: Element) => void): void {
  if ('tagName' in node) visit(node);
  if ('content' in node) return;
  if ('childNodes' in node) for (const child of node.childNodes) walk(child, visit);
}

function baseOf(document: Node, page: string): string {
  let href: string | undefined;
  walk(document, ({ tagName, attrs }) => {
    if (tagName === 'base') href ??= attrs.find(({ name }) => name === 'href')?.value;
  });
  return URL.parse(href ?? '', page)?.href ?? page;
}

function sourceOf({ tagName, attrs }: Element): string | undefined {
  return tagName === 'script' ? attrs.find(({ name }) => name === 'src')?.value : undefined;
}

/** The first of several equal attributes counts: one that is there already wins by standing behind. */
function attributesFor(
  element: Element,
  base: string,
  nonce: string | undefined,
  integrity: Stamps['integrity'],
): string {
  const has = (name: string): boolean => element.attrs.some((attribute) => attribute.name === name);
  const parts = nonce === undefined ? [] : [` nonce="${nonce}"`];
  const src = sourceOf(element);
  const hash = src === undefined ? undefined : integrity?.get(URL.parse(src, base)?.href ?? '');
  if (hash !== undefined && !has('integrity')) {
    parts.push(` integrity="${hash}"`);
    if (!has('crossorigin')) parts.push(' crossorigin="anonymous"');
  }
  return parts.join('');
}
