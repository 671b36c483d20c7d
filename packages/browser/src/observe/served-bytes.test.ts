import { describe, expect, it } from 'vitest';
import { servedBytes } from './served-bytes.ts';

describe('the bytes as which a script was served', () => {
  const mark = [0xef, 0xbb, 0xbf];
  it.each([
    ['UTF-8', [0x61, 0xc3, 0xa9], 'utf-8', 'aé'],
    ['a byte order mark', [...mark, 0x61, 0xc3, 0xa9], 'utf-8', 'aé'],
    ['ISO 8859-1, which is Windows-1252 on the web', [0x61, 0xe9, 0x80], 'iso-8859-1', 'aé€'],
    ['KOI8-R', [0xc1, 0xc2], 'koi8-r', 'аб'],
    ['UTF-16 with a mark', [0xff, 0xfe, 0x61, 0, 0xe9, 0, 0x62, 0], 'utf-8', 'aéb'],
    ['UTF-16BE', [0, 0x61, 0, 0xe9], 'utf-16be', 'aé'],
  ])('%s', (_what, bytes, charset, text) => {
    expect([...servedBytes(text, { bytes: bytes.length, charset })]).toEqual(bytes);
  });

  it.each([
    ['of no known length', 'é', 0, 'iso-8859-1'],
    ['of damaged text', 'a\ufffd', 2, 'utf-8'],
    ['in an encoding that is none', 'é', 1, 'nonsense'],
    ['of another length', 'é', 77, 'utf-8'],
  ])('of a file %s: the text in UTF-8', (_what, text, bytes, charset) => {
    expect(servedBytes(text, { bytes, charset })).toEqual(Buffer.from(text));
  });
});
