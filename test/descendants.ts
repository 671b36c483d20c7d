import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isAlive } from '../packages/db/src/embedded/live-processes.ts';

/** Pids of all descendants of a process, from /proc. */
export async function descendants(pid: number): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''))
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return [...children, ...(await Promise.all(children.map(descendants))).flat()];
}

/**
 * Those that are still running. An exited process stays in the list until its parent has reaped it, and the
 * process that adopted it may be busy.
 */
export function running(pids: readonly number[]): number[] {
  return pids.filter((pid) => {
    if (!isAlive(pid)) return false;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
    } catch {
      return false;
    }
  });
}
