import { buffer } from 'node:stream/consumers';
import { decodedText } from '@palisade/signing/decoded-text';
import { readText } from '../text-file.ts';
import { InputError, UsageError } from '../usage-error.ts';

/** Maximum number of sites in one run; more are a job for a service. */
const MAX_TARGETS = 100_000;

/** The URLs of the command line, then those of the list, each once. Lines may be empty or start with `#`. */
export async function targetsFrom(urls: readonly string[], list: string | undefined): Promise<string[]> {
  const lines = list === undefined ? [] : (await readList(list)).split(/\r?\n/u);
  const listed = lines.map((line) => line.replace(/(?:^|\s)#.*$/u, '').trim()).filter((line) => line !== '');
  const targets = eachOnce([...urls, ...listed]);
  if (targets.length === 0) throw new InputError(`${list === '-' ? 'standard input' : list} has no URL`);
  if (targets.length > MAX_TARGETS) throw new UsageError(`a run accepts up to ${MAX_TARGETS} URLs`);
  return targets;
}

async function readList(list: string): Promise<string> {
  return list === '-' ? decodedText(await buffer(process.stdin)) : readText(list, `--list ${list}`);
}

/** In the first spelling: `example.com` and `HTTPS://Example.com/#top` are one target. */
function eachOnce(targets: readonly string[]): string[] {
  const spelled = new Map<string, string>();
  for (const target of targets) {
    const url = URL.parse(addressOf(target));
    // A fragment is not sent.
    if (url) url.hash = '';
    const key = url?.href ?? target;
    if (!spelled.has(key)) spelled.set(key, target);
  }
  return [...spelled.values()];
}

const addressOf = (target: string): string => (/^[a-z][a-z0-9+.-]*:\/\//iu.test(target) ? target : `https://${target}`);

/** Two addresses of one host are scanned one after the other. */
export function hostKey(target: string): string {
  const url = addressOf(target);
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/u, '') : target;
}
