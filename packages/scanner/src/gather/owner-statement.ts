import type { Egress } from './net/egress.ts';
import { textSet } from './dns/record-set.ts';

/** What the owner of a host states about public listing. `unknown` if a place that may state it could not be read. */
export type ListingDirective = 'list' | 'opt-out' | 'none' | 'unknown';

export interface OwnerStatement {
  directive: ListingDirective;
  /** Challenges of accounts that claim the host, as published in DNS or in the file. */
  claims: string[];
  /** Both places answered: a challenge that is not among the claims is gone. */
  complete: boolean;
}

/** A separate record or line: `list` or `opt-out`, also as `palisade=opt-out`. */
const DIRECTIVE = /^\s*(?:palisade\s*[:=]\s*)?(list|opt-out)\s*;?\s*$/i;
/** `palisade-owner=<challenge>`: an account claims the host. */
const CLAIM = /^\s*palisade-owner\s*[:=]\s*([A-Za-z0-9_-]{16,64})\s*;?\s*$/i;
/** Longer than any statement with its comments. */
const MOST_BYTES = 4096;
/** As many accounts may claim one host. */
const MOST_CLAIMS = 20;

/**
 * @param host a name, perhaps with a port
 *
 * In DNS at `_palisade.<host>` (TXT) and on the site at `/.well-known/palisade.txt`; an opt-out in either place counts.
 */
export async function readOwnerStatement(
  host: string,
  { egress, signal }: { egress: Egress; signal: AbortSignal },
): Promise<OwnerStatement> {
  const [record, file] = await Promise.all([linesInDns(host, egress, signal), linesOnSite(host, egress, signal)]);
  const directives = [record, file].map((lines) => (lines === null ? 'unknown' : strongest(lines)));
  const complete = record !== null && file !== null;
  const claims = [...(record ?? []), ...(file ?? [])].flatMap((line) => CLAIM.exec(line)?.[1] ?? []);
  const stated = (['opt-out', 'list', 'unknown'] as const).find((one) => directives.includes(one));
  return { directive: stated ?? 'none', claims: [...new Set(claims)].slice(0, MOST_CLAIMS), complete };
}

/** Null: it could not be read. */
async function linesInDns(host: string, egress: Egress, signal: AbortSignal): Promise<string[] | null> {
  const name = `_palisade.${new URL(`https://${host}`).hostname}`;
  const reply = await egress.dns.query({ name, type: 'TXT', signal });
  if (!reply.ok) return null;
  return textSet(name, reply, (text) => DIRECTIVE.test(text) || CLAIM.test(text)).records;
}

/** Redirects are not followed: their target does not speak for the host's owner. */
async function linesOnSite(host: string, egress: Egress, signal: AbortSignal): Promise<string[] | null> {
  try {
    const url = egress.admit(`https://${host}/.well-known/palisade.txt`);
    const { status, body } = await egress.request({ url, signal, maxBodyBytes: MOST_BYTES });
    if (status === 200) return body.toString().split(/\r?\n/);
    return status >= 500 || status === 429 ? null : [];
  } catch {
    return null;
  }
}

function strongest(lines: readonly string[]): ListingDirective {
  const directives = new Set(lines.map((line) => DIRECTIVE.exec(line)?.[1]?.toLowerCase()));
  if (directives.has('opt-out')) return 'opt-out';
  return directives.has('list') ? 'list' : 'none';
}
