import type { ZoneOptions } from '../dns-evidence.ts';

export interface ZoneCase {
  name: string;
  lines: readonly string[];
  options?: ZoneOptions;
  outcome: string;
  /** Parts of the evidence: the record with the fault, by name. */
  says?: readonly string[];
  /** Parts of the note. */
  note?: readonly string[];
}

export const MAIL = ['@ MX 10 mx.@', 'mx.@ A 192.0.2.25'] as const;

/** Zone lines, the outcome that an expert expects, and parts of the evidence. Shorthand for tables. */
export function zone(name: string, lines: readonly string[], outcome: string, ...says: string[]): ZoneCase {
  return { name, lines, outcome, says };
}
