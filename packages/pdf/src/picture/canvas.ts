import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

export type Point = readonly [x: number, y: number];
export type Color = readonly [red: number, green: number, blue: number];

/** An image in memory: filled outlines on one background color, written as PNG. No more than the image of a grade needs. */
export class Canvas {
  readonly #width: number;
  readonly #height: number;
  readonly #pixels: Uint8Array;

  constructor(width: number, height: number, ground: Color) {
    this.#width = width;
    this.#height = height;
    this.#pixels = new Uint8Array(width * height * 3);
    for (let at = 0; at < this.#pixels.length; at += 3) this.#pixels.set(ground, at);
  }

  /**
   * Fills closed outlines with antialiasing. Each edge adds the area that it covers to its right, within the row's
   * pixels, signed by its direction. The running sum along a row is the coverage of each pixel.
   */
  paint(outlines: ReadonlyArray<readonly Point[]>, color: Color): void {
    const heights = outlines.flat().map(([, y]) => y);
    const top = Math.max(0, Math.floor(Math.min(...heights)));
    const end = Math.min(this.#height, Math.ceil(Math.max(...heights)));
    if (end <= top) return;
    const cover = new Float32Array(this.#width * (end - top) + 1);
    for (const outline of outlines) {
      let from = outline.at(-1);
      for (const to of outline) {
        if (from) this.#edge(cover, top, from, to);
        from = to;
      }
    }
    let sum = 0;
    for (let at = top * this.#width; at < end * this.#width; at += 1) {
      if (at % this.#width === 0) sum = 0;
      sum += cover[at - top * this.#width] ?? 0;
      const share = Math.min(1, Math.abs(sum));
      if (share < 0.004) continue;
      for (let part = 0; part < 3; part += 1) {
        const below = this.#pixels[at * 3 + part] ?? 0;
        this.#pixels[at * 3 + part] = Math.round(below + ((color[part] ?? 0) - below) * share);
      }
    }
  }

  #edge(cover: Float32Array, firstRow: number, a: Point, b: Point): void {
    if (a[1] === b[1]) return;
    const sign = a[1] < b[1] ? 1 : -1;
    const [top, bottom] = sign > 0 ? [a, b] : [b, a];
    const slope = (bottom[0] - top[0]) / (bottom[1] - top[1]);
    const last = Math.min(this.#height, bottom[1]);
    for (let row = Math.max(0, Math.floor(top[1])); row < last; row += 1) {
      const [from, to] = [Math.max(top[1], row), Math.min(last, row + 1)];
      if (to <= from) continue;
      const middle = top[0] + ((from + to) / 2 - top[1]) * slope;
      const x = Math.min(this.#width - 1.001, Math.max(0, middle));
      const column = Math.floor(x);
      const area = (to - from) * sign;
      const at = (row - firstRow) * this.#width + column;
      // In the edge's own pixel, the part to its left is not covered; the rest of the row is.
      cover[at] = (cover[at] ?? 0) + area * (1 - (x - column));
      cover[at + 1] = (cover[at + 1] ?? 0) + area * (x - column);
    }
  }

  async png(): Promise<Buffer> {
    const rows = Buffer.alloc((this.#width * 3 + 1) * this.#height);
    for (let row = 0; row < this.#height; row += 1) {
      rows.set(
        this.#pixels.subarray(row * this.#width * 3, (row + 1) * this.#width * 3),
        row * (this.#width * 3 + 1) + 1,
      );
    }
    const size = Buffer.alloc(13);
    size.writeUInt32BE(this.#width, 0);
    size.writeUInt32BE(this.#height, 4);
    // Eight bits per channel: red, green and blue.
    size.set([8, 2], 8);
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', size),
      chunk('IDAT', await promisify(deflate)(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
