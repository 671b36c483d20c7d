import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { currentProgram, makeProgram } from './program.ts';

const SOURCES = 'packages/config/test/program';
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PLAN = { entries: { main: `${SOURCES}/main.ts`, thread: `${SOURCES}/thread.ts` }, shared: false };

let folder: string;
let program: URL;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'palisade-program-'));
  program = await makeProgram(folder, PLAN);
}, 180_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

it('finds the files of its modules where they lie, and starts its threads from the bundle', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(new URL('main.mjs', program))]);
  const source = new URL(`../../../${SOURCES}/`, import.meta.url);
  expect(JSON.parse(stdout)).toEqual({
    own: new URL('main.ts', source).href,
    sibling: new URL('thread.ts?', source).href,
    from: 'found/program 0 true',
    far: 'found/program',
  });
});

it('is the same if a bundled service makes it', async () => {
  // Below the packages, where it finds esbuild.
  const kept = await mkdtemp(path.join(ROOT, 'node_modules', '.palisade-test-'));
  onTestFinished(() => rm(kept, { recursive: true, force: true }));
  const services = await makeProgram(kept, {
    entries: { service: 'packages/config/src/program.ts' },
    shared: false,
  });
  const again = path.join(folder, 'again');
  await mkdir(again);
  const make = `const { makeProgram } = await import(${JSON.stringify(new URL('service.mjs', services).href)});
    console.log((await makeProgram(${JSON.stringify(again)}, ${JSON.stringify(PLAN)})).href);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', make]);
  const main = fileURLToPath(new URL('main.mjs', stdout.trim()));
  expect(JSON.parse((await promisify(execFile)(process.execPath, [main])).stdout)).toHaveProperty('own');
});

it('is closed to other users', async () => {
  const place = fileURLToPath(program);
  const files = (await readdir(place)).map((name) => path.join(place, name));
  const modes = await Promise.all([place, ...files].map(async (file) => (await stat(file)).mode & 0o777));
  expect(modes).toEqual([0o700, ...files.map(() => 0o600)]);
});

it('is used as long as nothing it was made of has changed', async () => {
  expect(currentProgram(folder, PLAN)?.href).toBe(program.href);
  expect(currentProgram(folder, { ...PLAN, entries: { other: '' } })).toBeUndefined();

  const source = path.join(ROOT, SOURCES, 'far.ts');
  const { atime, mtime } = await stat(source);
  try {
    await utimes(source, atime, new Date(mtime.getTime() - 60_000));
    expect(currentProgram(folder, PLAN)).toBeUndefined();
  } finally {
    await utimes(source, atime, mtime);
  }
  const list = path.join(folder, 'made.json');
  const made = JSON.parse(await readFile(list, 'utf8')) as { of: Record<string, unknown> };
  expect(Object.keys(made.of)).toEqual(
    expect.arrayContaining([`${SOURCES}/far.ts`, 'node_modules/.package-lock.json']),
  );
  for (const broken of ['', '{}', JSON.stringify({ ...made, program: '../../x' })]) {
    await writeFile(list, broken);
    expect([broken, currentProgram(folder, PLAN)]).toEqual([broken, undefined]);
  }
});

it('is made again if a source changes while it is made', async () => {
  const place = await mkdtemp(path.join(tmpdir(), 'palisade-program-'));
  const source = path.join(ROOT, SOURCES, 'far.ts');
  const { atime, mtime } = await stat(source);
  try {
    await utimes(source, atime, new Date(Date.now() + 60_000));
    await makeProgram(place, PLAN);
    expect(currentProgram(place, PLAN)).toBeUndefined();
  } finally {
    await utimes(source, atime, mtime);
    await rm(place, { recursive: true, force: true });
  }
}, 180_000);
