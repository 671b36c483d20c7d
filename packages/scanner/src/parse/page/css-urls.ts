export interface CssUrl {
  url: string;
  kind: 'style' | 'font' | 'image';
}

/**
 * The URLs that a style sheet loads: `@import`, `url()` in rules, fonts in `@font-face`, and the strings of `image-set()`.
 * A lexer for this purpose only, not a CSS parser: one pass without backtracking. Fragment-only references load nothing.
 */
export function cssUrls(css: string): CssUrl[] {
  const found: CssUrl[] = [];
  let at = 0;
  let inFontFace = false;
  /** After `@import` the next string or url() is a style sheet. After `@namespace` it is only a name: `nothing`. */
  let pending: 'import' | 'nothing' | null = null;
  /**
   * Browsers ignore `@import` after any rule but `@charset` and empty `@layer` (CSS Cascade 5 §2), for example in the middle
   * of joined style sheets, and after an `@layer` that follows an `@import`.
   */
  let mayImport = true;
  let imported = false;
  /** Before the first character of a rule. Without `@`, it begins a style rule, which ends at the next block. */
  let atStart = true;
  let depth = 0;
  /** The depth within `image-set()`, where a string is a URL (CSS Images 4), unlike in `type()` below it. 0: outside. */
  let imageSet = 0;

  const add = (url: string): void => {
    const kind = pending === 'import' ? 'style' : inFontFace ? 'font' : 'image';
    if (pending !== 'nothing' && url !== '' && !url.startsWith('#')) found.push({ url, kind });
    pending = null;
  };

  while (at < css.length) {
    const char = css[at] ?? '';
    if (atStart && !BEFORE_RULE.test(char) && !(char === '/' && css[at + 1] === '*')) {
      if (char !== '@') mayImport = false;
      atStart = false;
    }
    if (char === '/' && css[at + 1] === '*') {
      const close = css.indexOf('*/', at + 2);
      at = close < 0 ? css.length : close + 2;
    } else if (char === '"' || char === "'") {
      const { value, next } = readString(css, at);
      if (pending || (imageSet > 0 && depth === imageSet)) add(value);
      at = next;
    } else if (char === '@') {
      if (begins('@import', css, at)) {
        pending = mayImport ? 'import' : 'nothing';
        imported = true;
      } else if (begins('@namespace', css, at)) {
        pending = 'nothing';
        mayImport = false;
      } else if (imported && begins('@layer', css, at)) mayImport = false;
      else if (begins('@font-face', css, at)) inFontFace = true;
      at++;
    } else if (char === 'u' || char === 'U') {
      if (!begins('url(', css, at) || isNameChar(css[at - 1])) {
        at++;
        continue;
      }
      const { value, next } = readUrl(css, at + 4);
      add(value);
      at = next;
    } else if (char === '(' || char === ')') {
      depth = char === '(' ? depth + 1 : Math.max(0, depth - 1);
      if (depth < imageSet) imageSet = 0;
      else if (char === '(' && imageSet === 0 && endsInImageSet(css, at)) imageSet = depth;
      at++;
    } else {
      if (char === '{') mayImport = false;
      if (char === '}') inFontFace = false;
      // What was not closed ends here.
      if (char === ';' || char === '{' || char === '}') {
        pending = null;
        depth = 0;
        imageSet = 0;
        atStart = true;
      }
      at++;
    }
  }
  return found;
}

/** Whitespace, and the marks of HTML comments, which older pages have around style sheets. */
const BEFORE_RULE = /[\s<!>-]/u;

/**
 * Case-insensitive. Lowercases only this piece, because V8 may move a lowercased copy of the whole text into the loop
 * and make it again for every character.
 */
function begins(word: string, css: string, at: number): boolean {
  return css.slice(at, at + word.length).toLowerCase() === word;
}

/** `image-set(` or `-webkit-image-set(`, which ends at `at`. */
function endsInImageSet(css: string, at: number): boolean {
  return /(?:^|[^\w\u0080-\uffff-])(?:-webkit-)?image-set$/iu.test(css.slice(Math.max(0, at - 18), at));
}

function isNameChar(char: string | undefined): boolean {
  return char !== undefined && /[\w\-\u0080-\uffff]/u.test(char);
}

/** Reads a quoted string that begins at `from`; a bare newline ends it (CSS Syntax §4.3.5). */
function readString(css: string, from: number): { value: string; next: number } {
  const quote = css[from];
  let at = from + 1;
  while (at < css.length && css[at] !== quote && css[at] !== '\n') at += css[at] === '\\' ? 2 : 1;
  return { value: unescapeCss(css.slice(from + 1, at)), next: at + 1 };
}

function readUrl(css: string, from: number): { value: string; next: number } {
  let at = from;
  while (at < css.length && /\s/u.test(css.charAt(at))) at++;
  if (css[at] === '"' || css[at] === "'") return readString(css, at);
  const start = at;
  while (at < css.length && css[at] !== ')') at += css[at] === '\\' ? 2 : 1;
  return { value: unescapeCss(css.slice(start, at).trim()), next: at + 1 };
}

/** `\3A ` → `:`, `\/` → `/` (CSS Syntax §4.3.7). */
function unescapeCss(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:([0-9a-f]{1,6})\s?|\n|([^]))/giu,
    (_whole, hex: string | undefined, plain: string | undefined) => {
      if (hex === undefined) return plain ?? '';
      const code = Number.parseInt(hex, 16);
      return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
        ? '\ufffd'
        : String.fromCodePoint(code);
    },
  );
}
