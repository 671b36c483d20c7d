import { largerShare, NEARLY_ALL, type Addresses } from './address-share.ts';
import { EMPTY, type AddressSet } from './address-set.ts';
import type { SpfQualifier } from './spf.ts';

/** What one record says, includes and redirects evaluated. */
export interface PolicyOutcome {
  all: SpfQualifier | null;
  passesEverybody: string | null;
  /** Addresses that pass through `ip4` and `ip6` terms, evaluated in order. */
  passed: Addresses;
  /** Addresses with a neutral result (`?`). */
  neutral: Addresses;
  /** Addresses with a soft fail (`~`). */
  soft: Addresses;
}

/** The result for all other senders. `?ip4:0.0.0.0/0 -all`, `-ip4:0.0.0.0/0 -ip6:::/0 +all`: the last term is practically never reached. */
export function reachedResult({ all, passesEverybody, neutral, soft }: PolicyOutcome): SpfQualifier | null {
  if (largerShare(neutral) >= NEARLY_ALL) return '?';
  if (largerShare(soft) >= NEARLY_ALL) return '~';
  return all === '+' && passesEverybody === null ? '-' : all;
}

export const NONE: Addresses = { ip4: EMPTY, ip6: EMPTY };
export const NOTHING: PolicyOutcome = { all: null, passesEverybody: null, passed: NONE, neutral: NONE, soft: NONE };

export function each(one: Addresses, other: Addresses, join: (a: AddressSet, b: AddressSet) => AddressSet): Addresses {
  return { ip4: join(one.ip4, other.ip4), ip6: join(one.ip6, other.ip6) };
}
