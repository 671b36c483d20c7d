import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { cjkSlices, type CjkFont, MONO, SANS, SCRIPTS, type Slice } from './font-slices.ts';
import { sfntFromWoff } from './woff.ts';

const files = new Map<string, Buffer>();
const opened = new Map<string, Font>();

/**
 * Tables removed from a face, to save a fifth of the rendering time. Substitutions: these are only ornaments, such as
 * an arrow for `->`, which code must not show; Indic scripts keep theirs because they need them. Positions:
 * kerning, which a monospaced face does not have.
 */
function tablesWithout(path: string): readonly string[] {
  if (path.includes('noto-sans-mono')) return ['GSUB', 'GPOS'];
  return path.includes('/inter-') ? ['GSUB'] : [];
}

/** A parsed font file. */
export function fontBytes(path: string): Buffer {
  const known = files.get(path);
  if (known) return known;
  const bytes = sfntFromWoff(readFileSync(path), tablesWithout(path));
  files.set(path, bytes);
  return bytes;
}

export function openFont(path: string): Font {
  const known = opened.get(path);
  if (known) return known;
  const font = create(fontBytes(path));
  opened.set(path, font);
  return font;
}

function holds(slice: Slice, codePoint: number): boolean {
  const file = slice.files[0];
  if (file === undefined) return false;
  const font = openFont(file.path);
  if (!font.hasGlyphForCodePoint(codePoint)) return false;
  try {
    // fontkit reads past the end of the table if the last glyph of its file is empty (a space).
    return font.glyphForCodePoint(codePoint).advanceWidth >= 0;
  } catch {
    return false;
  }
}

const known = new Map<number, Slice | null>();

/** The slice that draws a character, outside CJK. A glyph that no font has would be drawn as Latin-1 garbage. */
function alphabeticSlice(codePoint: number): Slice | null {
  const cached = known.get(codePoint);
  if (cached !== undefined) return cached;
  const found = [...SANS, ...SCRIPTS, ...MONO].find((slice) => holds(slice, codePoint)) ?? null;
  known.set(codePoint, found);
  return found;
}

/** Kana means Japanese, Hangul means Korean. Han alone is drawn in its simplified Chinese forms. */
function cjkOrder(codePoints: ReadonlySet<number>): CjkFont[] {
  for (const codePoint of codePoints) {
    if (codePoint >= 0x3040 && codePoint <= 0x30ff) return ['jp', 'sc', 'kr'];
  }
  for (const codePoint of codePoints) {
    if (codePoint >= 0xac00 && codePoint <= 0xd7a3) return ['kr', 'sc', 'jp'];
  }
  return ['sc', 'jp', 'kr'];
}

export interface Coverage {
  /** Characters that at least one font can draw. */
  covered: ReadonlySet<number>;
  sans: Slice[];
  mono: Slice[];
}

/** Which fonts a text needs, and which of its characters no font can draw. */
export function coverage(text: Iterable<string>): Coverage {
  const wanted = new Set<number>();
  for (const part of text) for (const character of part) wanted.add(character.codePointAt(0) ?? 0);
  const used = new Set<Slice>();
  const covered = new Set<number>();
  const rest = new Set<number>();
  for (const codePoint of wanted) {
    const slice = alphabeticSlice(codePoint);
    if (slice === null) rest.add(codePoint);
    else {
      covered.add(codePoint);
      used.add(slice);
    }
  }
  const cjk: Slice[] = [];
  for (const font of cjkOrder(rest)) {
    if (rest.size === 0) break;
    for (const slice of cjkSlices(font, rest)) {
      const drawn = [...rest].filter((codePoint) => holds(slice, codePoint));
      if (drawn.length === 0) continue;
      cjk.push(slice);
      for (const codePoint of drawn) {
        rest.delete(codePoint);
        covered.add(codePoint);
      }
    }
  }
  const base = (slices: readonly Slice[]) => slices.filter((slice, index) => index === 0 || used.has(slice));
  const scripts = SCRIPTS.filter((slice) => used.has(slice));
  // The sans slices of other alphabets also serve monospaced text in scripts that the mono face lacks (Greek).
  const others = [...base(SANS), ...scripts, ...cjk];
  const [latinMono, ...otherMono] = MONO;
  const beyond = [...covered].filter((point) => latinMono === undefined || !holds(latinMono, point));
  const monoSlices = [latinMono, ...otherMono.filter((slice) => beyond.some((point) => holds(slice, point)))].filter(
    (slice) => slice !== undefined,
  );
  return { covered, sans: [...others, ...base(MONO).slice(1)], mono: [...monoSlices, ...others] };
}
