import type { ZoneOptions } from '../dns-evidence.ts';

export interface ZoneCase {
  name: string;
  lines: readonly string[];
  options?: ZoneOptions;
  outcome: string;
  /** What the evidence says: the record at fault, by its name. */
  says?: readonly string[];
  /** What the note says. */
  note?: readonly string[];
}

export const MAIL = ['@ MX 10 mx.@', 'mx.@ A 192.0.2.25'] as const;

/** Zone lines, the outcome that an expert expects, and words of the evidence; shorthand for tables. */
export function zone(name: string, lines: readonly string[], outcome: string, ...says: string[]): ZoneCase {
  return { name, lines, outcome, says };
}
