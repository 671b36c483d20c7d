import { hash } from 'node:crypto';

/** Larger ones take longer than a scan may be held up, and shorter ones can be broken in any case. */
const [LEAST_BITS, MOST_BITS] = [512, 4096];
const MOST_KNOWN = 64;

/** By fingerprint: most servers have one of a few standard primes, and each takes up to a tenth of a second. */
const known = new Map<string, boolean>();

/**
 * Whether a Diffie-Hellman modulus is certainly no prime, by Fermat's little theorem: 3 to the power of p - 1 leaves 1 if p is one.
 * Null for a modulus that was not tested. `checkPrime` of node:crypto makes 64 rounds or more: 1.6 seconds for 4096 bits,
 * and this takes 0.06. A number that fails one round is certainly no prime.
 */
export function isComposite(modulus: Uint8Array, bits: number): boolean | null {
  if (bits < LEAST_BITS || bits > MOST_BITS) return null;
  const key = hash('sha256', modulus, 'base64');
  const before = known.get(key);
  if (before !== undefined) return before;
  const composite = failsFermat(BigInt(`0x${Buffer.from(modulus).toString('hex')}`));
  if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value ?? '');
  known.set(key, composite);
  return composite;
}

function failsFermat(modulus: bigint): boolean {
  if (modulus % 2n === 0n) return true;
  let power = 1n;
  for (const bit of (modulus - 1n).toString(2)) {
    power = (power * power) % modulus;
    if (bit === '1') power = (power * 3n) % modulus;
  }
  return power !== 1n;
}
