/** RFC 8624 as updated by RFC 9904 to 9906: algorithms a zone must no longer be signed with. */
const ALGORITHMS: Readonly<Record<number, string>> = {
  1: 'RSAMD5',
  3: 'DSA',
  5: 'RSASHA1',
  6: 'DSA-NSEC3-SHA1',
  7: 'RSASHA1-NSEC3-SHA1',
  8: 'RSASHA256',
  10: 'RSASHA512',
  12: 'ECC-GOST',
  13: 'ECDSAP256SHA256',
  14: 'ECDSAP384SHA384',
  15: 'ED25519',
  16: 'ED448',
};
const WEAK_ALGORITHMS = new Set([1, 3, 5, 6, 7, 12]);
const DIGESTS: Readonly<Record<number, string>> = { 1: 'SHA-1', 2: 'SHA-256', 3: 'GOST', 4: 'SHA-384' };
const WEAK_DIGESTS = new Set([1, 3]);

export function algorithmName(number: number): string {
  return ALGORITHMS[number] ?? `algorithm ${number}`;
}
export function isWeakAlgorithm(number: number): boolean {
  return WEAK_ALGORITHMS.has(number);
}
export function digestName(number: number): string {
  return DIGESTS[number] ?? `digest ${number}`;
}
export function isWeakDigest(number: number): boolean {
  return WEAK_DIGESTS.has(number);
}

/** RFC 8914 §4: extended errors that say validation itself failed, not the way to the servers. */
export function isValidationError(code: number | null): boolean {
  return code !== null && code >= 5 && code <= 12;
}
