import { zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { packed, unpacked } from './packed.ts';

it('what is packed comes back as it was', () => {
  const text = `{"b":"€😀","a":"${'x'.repeat(100_000)}"}`;
  expect(packed(text).length).toBeLessThan(1_000);
  expect(unpacked(packed(text)).toString()).toBe(text);
});

it('a few bytes that claim to be very many are not unpacked', () => {
  const bomb = zstdCompressSync(Buffer.alloc(17 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(10_000);
  expect(() => unpacked(bomb)).toThrow(/larger than/);
});
