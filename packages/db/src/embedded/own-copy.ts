import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ClusterError } from './cluster-error.ts';

/** Writable by group or others. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * A copy of the folder that every user may enter and only this one may change. Programs are run from
 * it, so it is always verified: the copy, its contents and every parent folder must belong to this user
 * or to root and be writable by no other; and it appears complete or not at all.
 * @throws ClusterError when another user could change it
 */
export async function ownCopy(source: string, copy: string): Promise<string> {
  const above = path.dirname(copy);
  await mkdir(above, { recursive: true, mode: 0o755 });
  // Under umask 077 they were created for this user only: the others must be able to pass through.
  for (const folder of [path.dirname(above), above]) await openWay(folder);
  await refuseForeign(above);
  if ((await lstat(copy).catch(() => null)) === null) {
    // A random name: the incomplete copy of another start is never used.
    const making = await mkdtemp(`${copy}.`);
    try {
      await cp(source, making, { recursive: true, verbatimSymlinks: true });
      await openToAll(making);
      // When two first starts run at once, the second finds the folder there and drops its own copy.
      await rename(making, copy).catch(() => undefined);
    } finally {
      await rm(making, { recursive: true, force: true });
    }
  }
  await refuseForeign(copy);
  for (const entry of await readdir(copy, { recursive: true, withFileTypes: true }))
    await refuseForeignEntry(path.join(entry.parentPath, entry.name));
  return copy;
}

async function openWay(folder: string): Promise<void> {
  const { uid, mode } = await lstat(folder);
  if (uid === process.getuid?.() && (mode & 0o055) !== 0o055) await chmod(folder, (mode & 0o7777) | 0o055);
}

/** `umask` removes permissions from new files: restored here, according to their type. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    const executable = entry.isDirectory() || ((await lstat(file)).mode & 0o100) !== 0;
    await chmod(file, executable ? 0o755 : 0o644);
  }
}

async function refuseForeign(folder: string): Promise<void> {
  for (let current = folder; ; current = path.dirname(current)) {
    await refuseForeignEntry(current);
    if (current === path.dirname(current)) return;
  }
}

async function refuseForeignEntry(file: string): Promise<void> {
  const { uid, mode } = await lstat(file);
  const link = (mode & 0o170000) === 0o120000;
  if ((uid === 0 || uid === process.getuid?.()) && (link || (mode & WRITABLE_BY_OTHERS) === 0)) return;
  throw new ClusterError(
    `${file} could be changed by another user, so programs below it are not run: remove it, or set DATABASE_URL`,
  );
}
