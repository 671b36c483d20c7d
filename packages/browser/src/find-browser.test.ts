import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser } from './find-browser.ts';

let folder: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'browser-'));
  program = path.join(folder, 'chromium');
  await writeFile(program, '#!/bin/sh\n');
  await chmod(program, 0o755);
});
afterAll(() => rm(folder, { recursive: true }));

it('sets the library path for the browser from npm, however it is named', async () => {
  const env = { LD_LIBRARY_PATH: path.join(folder, 'lib') };
  expect(await findBrowser(program, folder)).toMatchObject({ env, source: 'named' });
  expect(await findBrowser(program, `${folder}/`)).toMatchObject({ env });
  expect(await findBrowser(program, '/elsewhere')).toMatchObject({ env: {} });
});

it('finds none if it is off, and reports a path that is not a program', async () => {
  expect(await findBrowser('off', folder)).toBeNull();
  await expect(findBrowser(path.join(folder, 'none'))).rejects.toThrow('is not a program that can be run');
});
