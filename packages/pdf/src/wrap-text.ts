import { SANS } from './font-slices.ts';
import { openFont } from './glyphs.ts';

/** Column width of the monospaced face, in ems. */
export const MONO_EM = 0.6;

/** Drawn by one font file. */
const LATIN = /^[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018-\u201d\u2022\u2026\u2212\n]*$/u;

/** Characters that take a full em: CJK and its punctuation. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{20000}-\u{3ffff}]/u;

export function monoColumns(width: number, fontSize: number): number {
  return Math.max(8, Math.floor(width / (fontSize * MONO_EM)));
}

/**
 * Breaks code and evidence at fixed columns. The renderer's own breaking would add a
 * hyphen that the value does not have, or run off the page.
 */
export function wrapMono(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, columns, monoWidth, 0.55));
}

function monoWidth(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) < 0x300 ? 1 : 2;
  return width;
}

/** Prose as paragraphs; broken into lines only when some word alone is wider than the line. */
export function fitProse(text: string, width: number, fontSize: number, weight: 400 | 600 | 700 = 400): string[] {
  const measure = sansWidth(fontSize, weight);
  const limit = width - 1;
  // Where two fonts meet inside a word the renderer may break with a hyphen, drawn as a box when the font has none.
  const mixed = measure(text) > limit && !LATIN.test(text);
  if (!mixed && text.split(/\s/u).every((word) => word.length < 12 || measure(word) <= limit)) return text.split('\n');
  return text.split('\n').flatMap((line) => wrapLine(line, limit, measure, 0.7));
}

function sansWidth(fontSize: number, weight: 400 | 600 | 700): (text: string) => number {
  const path = SANS[0]?.files.find((file) => file.weight === weight)?.path;
  if (path === undefined) throw new Error(`no font of weight ${weight}`);
  const font = openFont(path);
  return (text) => {
    let width = 0;
    let latin = '';
    for (const character of text) {
      if (font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) latin += character;
      else width += WIDE.test(character) ? fontSize : fontSize * 0.8;
    }
    return width + (font.layout(latin).advanceWidth / font.unitsPerEm) * fontSize;
  };
}

/** Greedy: at a space or after URL punctuation if that fills at least `fill` of the line, else anywhere. */
function wrapLine(line: string, limit: number, measure: (text: string) => number, fill: number): string[] {
  const out: string[] = [];
  let rest = line;
  while (rest !== '' && measure(rest) > limit) {
    let end = longestPrefix(rest, limit, measure);
    const soft = Math.max(...[' ', ';', ',', '/', '&', '?'].map((mark) => rest.lastIndexOf(mark, end - 1) + 1));
    if (soft > end * fill && soft < rest.length) end = soft;
    out.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end);
    if (measure === monoWidth) continue;
    rest = rest.trimStart();
  }
  out.push(rest);
  return out;
}

/** Length of the longest prefix that fits, at least one character, never splitting a surrogate pair. */
function longestPrefix(text: string, limit: number, measure: (text: string) => number): number {
  let low = 1;
  let high = Math.min(text.length, 400);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(text.slice(0, middle)) <= limit) low = middle;
    else high = middle - 1;
  }
  const unit = text.charCodeAt(low - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? low + 1 : low;
}
