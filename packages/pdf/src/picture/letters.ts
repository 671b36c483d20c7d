import type { Font } from 'fontkit';
import type { Point } from './canvas.ts';

interface Command {
  command: string;
  args: readonly number[];
}

/** Line segments per curve; letters are at most 200 pixels high. */
const STEPS = 8;

export function widthOf(font: Font, text: string, size: number): number {
  return ([...text].reduce((sum, letter) => sum + glyph(font, letter).advanceWidth, 0) * size) / font.unitsPerEm;
}

/** The outlines of a line of text, given the start of its baseline. */
export function letters(font: Font, text: string, size: number, [left, baseline]: Point): Point[][] {
  const scale = size / font.unitsPerEm;
  const outlines: Point[][] = [];
  let pen = left;
  for (const letter of text) {
    const { path, advanceWidth } = glyph(font, letter);
    const place = (x = 0, y = 0): Point => [pen + x * scale, baseline - y * scale];
    for (const { command, args } of path.commands) {
      const current = outlines.at(-1);
      if (command === 'moveTo') outlines.push([place(args[0], args[1])]);
      else if (command === 'lineTo') current?.push(place(args[0], args[1]));
      else if (command === 'quadraticCurveTo' && current) {
        const begin = current.at(-1) ?? place();
        const [control, end] = [place(args[0], args[1]), place(args[2], args[3])];
        for (let step = 1; step <= STEPS; step += 1) current.push(between(begin, control, end, step / STEPS));
      }
    }
    pen += advanceWidth * scale;
  }
  return outlines;
}

/** A point of a quadratic curve. */
function between(a: Point, b: Point, c: Point, t: number): Point {
  const mix = (axis: 0 | 1) => (1 - t) ** 2 * a[axis] + 2 * t * (1 - t) * b[axis] + t ** 2 * c[axis];
  return [mix(0), mix(1)];
}

function glyph(font: Font, letter: string): { path: { commands: readonly Command[] }; advanceWidth: number } {
  return font.glyphForCodePoint(letter.codePointAt(0) ?? 32) as never;
}
