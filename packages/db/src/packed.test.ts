import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { gzipped, packed, unpacked } from './packed.ts';

it.each([
  ['zstd', packed],
  ['gzip', gzipped],
])('what is packed as %s comes back as it was', (_format, pack) => {
  const text = `{"b":"€😀","a":"${'x'.repeat(100_000)}"}`;
  expect(pack(text).length).toBeLessThan(1_000);
  expect(unpacked(pack(text)).toString()).toBe(text);
});

it.each([zstdCompressSync, gzipSync])('a few bytes that claim to be very many are not unpacked', (compress) => {
  const bomb = compress(Buffer.alloc(17 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(20_000);
  expect(() => unpacked(bomb)).toThrow(/larger than/);
});
