import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { keepSecret } from './keep-secret.ts';

async function secretFile(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-secret-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, 'app.secret');
}

it('creates it once, for this user only, and keeps it', async () => {
  const file = await secretFile();
  expect(keepSecret(file, () => 'first')).toBe('first');
  expect(keepSecret(file, () => 'second')).toBe('first');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(path.dirname(file))).toEqual(['app.secret']);
});

it('does not accept an empty file, as left by a full disk, as a secret', async () => {
  const file = await secretFile();
  await writeFile(file, '');
  expect(keepSecret(file, () => 'fresh')).toBe('fresh');
  expect(await readFile(file, 'utf8')).toBe('fresh\n');
});

it('leaves nothing behind when the value cannot be created', async () => {
  const file = await secretFile();
  expect(() =>
    keepSecret(file, () => {
      throw new Error('no entropy');
    }),
  ).toThrow('no entropy');
  expect(await readdir(path.dirname(file))).toEqual([]);
});
