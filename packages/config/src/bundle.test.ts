import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { bundle, inAscii } from './bundle.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Left by esbuild as they are: expressions, comments and tagged templates. */
const SOURCE = String.raw`
const tag = ([words]) => words;
export const found = [
  /^página (?:não|introuvée)$/iu.test('PÁGINA NÃO'),
  /[–—☕😀]/u.exec('a😀')?.[0],
  /^\–\\–$/.test('–\\–'),
  /[＝＋]\uff20/.test('＋＠'),
  'ログイン \\ü',
  tag${'`'}Größe ${'${1}'}${'`'},
]; // the last – of them
`;

it('contains only ASCII, so that V8 keeps one byte a character, and means the same', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-bundle-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, 'source.mjs'), SOURCE);
  const { files } = await bundle(ROOT, folder, { main: path.join(folder, 'source.mjs') });
  const [[, contents] = []] = files;
  const text = Buffer.from(contents ?? []).toString();
  expect(text).not.toMatch(/[^\0-\x7f]/);
  await writeFile(path.join(folder, 'main.mjs'), text);
  const expected = [true, '😀', true, true, 'ログイン \\ü', 'Größe '];
  expect(await import(path.join(folder, 'source.mjs'))).toMatchObject({ found: expected });
  expect(await import(path.join(folder, 'main.mjs'))).toMatchObject({ found: expected });
});

it.each([
  ['/–/', String.raw`/\u2013/`],
  [String.raw`/\–/`, String.raw`/\u2013/`],
  [String.raw`/\\–/`, String.raw`/\\\u2013/`],
  ['/😀/u', String.raw`/\ud83d\ude00/u`],
])('escapes %s', (source, escaped) => {
  expect(inAscii(source)).toBe(escaped);
});
