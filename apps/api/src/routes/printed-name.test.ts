import { expect, it } from 'vitest';
import { PrintedName } from './printed-name.ts';

it.each([
  [' Ann & Söhne ', 'Ann & Söhne'],
  // PostgreSQL refuses NUL in text.
  ['Ann\u0000 & Co', 'Ann  & Co'],
  ['\u0000', ''],
  // Nothing that a reader would see.
  ['\u200b\u2060\u3164', ''],
  ['\u200fسارة', '\u200fسارة'],
  ['Ann\r\nBcc: all', 'Ann Bcc: all'],
  ['half \ud83d', 'half \ufffd'],
  ['🦊'.repeat(80), '🦊'.repeat(80)],
])('%j is printed as %j', (given, printed) => {
  expect(PrintedName.parse(given)).toBe(printed);
});

it.each(['x'.repeat(81), '🦊'.repeat(81)])('refuses 81 characters', (given) => {
  expect(() => PrintedName.parse(given)).toThrow('must be at most 80 characters');
});
