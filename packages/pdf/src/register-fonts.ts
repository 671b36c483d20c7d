import { Font } from '@react-pdf/renderer';
import { type Coverage, fontBytes } from './glyphs.ts';
import type { Slice } from './font-slices.ts';
import type { Font as FontkitFont } from 'fontkit';

const registered = new Set<string>();

/** Registers the fonts of one document with the renderer. Its registry is global, so each font is registered once. */
export async function registerFonts({ sans, mono }: Coverage): Promise<{ sans: string[]; mono: string[] }> {
  // Line breaks are ours or at a space: an added hyphen would change a value.
  if (registered.size === 0) Font.registerHyphenationCallback((word) => [word]);
  for (const slice of [...sans, ...mono]) await register(slice);
  return { sans: sans.map(({ family }) => family), mono: mono.map(({ family }) => family) };
}

async function register({ family, files }: Slice): Promise<void> {
  if (registered.has(family)) return;
  registered.add(family);
  Font.register({
    family,
    fonts: files.map(({ weight, path }) => ({
      src: `data:font/ttf;base64,${fontBytes(path).toString('base64')}`,
      fontWeight: weight,
    })),
  });
  for (const { weight } of files) await nameGlyphs({ fontFamily: family, fontWeight: weight, fontStyle: 'normal' });
}

/**
 * fontkit stores each glyph with the character it was first requested for. Writing a document
 * requests the parts of composite glyphs (the dots of a colon) without a character; after that,
 * every later document in this process loses its full stops. So all glyphs are requested by character first.
 */
async function nameGlyphs(descriptor: Parameters<typeof Font.load>[0]): Promise<void> {
  await Font.load(descriptor);
  const font = Font.getFont(descriptor)?.data as unknown as FontkitFont | undefined;
  // One glyph can stand for several characters (the apostrophe U+2019 and the letter U+02BC): the usual one comes first.
  const usualFirst = (font?.characterSet ?? []).toSorted((a, b) => rarity(a) - rarity(b) || a - b);
  for (const codePoint of usualFirst) font?.glyphForCodePoint(codePoint);
}

function rarity(codePoint: number): number {
  if (codePoint <= 0xff) return 0;
  return codePoint >= 0x2010 && codePoint <= 0x22ff ? 1 : 2;
}
