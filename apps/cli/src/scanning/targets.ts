import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { UsageError } from '../usage-error.ts';

/** Sites of one run; more belong to a service. */
const MAX_TARGETS = 100_000;

/** The URLs of the command line, then those of the list, each once. Lines may be empty or begin with `#`. */
export async function targetsFrom(urls: readonly string[], list: string | undefined): Promise<string[]> {
  const lines = list === undefined ? [] : (await readList(list)).split(/\r?\n/u);
  const listed = lines.map((line) => line.replace(/(?:^|\s)#.*$/u, '').trim()).filter((line) => line !== '');
  const targets = [...new Set([...urls, ...listed])];
  if (targets.length === 0) throw new UsageError(`${list ?? 'the list'} names no URL`);
  if (targets.length > MAX_TARGETS) throw new UsageError(`a run takes up to ${MAX_TARGETS} URLs`);
  return targets;
}

async function readList(list: string): Promise<string> {
  if (list === '-') return text(process.stdin);
  try {
    return await readFile(list, 'utf8');
  } catch (error) {
    throw new UsageError(`--list ${list} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`);
  }
}

/** Two addresses of one host are scanned one after the other. */
export function hostKey(target: string): string {
  const url = /^[a-z][a-z0-9+.-]*:\/\//iu.test(target) ? target : `https://${target}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/u, '') : target;
}
