import { readFile } from 'node:fs/promises';

/** Pids of all processes below one, from /proc. */
export async function descendants(pid: number): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''))
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return [...children, ...(await Promise.all(children.map(descendants))).flat()];
}
