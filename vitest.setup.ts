import { chmod, mkdir, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stopTestServer } from '@palisade/db/test-database';

const MEMORY_DISK = '/dev/shm';
/** The suite needs less than one at a time; the rest is for the machine. */
const FREE_GB_NEEDED = 6;
const GB = 1024 ** 3;

/**
 * One folder per run, in memory if there is enough: clusters and browser profiles are thousands of small files, and on
 * ext4 creating and deleting them costs more processor time than most tests. Temporary files, and whatever
 * the tests start for all of them (the database server), live and die with it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const runDir = await mkdtemp(path.join((await roomInMemory()) ? MEMORY_DISK : tmpdir(), 'palisade-test-'));
  await chmod(runDir, 0o755);
  const temporary = path.join(runDir, 'tmp');
  await mkdir(temporary);
  // As /tmp: any user may create files.
  await chmod(temporary, 0o1777);
  process.env['TMPDIR'] = temporary;
  process.env['PALISADE_TEST_RUN_DIR'] = runDir;
  return () => stopTestServer(runDir);
}

async function roomInMemory(): Promise<boolean> {
  const disk = await statfs(MEMORY_DISK).catch(() => null);
  if (disk === null || process.getuid === undefined) return false;
  return Math.min(disk.bavail * disk.bsize, process.availableMemory()) > FREE_GB_NEEDED * GB;
}
