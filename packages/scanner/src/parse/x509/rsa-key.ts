import { DerReader, TAG } from './der.ts';
import { factorable } from './rsa-modulus.ts';

/** Limit of both BoringSSL and NSS. */
const MOST_BITS = 16_384;
/** BoringSSL accepts exponents of up to 33 bits. */
const MOST_EXPONENT = 2n ** 33n;

export interface RsaKey {
  bits: number;
  /** Why anyone can compute the private key or forge signatures, in words, as in “public exponent 1”. */
  flaw?: string;
  /** What browsers do not read, in words, as in “more than 16384 bits”: a limit of theirs, not a weakness. */
  limit?: string;
}

/**
 * RSAPublicKey (RFC 8017 §A.1.1).
 * @throws MalformedDer
 */
export function rsaKey(bytes: Uint8Array): RsaKey {
  const key = new DerReader(bytes).enter(TAG.sequence);
  const modulus = key.take(TAG.integer).content;
  const exponent = numberOf(key.take(TAG.integer).content);
  const bits = bitLength(modulus);
  const flaw = flawOf(modulus, bits, exponent);
  const limit = limitOf(bits, exponent);
  return { bits, ...(flaw !== null && { flaw }), ...(limit !== null && { limit }) };
}

function flawOf(modulus: Uint8Array, bits: number, exponent: bigint): string | null {
  if (exponent < 3n || (exponent < MOST_EXPONENT && exponent % 2n === 0n))
    return `public exponent ${exponent < 3n ? exponent : 'that is even'}`;
  return bits > MOST_BITS ? null : factorable(modulus);
}

function limitOf(bits: number, exponent: bigint): string | null {
  if (exponent >= MOST_EXPONENT) return 'a public exponent of more than 33 bits';
  return bits > MOST_BITS ? `more than ${MOST_BITS} bits` : null;
}

function numberOf(integer: Uint8Array): bigint {
  // Only as much as is needed to know that it is too large.
  const octets = integer.length > 16 && integer[0] !== 0 ? integer.subarray(0, 16) : integer.subarray(0, 4096);
  return BigInt(`0x${Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('') || '0'}`);
}

function bitLength(integer: Uint8Array): number {
  const first = integer.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (integer.length - first) * 8 - Math.clz32(integer[first] ?? 0) + 24;
}
