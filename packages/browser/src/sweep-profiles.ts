import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Name of the folders that contain one browser's profile each. */
export const PROFILE_PREFIX = 'palisade-browser-';
/** A folder without a process id may belong to a browser that is starting. */
const STARTING_MS = 60_000;

/** Removes the profiles of browsers whose driver was killed before it could clean up. */
export async function sweepProfiles(root: string): Promise<void> {
  const names = (await readdir(root).catch(() => [])).filter((name) => name.startsWith(PROFILE_PREFIX));
  await Promise.all(
    names.map(async (name) => {
      const folder = path.join(root, name);
      // Another user's folder, or one that another process is sweeping: not ours to remove.
      if (await isLeft(folder).catch(() => false))
        await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }),
  );
}

async function isLeft(folder: string): Promise<boolean> {
  const told = await readFile(path.join(folder, 'pid'), 'utf8').catch(() => '');
  const pid = Number(told.trim());
  if (pid > 0) return !isAlive(pid);
  return Date.now() - (await stat(folder)).mtimeMs > STARTING_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Owned by another user: alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
