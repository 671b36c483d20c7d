import { MONO, SANS, SCRIPTS, type Slice } from './font-slices.ts';
import { openFont } from './glyphs.ts';

/** Character width of the monospaced face, in ems. */
const MONO_EM = 0.6;

export type Weight = 400 | 600 | 700;

export function monoColumns(width: number, fontSize: number): number {
  return Math.max(8, Math.floor(width / (fontSize * MONO_EM)));
}

/** One printed line: a line of the text, or a piece of one that is too long. */
export interface CodeLine {
  text: string;
  part: 'whole' | 'first' | 'next';
  /** The line as in the text. */
  whole: string;
}

/**
 * Breaks code and evidence at fixed columns. The renderer's own line breaking would add a
 * hyphen that is not in the value, or run off the page.
 */
export function wrapCode(text: string, columns: number): CodeLine[] {
  return text.split('\n').flatMap((whole): CodeLine[] => {
    const pieces = wrapLine(whole, columns, monoWidth, 0.55, false);
    if (pieces.length === 1) return [{ text: pieces[0] ?? '', part: 'whole', whole }];
    return pieces.map((piece, index) => ({ text: piece, part: index === 0 ? 'first' : 'next', whole }));
  });
}

function monoWidth(character: string): number {
  return (character.codePointAt(0) ?? 0) < 0x300 ? 1 : 2;
}

/** Breaks prose into lines that are sure to fit, so that its height is known before it is drawn. */
export function wrapProse(text: string, width: number, fontSize: number, weight: Weight = 400): string[] {
  const limit = (width - 1) / fontSize;
  return text.split('\n').flatMap((line) => wrapLine(line, limit, (character) => advance(character, weight), 0, true));
}

/** The first line of it, with an ellipsis if it is cut. */
export function cutProse(text: string, width: number, fontSize: number, weight: Weight = 400): string {
  const limit = (width - 1) / fontSize;
  let used = 0;
  let out = '';
  for (const character of text) {
    used += advance(character, weight);
    if (used > limit - 1) return `${out.trimEnd()}…`;
    out += character;
  }
  return out;
}

const advances = new Map<Weight, Map<string, number>>();

/** Width of a character in ems, without kerning, which only brings letters closer. */
function advance(character: string, weight: Weight): number {
  let known = advances.get(weight);
  if (known === undefined) advances.set(weight, (known = new Map<string, number>()));
  let width = known.get(character);
  if (width === undefined) known.set(character, (width = advanceIn(character, weight)));
  return width;
}

function advanceIn(character: string, weight: Weight): number {
  const codePoint = character.codePointAt(0) ?? 0;
  for (const slice of [...SANS, ...SCRIPTS, ...MONO]) {
    const font = openFont(fileOf(slice, weight));
    if (!font.hasGlyphForCodePoint(codePoint)) continue;
    try {
      return font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm;
    } catch {
      // An empty glyph at the end of its file (see glyphs.ts).
      return 1;
    }
  }
  // CJK and its punctuation.
  return 1;
}

function fileOf(slice: Slice, weight: Weight): string {
  const file = slice.files.find((one) => one.weight === weight) ?? slice.files.at(-1);
  if (file === undefined) throw new Error(`${slice.family} has no font file`);
  return file.path;
}

/**
 * Greedy. `words`: prose, which is broken only at spaces, so that a check id, a header name or a URL in it can be copied;
 * only a word that fills a line is broken, at its own punctuation if it has any. Otherwise code, which is broken at a
 * space or after URL punctuation if that fills more than `fill` of the line, otherwise anywhere.
 */
function wrapLine(
  line: string,
  limit: number,
  widthOf: (character: string) => number,
  fill: number,
  words: boolean,
): string[] {
  const characters = [...line];
  const out: string[] = [];
  let from = 0;
  let used = 0;
  let soft = -1;
  let inWord = -1;
  const pass = (character: string, at: number) => {
    if (parts(character, words)) soft = at + 1;
    else if (words && WORD_PARTS.includes(character)) inWord = at + 1;
  };
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    // A space may extend beyond the edge.
    const width = character === ' ' ? 0 : widthOf(character);
    while (used + width > limit && at > from) {
      const best = soft > from ? soft : inWord;
      const end = best > from && best - from > (at - from) * fill ? best : at;
      out.push(characters.slice(from, end).join('').trimEnd());
      from = end;
      if (words) while (characters[from] === ' ') from += 1;
      at = Math.max(at, from);
      soft = -1;
      inWord = -1;
      used = 0;
      for (let back = from; back < at; back += 1) {
        const passed = characters[back] ?? '';
        used += widthOf(passed);
        pass(passed, back);
      }
    }
    const passed = characters[at] ?? '';
    used += widthOf(passed);
    pass(passed, at);
  }
  out.push(characters.slice(from).join(''));
  return out;
}

const WORD_PARTS = '/-.,;?&=';

function parts(character: string, words: boolean): boolean {
  return words ? ' –—'.includes(character) : ' ;,/&?'.includes(character);
}
