/** RFC 8624, updated by RFC 9904 to 9906: algorithms that must no longer sign a zone. */
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
/** RFC 8624 §3.1: RSASHA512 is not recommended for signing. */
export function isNotRecommended(number: number): boolean {
  return number === 10;
}
export function digestName(number: number): string {
  return DIGESTS[number] ?? `digest ${number}`;
}
export function isWeakDigest(number: number): boolean {
  return WEAK_DIGESTS.has(number);
}

/** RFC 8914 §4: extended errors that mean failed validation, not unreachable servers. */
export function isValidationError(code: number | null): boolean {
  return code !== null && code >= 5 && code <= 12;
}

/** RFC 4034 appendix B: a sum over flags, protocol 3, algorithm and key. */
export function keyTag(flags: number, algorithm: number, key: Uint8Array): number {
  const bytes = [flags >> 8, flags & 255, 3, algorithm, ...key];
  // Algorithm 1 computes the tag from its modulus (appendix B.1).
  if (algorithm === 1) return ((bytes.at(-3) ?? 0) << 8) + (bytes.at(-2) ?? 0);
  let sum = 0;
  bytes.forEach((byte, at) => {
    sum += at % 2 === 0 ? byte << 8 : byte;
  });
  return (sum + (sum >>> 16)) & 0xffff;
}

const RSA = new Set([1, 5, 7, 8, 10]);

/**
 * RFC 3110 §2: the length of the exponent in one byte, or in two bytes after a zero, then exponent and modulus. Null
 * for other keys.
 */
export function rsaKeyBits(algorithm: number, key: Uint8Array): number | null {
  if (!RSA.has(algorithm) || key.length < 4) return null;
  const [first = 0, high = 0, low = 0] = key;
  const modulus = first === 0 ? key.subarray(3 + high * 256 + low) : key.subarray(1 + first);
  const start = modulus.findIndex((byte) => byte !== 0);
  return start === -1 ? null : (modulus.length - start) * 8 - Math.clz32(modulus[start] ?? 0) + 24;
}
