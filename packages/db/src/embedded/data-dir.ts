import { access, chmod, constants, lstat, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ClusterError } from './cluster-error.ts';

const ELSEWHERE = 'set DATA_DIR to a place that can be written';
const ADVICE: Readonly<Record<string, string>> = {
  EROFS: `is on a read-only disk: ${ELSEWHERE}`,
  ENOSPC: 'is on a full disk: make room, or set DATA_DIR to another disk',
  EDQUOT: 'is on a disk whose quota is used up: make room, or set DATA_DIR to another disk',
  EACCES: `may not be written by this user: ${ELSEWHERE}`,
  EPERM: `may not be written by this user: ${ELSEWHERE}`,
  ENOTDIR: `lies below something that is no folder: ${ELSEWHERE}`,
  EEXIST: `is no folder: ${ELSEWHERE}`,
};

/**
 * Makes the folder that holds everything a self-hosted Palisade keeps, and proves by
 * writing that it can be written: a disk may be full, read-only or over quota while
 * its folders look fine.
 * @throws ClusterError with one line that says what is wrong and what to do
 */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const absolute = path.resolve(dataDir);
  try {
    await access(await nearestExisting(absolute), constants.W_OK);
    const made = await mkdir(absolute, { recursive: true });
    if (made !== undefined) await keepToOwner(made, absolute);
    await refuseForeign(absolute);
    const probe = path.join(absolute, `.write-test-${process.pid}`);
    try {
      // One disk block, so that a disk with only free inodes is told from one with room.
      await writeFile(probe, Buffer.alloc(4096), { flush: true });
    } finally {
      await rm(probe, { force: true });
    }
  } catch (error) {
    if (error instanceof ClusterError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const advice = ADVICE[code ?? ''] ?? `cannot be written (${code}): ${ELSEWHERE}`;
    throw new ClusterError(`DATA_DIR ${absolute} ${advice}`, { cause: error });
  }
  // The database's user must be able to pass through; its own folder below stays 0700.
  if (process.getuid?.() === 0) await chmod(absolute, 0o755);
}

/**
 * For a command beside the service: believes a folder that is there as the service does, also on a disk that has become
 * full; makes it where it is missing.
 * @throws ClusterError when another user could have put something there, or it cannot be made
 */
export async function trustDataDir(dataDir: string): Promise<void> {
  const absolute = path.resolve(dataDir);
  const isThere = await stat(absolute).then(
    (info) => info.isDirectory(),
    () => false,
  );
  await (isThere ? refuseForeign(absolute) : prepareDataDir(absolute));
}

/** Whatever the umask: who could write to a folder that was made could put other secrets in the place of those in it. */
async function keepToOwner(first: string, last: string): Promise<void> {
  for (let folder = last; ; folder = path.dirname(folder)) {
    await chmod(folder, ((await stat(folder)).mode & 0o7755) | 0o700);
    if (folder === first || folder === path.dirname(folder)) return;
  }
}

/** Kept there and believed at the next start: secrets, and where the database is. */
const TRUSTED = [
  'app.secret',
  'database.url',
  'launcher.pid',
  'postgres.location',
  'postgres.password',
  'report-signing-key.pem',
];

/**
 * A folder whose name could be guessed may have been made by someone else, with a secret of their own in it. It and
 * what is believed of it must belong to this user, to root, or to the owner of the program, who decides anyway.
 */
async function refuseForeign(folder: string): Promise<void> {
  const own = process.getuid?.();
  if (own === undefined) return;
  const owners = new Set([0, own, (await stat(import.meta.filename)).uid]);
  for (const file of [folder, ...TRUSTED.map((name) => path.join(folder, name))]) {
    const info = await (file === folder ? stat(file) : lstat(file)).catch(() => null);
    if (info === null) continue;
    if (!owners.has(info.uid)) throw new ClusterError(`${file} belongs to another user: remove it, or set DATA_DIR`);
    if (info.isSymbolicLink()) throw new ClusterError(`${file} is a link: remove it, or set DATA_DIR`);
  }
}

/** Node's recursive `mkdir` answers ENOENT for a read-only disk; asking the parent tells the true reason. */
async function nearestExisting(folder: string): Promise<string> {
  for (let current = folder; ; current = path.dirname(current)) {
    const code = await stat(current).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (code !== 'ENOENT' || current === path.dirname(current)) return current;
  }
}
