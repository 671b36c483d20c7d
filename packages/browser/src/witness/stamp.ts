import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

export interface Stamps {
  /** For every script and style element, as a server would write it. */
  nonce?: string;
  /** `integrity` by absolute address; the element gets `crossorigin` too where it has none. */
  integrity?: ReadonlyMap<string, string>;
}

/**
 * The same page with attributes added to its script and style elements, nothing else changed.
 * @param html as bytes: each one character, so that no encoding is touched
 */
export function stamped(html: string, base: string, { nonce, integrity }: Stamps): string {
  const inserts: { at: number; text: string }[] = [];
  const visit = (node: Node): void => {
    if ('tagName' in node && (node.tagName === 'script' || node.tagName === 'style')) {
      const at = node.sourceCodeLocation?.startTag?.startOffset;
      const text = attributesFor(node, base, nonce, integrity);
      if (at !== undefined && text !== '') inserts.push({ at: at + 1 + node.tagName.length, text });
    }
    if ('content' in node) return;
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(html, { sourceCodeLocationInfo: true }));
  let result = html;
  for (const { at, text } of inserts.toSorted((a, b) => b.at - a.at))
    result = result.slice(0, at) + text + result.slice(at);
  return result;
}

/** The first of several equal attributes counts: one that is there already wins by standing behind. */
function attributesFor(
  { tagName, attrs }: DefaultTreeAdapterTypes.Element,
  base: string,
  nonce: string | undefined,
  integrity: Stamps['integrity'],
): string {
  const has = (name: string): boolean => attrs.some((attribute) => attribute.name === name);
  const parts = nonce === undefined ? [] : [` nonce="${nonce}"`];
  const src = tagName === 'script' ? attrs.find(({ name }) => name === 'src')?.value : undefined;
  const hash = src === undefined ? undefined : integrity?.get(URL.parse(src, base)?.href ?? '');
  if (hash !== undefined && !has('integrity')) {
    parts.push(` integrity="${hash}"`);
    if (!has('crossorigin')) parts.push(' crossorigin="anonymous"');
  }
  return parts.join('');
}
