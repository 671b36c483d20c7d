import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sweepProfiles } from './sweep-profiles.ts';

it('removes the folders of browsers that are gone, and no others', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'sweep-'));
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const folder = async (name: string, pid: number | null) => {
    await mkdir(path.join(root, name, 'profile'), { recursive: true });
    if (pid !== null) await writeFile(path.join(root, name, 'pid'), `${pid}\n`);
  };
  await folder('palisade-browser-gone', gone);
  await folder('palisade-browser-runs', process.pid);
  await folder('palisade-browser-starts', null);
  await folder('palisade-browser-never-started', null);
  const longAgo = new Date(Date.now() - 3_600_000);
  await utimes(path.join(root, 'palisade-browser-never-started'), longAgo, longAgo);
  await folder('others', gone);
  await sweepProfiles(root);
  expect((await readdir(root)).toSorted()).toEqual(['others', 'palisade-browser-runs', 'palisade-browser-starts']);
  await rm(root, { recursive: true });
});
