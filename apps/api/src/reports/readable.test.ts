import { expect, it } from 'vitest';
import { readable } from './readable.ts';

it.each([
  ['\u001b]0;t\u0007', String.raw`\u{001B}]0;t\u{0007}`],
  ['\u202efdp\u2066', String.raw`\u{202E}fdp\u{2066}`],
  ['a\u200bb\ufeff\u061c\u200f', String.raw`a\u{200B}b\u{FEFF}\u{061C}\u{200F}`],
  ['a\u2028b', String.raw`a\u{2028}b`],
  ['\u{e0041}', String.raw`\u{E0041}`],
  ['\ud800', String.raw`\u{D800}`],
  ['one\n\ttwo\r\n', 'one\n\ttwo\r\n'],
  ['نامه\u200cای 日本 – “x”', 'نامه\u200cای 日本 – “x”'],
])('%j is read as %j', (text, seen) => {
  expect(readable(text)).toBe(seen);
});
