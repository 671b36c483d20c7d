import type { Egress } from './net/egress.ts';
import { textSet } from './dns/record-set.ts';

/** What the owner of a host says about its being listed; `unknown` when a place that may say more could not be asked. */
export type OwnerWord = 'list' | 'opt-out' | 'none' | 'unknown';

/** A record or line of its own: `list` or `opt-out`, also as `palisade=opt-out`. */
const WORD = /^\s*(?:palisade\s*[:=]\s*)?(list|opt-out)\s*;?\s*$/i;
/** Longer than any word with its comments. */
const MOST_BYTES = 4096;

/**
 * @param host a name, perhaps with a port
 *
 * In DNS at `_palisade.<host>` (TXT) and on the site at `/.well-known/palisade.txt`; an opt-out in either place counts.
 */
export async function readOwnerWord(
  host: string,
  { egress, signal }: { egress: Egress; signal: AbortSignal },
): Promise<OwnerWord> {
  const [record, file] = await Promise.all([wordInDns(host, egress, signal), wordOnSite(host, egress, signal)]);
  const words = [record, file];
  for (const word of ['opt-out', 'list'] as const) if (words.includes(word)) return word;
  return words.includes('unknown') ? 'unknown' : 'none';
}

async function wordInDns(host: string, egress: Egress, signal: AbortSignal): Promise<OwnerWord> {
  const name = `_palisade.${new URL(`https://${host}`).hostname}`;
  const reply = await egress.dns.query({ name, type: 'TXT', signal });
  if (!reply.ok) return 'unknown';
  return strongest(textSet(name, reply, (text) => WORD.test(text)).records);
}

/** No redirect is followed: anyone who the host points to does not speak for it. */
async function wordOnSite(host: string, egress: Egress, signal: AbortSignal): Promise<OwnerWord> {
  try {
    const url = egress.admit(`https://${host}/.well-known/palisade.txt`);
    const { status, body } = await egress.request({ url, signal, maxBodyBytes: MOST_BYTES });
    if (status === 200) return strongest(body.toString().split(/\r?\n/));
    return status >= 500 || status === 429 ? 'unknown' : 'none';
  } catch {
    return 'unknown';
  }
}

function strongest(lines: readonly string[]): OwnerWord {
  const words = new Set(lines.map((line) => WORD.exec(line)?.[1]?.toLowerCase()));
  if (words.has('opt-out')) return 'opt-out';
  return words.has('list') ? 'list' : 'none';
}
