import { rm } from 'node:fs/promises';
import path from 'node:path';
import { isAlive, liveServer, pidIn } from './live-processes.ts';

/**
 * Handles a `postmaster.pid` left by a crash. Three cases: no process has that pid (PostgreSQL
 * removes the file itself), another program has it (the file is removed, or PostgreSQL
 * would refuse to start), or it is a server orphaned by a killed launcher (it is stopped;
 * the caller has checked that no live launcher owns it).
 */
export async function stopOrphan(folder: string, onLog?: (line: string) => void): Promise<void> {
  const lockFile = path.join(folder, 'postmaster.pid');
  const holder = await pidIn(lockFile);
  if (holder === null) return;
  const pid = await liveServer(folder);
  if (pid === null) {
    onLog?.(`removing a stale postmaster.pid: process ${holder} is not this database`);
    await rm(lockFile, { force: true });
    return;
  }
  onLog?.(`stopping PostgreSQL ${pid}, left behind by an earlier run`);
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 10_000 && isAlive(pid); waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}
