import { statSync } from 'node:fs';
import { chmod, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { programCache } from './program-cache.mjs';

async function place(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-compiled-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('the program cache folder', () => {
  it('is created with the requested mode', async () => {
    const parent = await place();
    const folder = programCache('modules', 0o700, parent) ?? '';
    expect(folder).toBe(path.join(parent, 'modules'));
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('can be reached by other users if they may read it, even if an earlier one created the parent for itself', async () => {
    const parent = path.join(await place(), 'cache');
    programCache('modules', 0o700, parent);
    await chmod(parent, 0o700);
    const umask = process.umask(0o077);
    onTestFinished(() => void process.umask(umask));
    const scanner = programCache('scanner', 0o755, parent) ?? '';
    expect([parent, scanner].map((folder) => statSync(folder).mode & 0o005)).toEqual([0o005, 0o005]);
    expect(statSync(path.join(parent, 'modules')).mode & 0o777).toBe(0o700);
  });

  it('is not used if other users may write to it', async () => {
    const parent = await place();
    const folder = programCache('modules', 0o700, parent) ?? '';
    await chmod(folder, 0o777);
    expect(programCache('modules', 0o700, parent)).toBeUndefined();
  });

  it('is not used if its path is a link or a file', async () => {
    const folder = await place();
    await symlink(folder, path.join(folder, 'link'));
    await writeFile(path.join(folder, 'file'), '');
    expect(programCache('link', 0o700, folder)).toBeUndefined();
    expect(programCache('file', 0o700, folder)).toBeUndefined();
    expect(programCache('below', 0o700, path.join(folder, 'file'))).toBeUndefined();
  });
});
