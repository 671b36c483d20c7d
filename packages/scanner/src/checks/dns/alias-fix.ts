import type { RecordState } from '../../evidence/dns-records.ts';

interface Aliased {
  name: string;
  state: RecordState;
  nxdomain: boolean;
  alias?: string | undefined;
}

/** The alias that a lookup followed, as evidence: what it found belongs to the target. */
export function aliasLine(set: Aliased | undefined): string[] {
  if (set?.alias === undefined) return [];
  return [`${set.name} CNAME ${set.alias}${set.nxdomain ? ' (does not exist)' : ''}`];
}

/** A line to publish at the name. Name servers refuse other records next to a CNAME (RFC 1034 §3.6.2). */
export function inPlaceOfAlias(set: Aliased | undefined, fix: string): string {
  if (set?.alias === undefined) return fix;
  return `; ${set.name} is an alias (CNAME), and no other record may exist at such a name. Correct the record at ${set.alias}, or replace the alias with this:\n${fix}`;
}
