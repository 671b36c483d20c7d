import { access, chmod, constants, lstat, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ClusterError } from './cluster-error.ts';

const ELSEWHERE = 'set DATA_DIR to a writable folder';
const ADVICE: Readonly<Record<string, string>> = {
  EROFS: `is on a read-only disk: ${ELSEWHERE}`,
  ENOSPC: 'is on a full disk: free some space, or set DATA_DIR to another disk',
  EDQUOT: 'is on a disk whose quota is used up: free some space, or set DATA_DIR to another disk',
  EACCES: `is not writable by this user: ${ELSEWHERE}`,
  EPERM: `is not writable by this user: ${ELSEWHERE}`,
  ENOTDIR: `is below something that is not a folder: ${ELSEWHERE}`,
  EEXIST: `is not a folder: ${ELSEWHERE}`,
};

/**
 * Creates the folder with all data of a self-hosted Palisade, and tests it by
 * writing: a disk may be full, read-only or over quota while its folders look
 * fine.
 * @throws ClusterError with one line that says what is wrong and how to fix it
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
      // One disk block, so that a disk that only has free inodes counts as full.
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
 * For a command that runs alongside the service: trusts an existing folder as the service does, even on a disk that has
 * become full; creates it if missing.
 * @throws ClusterError when another user could have put something there, or it cannot be created
 */
export async function trustDataDir(dataDir: string): Promise<void> {
  const absolute = path.resolve(dataDir);
  const isThere = await stat(absolute).then(
    (info) => info.isDirectory(),
    () => false,
  );
  await (isThere ? refuseForeign(absolute) : prepareDataDir(absolute));
}

/** Regardless of the umask: a user who can write to the folder could replace the secrets in it. */
async function keepToOwner(first: string, last: string): Promise<void> {
  for (let folder = last; ; folder = path.dirname(folder)) {
    await chmod(folder, ((await stat(folder)).mode & 0o7755) | 0o700);
    if (folder === first || folder === path.dirname(folder)) return;
  }
}

/** Stored there and trusted at the next start: secrets, and the location of the database. */
const TRUSTED = [
  'app.secret',
  'public.url',
  'database.url',
  'launcher.pid',
  'postgres.location',
  'postgres.password',
  'report-signing-key.pem',
];

/**
 * A folder with a predictable name may have been created by another user, with their own secret in it. The folder and
 * the trusted files in it must belong to this user, to root, or to the owner of the program, who is trusted anyway.
 */
async function refuseForeign(folder: string): Promise<void> {
  const own = process.getuid?.();
  if (own === undefined) return;
  const owners = new Set([0, own, (await stat(import.meta.filename)).uid]);
  for (const file of [folder, ...TRUSTED.map((name) => path.join(folder, name))]) {
    const info = await (file === folder ? stat(file) : lstat(file)).catch(() => null);
    if (info === null) continue;
    if (!owners.has(info.uid)) throw new ClusterError(`${file} belongs to another user: remove it, or set DATA_DIR`);
    if (info.isSymbolicLink()) throw new ClusterError(`${file} is a symbolic link: remove it, or set DATA_DIR`);
  }
}

/** Node's recursive `mkdir` reports ENOENT for a read-only disk; trying the parent gives the real error. */
async function nearestExisting(folder: string): Promise<string> {
  for (let current = folder; ; current = path.dirname(current)) {
    const code = await stat(current).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (code !== 'ENOENT' || current === path.dirname(current)) return current;
  }
}
