import { access, chmod, constants, mkdir, rm, stat, writeFile } from 'node:fs/promises';
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
    await mkdir(absolute, { recursive: true });
    const probe = path.join(absolute, `.write-test-${process.pid}`);
    try {
      // One disk block, so that a disk with only free inodes is told from one with room.
      await writeFile(probe, Buffer.alloc(4096), { flush: true });
    } finally {
      await rm(probe, { force: true });
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const advice = ADVICE[code ?? ''] ?? `cannot be written (${code}): ${ELSEWHERE}`;
    throw new ClusterError(`DATA_DIR ${absolute} ${advice}`, { cause: error });
  }
  // The database's user must be able to pass through; its own folder below stays 0700.
  if (process.getuid?.() === 0) await chmod(absolute, 0o755);
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
