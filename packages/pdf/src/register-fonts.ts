import { Font } from '@react-pdf/renderer';
import type { Coverage } from './glyphs.ts';
import type { Slice } from './font-slices.ts';

const registered = new Set<string>();

/** Makes the fonts of one document known to the renderer; its registry is global, so each is registered once. */
export function registerFonts({ sans, mono }: Coverage): { sans: string[]; mono: string[] } {
  // Every line break is ours or at a space: an added hyphen would change a value.
  if (registered.size === 0) Font.registerHyphenationCallback((word) => [word]);
  for (const slice of [...sans, ...mono]) register(slice);
  return { sans: sans.map(({ family }) => family), mono: mono.map(({ family }) => family) };
}

function register({ family, files }: Slice): void {
  if (registered.has(family)) return;
  registered.add(family);
  Font.register({ family, fonts: files.map(({ weight, path }) => ({ src: path, fontWeight: weight })) });
}
