/** The part of fontkit 2 used here; the package brings no types. */
declare module 'fontkit' {
  export interface GlyphRun {
    advanceWidth: number;
  }
  export interface Font {
    unitsPerEm: number;
    glyphForCodePoint(codePoint: number): { readonly advanceWidth: number };
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): GlyphRun;
  }
  export function openSync(path: string): Font;
}
