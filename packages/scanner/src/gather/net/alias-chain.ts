import type { Answer } from 'dns-packet';
import { bareName } from './dns-packets.ts';

/** Aliases followed in one answer, as BIND does; a chain that is longer ends in SERVFAIL at most resolvers. */
export const MAX_ALIASES = 16;
/** CNAME records of one answer looked at, in whatever order they stand. */
const MAX_CNAMES = 64;

export interface AliasChain {
  /** Targets in order, in lower case and without the final dot. */
  chain: string[];
  /** `long`: there are more than we follow, so that no one knows where it ends. */
  end: 'settled' | 'loop' | 'long';
}

/** The aliases that an answer holds from a name on. */
export function aliasesOf(name: string, answers: readonly Answer[]): AliasChain {
  const targets = new Map<string, string>();
  for (const answer of answers.filter(({ type }) => type === 'CNAME').slice(0, MAX_CNAMES)) {
    const owner = bareName(answer.name);
    if (!targets.has(owner)) targets.set(owner, bareName((answer as { data: string }).data));
  }
  const chain: string[] = [];
  const seen = new Set([bareName(name)]);
  for (let target = targets.get(bareName(name)); target !== undefined; target = targets.get(target)) {
    if (seen.has(target)) return { chain, end: 'loop' };
    if (chain.length >= MAX_ALIASES) return { chain, end: 'long' };
    seen.add(target);
    chain.push(target);
  }
  return { chain, end: 'settled' };
}
