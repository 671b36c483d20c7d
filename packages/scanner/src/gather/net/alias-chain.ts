import type { Answer } from 'dns-packet';
import { bareName } from './dns-packets.ts';

/**
 * Maximum number of aliases to follow in one response, as in BIND. Most resolvers return SERVFAIL for longer chains.
 */
export const MAX_ALIASES = 16;
/** Maximum number of CNAME records to read from one response, in any order. */
const MAX_CNAMES = 64;

export interface AliasChain {
  /** Targets in order, in lower case and without the final dot. */
  chain: string[];
  /** `long`: the chain exceeds the limit, so its end is unknown. */
  end: 'settled' | 'loop' | 'long';
}

/** The aliases in a response, starting from a name. */
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
