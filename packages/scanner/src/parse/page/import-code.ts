/** Longer than what may stand between `import` and its specifier. */
const TAIL = 24;
const SPECIFIER = /\b(?:from|import|import\s{0,4}\(|export)\s{0,6}$/u;
const REGEX = /(?:^|[(,=:[!&|?{};+\-*%<>~^\n]|\b(?:return|typeof|case))\s*$/u;

/**
 * The code of a script without its comments, regular expressions and texts, except those that an import names. What a
 * text says of imports is no import. One pass, and not a parser: it needs only to find where texts end.
 */
export function importCode(text: string): string {
  const kept: string[] = [];
  /** Of each open brace: whether it began in a template. */
  const braces: boolean[] = [];
  let tail = '';
  let at = 0;
  const keep = (piece: string): void => {
    kept.push(piece);
    tail = (tail + piece.slice(-TAIL)).slice(-TAIL);
  };
  /** From the beginning of a template, or from the end of a substitution in it. */
  const template = (start: number): void => {
    const { end, isOpen } = endOfTemplate(text, start + 1);
    keep(!isOpen && text[start] === '`' && SPECIFIER.test(tail) ? text.slice(start, end) : "''");
    if (isOpen) braces.push(true);
    at = end;
  };
  const special = /["'`/{}]/gu;
  while (at < text.length) {
    special.lastIndex = at;
    const found = special.exec(text);
    if (!found) break;
    keep(text.slice(at, found.index));
    at = found.index;
    const [sign] = found;
    const next = text[at + 1];
    if (sign === '`') template(at);
    else if (sign === '}' && braces.pop() === true) template(at);
    else if (sign === '{' || sign === '}') {
      if (sign === '{') braces.push(false);
      keep(sign);
      at++;
    } else if (sign === '/' && next === '/') at = indexFrom(text, '\n', at);
    else if (sign === '/' && next === '*') {
      at = indexFrom(text, '*/', at + 2) + 2;
      keep(' ');
    } else if (sign === '/' && !REGEX.test(tail)) {
      keep(sign);
      at++;
    } else {
      const end = sign === '/' ? endOfRegex(text, at + 1) : endOfText(text, at + 1, sign);
      keep(sign !== '/' && SPECIFIER.test(tail) ? text.slice(at, end) : "''");
      at = end;
    }
  }
  kept.push(text.slice(at));
  return kept.join('');
}

function indexFrom(text: string, sought: string, from: number): number {
  const found = text.indexOf(sought, from);
  return found < 0 ? text.length : found;
}

/** Position after the closing quote, or of the line's end. */
function endOfText(text: string, from: number, quote: string): number {
  let at = from;
  for (; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at + 1;
  }
  return at;
}

function endOfRegex(text: string, from: number): number {
  let isClass = false;
  for (let at = from; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '[') isClass = true;
    else if (text[at] === ']') isClass = false;
    else if (text[at] === '/' && !isClass) return at + 1;
  }
  return from;
}

function endOfTemplate(text: string, from: number): { end: number; isOpen: boolean } {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '`') return { end: at + 1, isOpen: false };
    else if (text[at] === '$' && text[at + 1] === '{') return { end: at + 2, isOpen: true };
  }
  return { end: text.length, isOpen: false };
}
