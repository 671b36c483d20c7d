import { deflateSync, crc32 } from 'node:zlib';
import { Transformer } from '@napi-rs/image';
import { describe, expect, it } from 'vitest';
import { LOGO_BOX, LOGO_LIMITS } from './logo-limits.ts';
import { LogoRefused, prepareLogo } from './prepare-logo.ts';

const BEGIN = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function chunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

/** A PNG whose header may promise more than its data contains. */
function png(width: number, height: number, more: { raw?: Uint8Array; between?: Buffer } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const raw = more.raw ?? Buffer.alloc((width * 4 + 1) * height);
  const data = chunk('IDAT', deflateSync(raw, { level: 9 }));
  return Buffer.concat([BEGIN, chunk('IHDR', header), more.between ?? Buffer.alloc(0), data, chunk('IEND')]);
}

async function jpeg(width: number, height: number): Promise<Buffer> {
  return Transformer.fromRgbaPixels(new Uint8Array(width * height * 4).fill(200), width, height).jpeg(80);
}

describe('a logo', () => {
  it.each([
    ['a PNG with transparency', async () => png(300, 100), 300, 100],
    ['a large PNG, made to fit', async () => png(1440, 300), LOGO_BOX.width, 150],
    ['a high JPEG, made to fit', () => jpeg(200, 480), 100, LOGO_BOX.height],
    ['one pixel', async () => png(1, 1), 1, 1],
  ])('%s is written again as PNG', async (_what, file, width, height) => {
    const written = await prepareLogo(await file());
    expect(written.subarray(0, 8)).toEqual(BEGIN);
    const { width: w, height: h } = await new Transformer(written).metadata();
    expect([w, h]).toEqual([width, height]);
  });

  it('keeps nothing but its pixels', async () => {
    const between = chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>'));
    const file = png(20, 20, { between });
    expect(file.includes('<script>')).toBe(true);
    expect((await prepareLogo(file)).includes('<script>')).toBe(false);
  });

  it('never unpacks more data than the header promises', async () => {
    const bomb = png(10, 10, { raw: Buffer.alloc(100_000_000) });
    expect(bomb.length).toBeLessThan(LOGO_LIMITS.bytes);
    expect((await prepareLogo(bomb)).length).toBeLessThan(1_000);
  });
});

describe('is refused with the reason', () => {
  const tiny = png(4, 4);
  it.each<[string, () => Uint8Array | Promise<Uint8Array>, RegExp]>([
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /PNG or JPEG/],
    ['a GIF', () => Buffer.from('GIF89a\x01\0\x01\0'), /PNG or JPEG/],
    ['nothing', () => Buffer.alloc(0), /PNG or JPEG/],
    ['a PNG that is cut short', () => tiny.subarray(0, -20), /truncated/],
    ['a JPEG that is cut short', async () => (await jpeg(40, 40)).subarray(0, -9), /truncated/],
    ['a page behind a PNG', () => Buffer.concat([tiny, Buffer.from('<script>')]), /extra data after/],
    ['an archive behind a JPEG', async () => Buffer.concat([await jpeg(4, 4), Buffer.from('PK')]), /extra data/],
    [
      'a PNG without its middle',
      () => Buffer.concat([tiny.subarray(0, 40), tiny.subarray(-12)]),
      /not a readable image/,
    ],
    ['a wrong checksum', () => Buffer.from(tiny).fill(0, 29, 33), /not a readable image/],
    ['60,000 pixels a side, by its header', () => png(60_000, 60_000, { raw: Buffer.alloc(9) }), /pixels per side/],
    ['too many pixels', () => png(2_500, 2_500), /4 million pixels in total/],
    ['too many bytes', () => Buffer.concat([BEGIN, Buffer.alloc(LOGO_LIMITS.bytes)]), /larger than 256 KiB/],
  ])('%s', async (_what, file, reason) => {
    const bytes = await file();
    await expect(prepareLogo(bytes)).rejects.toThrow(LogoRefused);
    await expect(prepareLogo(bytes)).rejects.toThrow(reason);
  });
});
