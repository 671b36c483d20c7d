import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { takeInstanceLock } from './instance-lock.ts';

it('other users cannot change who holds the lock, whatever the umask', async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'palisade-lock-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const lock = await takeInstanceLock(dataDir);
  expect((await stat(path.join(dataDir, 'launcher.pid'))).mode & 0o077).toBe(0);
  lock.release();
  expect(await readdir(dataDir)).toEqual([]);
});
