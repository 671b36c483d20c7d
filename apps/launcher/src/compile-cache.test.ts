import { chmod, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compileCache } from './compile-cache.ts';

async function place(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-compiled-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('the folder of compiled modules', () => {
  it('is made, for us alone', async () => {
    const folder = path.join(await place(), 'modules');
    expect(compileCache(folder)).toBe(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('is not used where others may write to it', async () => {
    const folder = await place();
    await chmod(folder, 0o777);
    expect(compileCache(folder)).toBeUndefined();
  });

  it('is not used where a link or a file stands in its place', async () => {
    const folder = await place();
    await symlink(folder, path.join(folder, 'link'));
    await writeFile(path.join(folder, 'file'), '');
    expect(compileCache(path.join(folder, 'link'))).toBeUndefined();
    expect(compileCache(path.join(folder, 'file'))).toBeUndefined();
    expect(compileCache(path.join(folder, 'file', 'below'))).toBeUndefined();
  });
});
