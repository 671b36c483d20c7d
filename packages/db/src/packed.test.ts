import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { gzipped, packed, packedJson, unpacked } from './packed.ts';

it.each([
  ['zstd', packed],
  ['gzip', gzipped],
])('unpacking %s restores the original', (_format, pack) => {
  const text = `{"b":"€😀","a":"${'x'.repeat(100_000)}"}`;
  expect(pack(text).length).toBeLessThan(1_000);
  expect(unpacked(pack(text)).toString()).toBe(text);
});

it('JSON is packed as ASCII, and unpacking restores the value', () => {
  const value = { quote: 'the page’s “own” – \u00e9 \u0000 \ud800', '€': ['😀', '\\u2019', 0.5, null] };
  const text = unpacked(packedJson(value)).toString();
  expect(text).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(text)).toEqual(value);
  expect(Object.keys(JSON.parse(text) as object)).toEqual(Object.keys(value));
});

it.each([zstdCompressSync, gzipSync])('a decompression bomb is not unpacked', (compress) => {
  const bomb = compress(Buffer.alloc(17 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(20_000);
  expect(() => unpacked(bomb)).toThrow(/larger than/);
});
