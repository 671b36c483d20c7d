import { hash } from 'node:crypto';

/** Larger ones take longer than a scan may be held up, and shorter ones can be broken in any case. */
const [LEAST_BITS, MOST_BITS] = [512, 4096];

/** Most servers have one of these, and a test takes up to a tenth of a second. SHA-256 of each prime. */
const STANDARD_PRIMES: ReadonlySet<string> = new Set([
  'PzWj9fbEN2p0SsrUCbsi+NiX+UnSMR2IWtqokJgbZ6A=', // 1024 bits: RFC 2409
  'ZPzIPsQDkwvxg5PbyIPMqh+7CKyHb3f3qpl0jKlFAZs=', // 1536 bits: RFC 3526
  '1mQ295u9ay44wP+9B5vpBNJkFBXi5nFA4JRIvppgiQ4=', // 2048 bits
  'SM+LCS+85DWdmHGr90+Y4lthYzeeqhXNkIfoAMbRxVw=', // 3072 bits
  'TulRh2gryyMK0mqVIF9pIOhHCPYlGziUMpsJ7CORnjM=', // 4096 bits
  'nNO38zaHL0bAlCjRu8GYd6TUQFEs2o0cHPDNbjNpiWY=', // 2048 bits: RFC 7919
  'Dq9n2zqDkVbVATSUpTGKdytWl9Jw1yHzfwku/GnqWhc=', // 3072 bits
  'RkhBQiSsiBs9DcWbRm+W0GpVgnh3aAd5fs8fZv85ez4=', // 4096 bits
]);

/**
 * Whether a Diffie-Hellman modulus is certainly no prime, by Fermat's little theorem: 3 to the power of p - 1 leaves 1 if p is one.
 * Null for a modulus that was not tested. `checkPrime` of node:crypto makes 64 rounds or more: 1.6 seconds for 4096 bits,
 * and this takes 0.06. A number that fails one round is certainly no prime.
 */
export function isComposite(modulus: Uint8Array, bits: number): boolean | null {
  if (bits < LEAST_BITS || bits > MOST_BITS) return null;
  if (STANDARD_PRIMES.has(hash('sha256', modulus, 'base64'))) return false;
  return failsFermat(BigInt(`0x${Buffer.from(modulus).toString('hex')}`));
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
