import { readFile } from 'node:fs/promises';
import { descendants } from './descendants.ts';
import type { Stack } from './stack.ts';

/** The pid of the process of a running service whose command line matches. */
export async function serviceProcess(stack: Stack, command: RegExp): Promise<number> {
  for (const pid of await descendants(stack.child.pid ?? 0)) {
    const line = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ').trim();
    if (command.test(line)) return pid;
  }
  throw new Error(`no process matches ${command}`);
}

/** The pid of its embedded database server. */
export async function postmaster(stack: Pick<Stack, 'dataDir'>): Promise<number> {
  const folder = `${stack.dataDir}/postgres`;
  const location = await readFile(`${stack.dataDir}/postgres.location`, 'utf8').catch(() => folder);
  return Number((await readFile(`${location.trim()}/postmaster.pid`, 'utf8')).split('\n', 1)[0]);
}
