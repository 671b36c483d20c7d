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

it('gives the one from npm its libraries, however it is named', async () => {
  const env = { LD_LIBRARY_PATH: path.join(folder, 'lib') };
  expect(await findBrowser(program, folder)).toMatchObject({ env, source: 'named' });
  expect(await findBrowser(program, `${folder}/`)).toMatchObject({ env });
  expect(await findBrowser(program, '/elsewhere')).toMatchObject({ env: {} });
});

it('is none where that is wanted, and says what is no program', async () => {
  expect(await findBrowser('off', folder)).toBeNull();
  await expect(findBrowser(path.join(folder, 'none'))).rejects.toThrow('is no program that can be run');
});
