import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** The pid of the launcher running on this folder; null when there is none, even if its lock file still exists. */
export async function liveLauncher(dataDir: string): Promise<number | null> {
  const pid = await pidIn(path.join(dataDir, 'launcher.pid'));
  if (pid === null) return null;
  // After a reboot any process may have the pid in an old lock file. If it cannot be inspected, assume that it is the launcher.
  const command = await commandOf(pid);
  return command === '' || command.includes('launcher') ? pid : null;
}

/** The database server that runs on this folder. */
export async function liveServer(folder: string): Promise<number | null> {
  const pid = await pidIn(path.join(folder, 'postmaster.pid'));
  if (pid === null) return null;
  const command = await commandOf(pid);
  return command.includes('postgres') && command.includes(folder) ? pid : null;
}

/** The pid in the file's first line, if that process is alive. */
export async function pidIn(file: string): Promise<number | null> {
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n', 1)[0]);
  return Number.isInteger(pid) && pid > 1 && isAlive(pid) ? pid : null;
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
