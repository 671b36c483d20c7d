import ipaddr from 'ipaddr.js';

/** Ranges that mean another machine, or none, to every visitor from the internet (RFC 6890). */
const INTERNAL: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'linkLocal',
  'uniqueLocal',
  'carrierGradeNat',
  'unspecified',
]);

/** The range of an address that no one on the internet can reach. Null for all others. */
export function internalRange(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const range = ipaddr.process(address).range();
  return INTERNAL.has(range) ? range : null;
}
