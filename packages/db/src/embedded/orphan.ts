import { readFile, rm } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * A `postmaster.pid` left by a crash. Three cases: nobody has that pid (PostgreSQL
 * clears the file itself), another program has it (the file is removed, or PostgreSQL
 * would refuse to start), or it is a server orphaned by a killed launcher (it is stopped;
 * the caller has made sure that no live launcher owns it).
 */
export async function stopOrphan(folder: string, onLog?: (line: string) => void): Promise<void> {
  const lockFile = path.join(folder, 'postmaster.pid');
  const content = await readFile(lockFile, 'utf8').catch(() => null);
  const pid = Number(content?.split('\n', 1)[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return;
  const command = await commandOf(pid);
  if (!command.includes('postgres') || !command.includes(folder)) {
    onLog?.(`removing a stale postmaster.pid: process ${pid} is not this database`);
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

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function commandOf(pid: number): Promise<string> {
  const linux = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  if (linux !== null) return linux.replaceAll('\0', ' ');
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout;
}
