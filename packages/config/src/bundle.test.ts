import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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

it('has WebAssembly as a file of bytes, not as base64', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-bundle-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const empty = Buffer.from('AGFzbQEAAAA=', 'base64');
  await writeFile(
    path.join(folder, 'some.wasm-base64.mjs'),
    `const wasm = "${empty.toString('base64')}";\nexport { wasm };\n`,
  );
  await writeFile(path.join(folder, 'source.mjs'), `export { wasm } from './some.wasm-base64.mjs';`);
  const { files, inputs } = await bundle(ROOT, folder, { main: path.join(folder, 'source.mjs') });
  for (const [name, contents] of files) await writeFile(path.join(folder, name), contents);
  expect(files.map(([name]) => name.replace(/-\w+\.wasm$/, '.wasm')).toSorted()).toEqual(['main.mjs', 'some.wasm']);
  expect(inputs.map((input) => path.basename(input)).toSorted()).toEqual(['some.wasm-base64.mjs', 'source.mjs']);
  const { wasm } = (await import(path.join(folder, 'main.mjs'))) as { wasm: Uint8Array };
  expect(Buffer.from(wasm)).toEqual(empty);
});

it('Prisma’s compiler is such a file, and the bundle has no base64 of megabytes', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-bundle-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { files } = await bundle(ROOT, folder, { main: 'packages/db/src/client.ts' });
  const wasm = files.filter(([name]) => name.endsWith('.wasm')).map(([, contents]) => contents);
  expect(wasm).toHaveLength(1);
  expect(WebAssembly.validate(Buffer.from(wasm[0] ?? []))).toBe(true);
  // Its base64 has 4.6 MB.
  for (const [name, contents] of files) if (name.endsWith('.mjs')) expect(contents.length, name).toBeLessThan(4e6);
});

it('is made by a process with few descriptors, however many modules are read at once', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-bundle-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const names = Array.from({ length: 300 }, (_, n) => `module-${n}.mjs`);
  for (const name of names) await writeFile(path.join(folder, name), `console.log('${name}');`);
  await writeFile(path.join(folder, 'source.mjs'), names.map((name) => `import './${name}';`).join('\n'));
  const program = `
    const { bundle } = await import(${JSON.stringify(import.meta.resolve('./bundle.ts'))});
    const { inputs } = await bundle(${JSON.stringify(ROOT)}, ${JSON.stringify(folder)}, { main: ${JSON.stringify(path.join(folder, 'source.mjs'))} });
    console.log(inputs.length);`;
  const { stdout } = await promisify(execFile)('/bin/sh', [
    '-c',
    'ulimit -n 64; exec "$0" --input-type=module -e "$1"',
    process.execPath,
    program,
  ]);
  expect(stdout.trim()).toBe('301');
});

it.each([
  ['/–/', String.raw`/\u2013/`],
  [String.raw`/\–/`, String.raw`/\u2013/`],
  [String.raw`/\\–/`, String.raw`/\\\u2013/`],
  ['/😀/u', String.raw`/\ud83d\ude00/u`],
])('escapes %s', (source, escaped) => {
  expect(inAscii(source)).toBe(escaped);
});
