import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Canvas, type Point } from './canvas.ts';

/** The red parts of an image, row by row. */
async function reds(outlines: Point[][]): Promise<number[][]> {
  const canvas = new Canvas(4, 3, [0, 0, 0]);
  canvas.paint(outlines, [200, 0, 0]);
  const png = await canvas.png();
  const length = png.readUInt32BE(33);
  const rows = inflateSync(png.subarray(41, 41 + length));
  return [0, 1, 2].map((row) => [0, 1, 2, 3].map((column) => rows[row * 13 + 1 + column * 3] ?? -1));
}

it.each<[string, Point[][], number[][]]>([
  [
    'a pixel',
    [
      [
        [1, 1],
        [2, 1],
        [2, 2],
        [1, 2],
      ],
    ],
    [
      [0, 0, 0, 0],
      [0, 200, 0, 0],
      [0, 0, 0, 0],
    ],
  ],
  [
    'half a pixel each way',
    [
      [
        [1.5, 1],
        [3, 1],
        [3, 1.5],
        [1.5, 1.5],
      ],
    ],
    [
      [0, 0, 0, 0],
      [0, 50, 100, 0],
      [0, 0, 0, 0],
    ],
  ],
  [
    'a ring, drawn the other way inside',
    [
      [
        [0, 0],
        [3, 0],
        [3, 3],
        [0, 3],
      ],
      [
        [1, 1],
        [1, 2],
        [2, 2],
        [2, 1],
      ],
    ],
    [
      [200, 200, 200, 0],
      [200, 0, 200, 0],
      [200, 200, 200, 0],
    ],
  ],
  [
    'nothing',
    [],
    [
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ],
  ],
])('fills %s', async (_what, outlines, expected) => {
  expect(await reds(outlines)).toEqual(expected);
});
