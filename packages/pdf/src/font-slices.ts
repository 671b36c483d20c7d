import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One font file of one weight. react-pdf treats each slice as its own family, in a fallback chain. */
export interface Slice {
  family: string;
  files: readonly { weight: 400 | 600 | 700; path: string }[];
}

const require = createRequire(import.meta.url);

/** woff, not woff2: the subsetter throws on woff2, and the exception cannot be caught. */
function fontsource(name: string, subset: string, weights: readonly (400 | 600 | 700)[]): Slice {
  return {
    family: `${name}-${subset}`,
    files: weights.map((weight) => ({
      weight,
      path: require.resolve(`@fontsource/${name}/files/${name}-${subset}-${weight}-normal.woff`),
    })),
  };
}

const SUBSETS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext'] as const;

export const SANS: readonly Slice[] = [...SUBSETS, 'greek', 'greek-ext'].map((subset) =>
  fontsource('inter', subset, [400, 600, 700]),
);
export const MONO: readonly Slice[] = [...SUBSETS, 'greek'].map((subset) =>
  fontsource('noto-sans-mono', subset, [400, 600]),
);
const DEVANAGARI = fontsource('noto-sans-devanagari', 'devanagari', [400, 600]);
/** Precomposed letters: the renderer loses parts of some composite glyphs, such as Noto's. */
const ARABIC = fontsource('ibm-plex-sans-arabic', 'arabic', [400, 600, 700]);
const HEBREW = fontsource('noto-sans-hebrew', 'hebrew', [400, 600, 700]);
const THAI = fontsource('noto-sans-thai', 'thai', [400, 600, 700]);
/** Scripts with their own face, used if a document contains them. */
export const SCRIPTS: readonly Slice[] = [DEVANAGARI, ARABIC, HEBREW, THAI];

export type CjkFont = 'sc' | 'jp' | 'kr';

/** The slices of one CJK font that contain the given characters. */
export function cjkSlices(font: CjkFont, codePoints: Iterable<number>): Slice[] {
  const needed = new Set<string>();
  for (const codePoint of codePoints) {
    const slice = rangesOf(font).find(({ from, to }) => codePoint >= from && codePoint <= to)?.slice;
    if (slice !== undefined) needed.add(slice);
  }
  return [...needed].toSorted().map((slice) => ({
    family: `noto-sans-${font}-${slice}`,
    files: [{ weight: 400, path: inFonts(`noto-sans-${font}/noto-sans-${font}-${slice}-400-normal.woff`) }],
  }));
}

interface Range {
  from: number;
  to: number;
  slice: string;
}

const ranges = new Map<CjkFont, Range[]>();

function rangesOf(font: CjkFont): Range[] {
  const known = ranges.get(font);
  if (known) return known;
  const table = JSON.parse(readFileSync(inFonts(`noto-sans-${font}/ranges.json`), 'utf8')) as Record<string, string>;
  const read = Object.entries(table).flatMap(([slice, list]) =>
    list.split(',').map((range): Range => {
      const [from = '', to = from] = range.replace('U+', '').split('-');
      return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), slice };
    }),
  );
  ranges.set(font, read);
  return read;
}

function inFonts(file: string): string {
  return fileURLToPath(new URL(`../fonts/${file}`, import.meta.url));
}
