/** An address in a style sheet, with the directive that governs it. */
export interface SheetAddress {
  directive: 'font-src' | 'img-src';
  /** As written. */
  address: string;
}

/** Each part of a style sheet that matters here: comments, strings, addresses, and the bounds of rules. */
const PART = /\/\*|["']|\burl\(\s*|[{};]|@[\w-]+/giu;
/** The rest of a string, with its end. */
const REST = { '"': /(?:[^"\\]|\\[^])*"/uy, "'": /(?:[^'\\]|\\[^])*'/uy } as const;
/** Their addresses are style sheets that were loaded, or only names. */
const OTHERS: ReadonlySet<string> = new Set(['@import', '@namespace', '@document', '@-moz-document']);

/**
 * Fonts and images that a style sheet names, whether this page uses them or not: icons of a closed menu, of a field with an
 * error, for small screens, under the pointer. Takes linear time for any text.
 */
export function addressesIn(css: string): SheetAddress[] {
  const found: SheetAddress[] = [];
  const part = new RegExp(PART);
  let rule = '';
  /** @returns the string that begins after its opening quote at `from`; null: it has no end */
  const string = (quote: '"' | "'", from: number): string | null => {
    const rest = new RegExp(REST[quote]);
    rest.lastIndex = from;
    const text = rest.exec(css)?.[0];
    part.lastIndex = text === undefined ? css.length : from + text.length;
    return text === undefined ? null : text.slice(0, -1);
  };
  for (let next = part.exec(css); next; next = part.exec(css)) {
    const [text] = next;
    const after = next.index + text.length;
    if (text === '/*') part.lastIndex = endOf(css, '*/', after) + 2;
    else if (text === '"' || text === "'") string(text, after);
    else if (text === '}' || text === ';') rule = rule === '@font-face' && text === ';' ? rule : '';
    else if (text.startsWith('@')) rule = text.toLowerCase();
    else if (text !== '{') {
      const quote = css[after];
      const quoted = quote === '"' || quote === "'";
      const end = quoted ? 0 : endOf(css, ')', after);
      if (!quoted) part.lastIndex = end;
      const address = quoted ? string(quote, after + 1) : css.slice(after, end).trim();
      if (address && !address.startsWith('#') && !OTHERS.has(rule))
        found.push({ directive: rule === '@font-face' ? 'font-src' : 'img-src', address: unescaped(address) });
    }
  }
  return found;
}

function endOf(css: string, mark: string, from: number): number {
  const at = css.indexOf(mark, from);
  return at === -1 ? css.length : at;
}

/** CSS Syntax §4.3.7. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(?:([\da-f]{1,6})\s?|\n|([^]))/giu, (_all, hex: string | undefined, other = '') => {
    if (hex === undefined) return other;
    const code = Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}
