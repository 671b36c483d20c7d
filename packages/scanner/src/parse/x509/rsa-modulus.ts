/** Moduli that can be factored, by what is known of how their primes were made (CA/Browser Forum Baseline Requirements §6.1.1.3). */

/** What is wrong with a modulus, in words; null: none of what is tried here. */
export function factorable(modulus: Uint8Array): string | null {
  const prime = PRIMES.find((one) => remainder(modulus, one) === 0);
  if (prime !== undefined) return `a modulus that ${prime} divides`;
  if (isFromFlawedChip(modulus)) return 'a modulus of a flawed Infineon chip, which can be factored (ROCA)';
  return hasClosePrimes(modulus) ? 'two primes so close that its modulus can be factored' : null;
}

/** SP 800-89 §5.3.3: no factor is smaller than 752. */
const PRIMES = primesBelow(752);

function primesBelow(limit: number): number[] {
  const found: number[] = [];
  for (let next = 2; next < limit; next += 1) if (found.every((prime) => next % prime !== 0)) found.push(next);
  return found;
}

function remainder(modulus: Uint8Array, prime: number): number {
  let rest = 0;
  for (const octet of modulus) rest = (rest * 256 + octet) % prime;
  return rest;
}

/** Primes that divide the constant M of every size of key that the chips make (Nemec et al., CCS 2017, §2.1). */
const OF_CHIPS = PRIMES.filter((prime) => prime > 2 && prime <= 167).map(
  (prime) => [prime, powersOf(65_537, prime)] as const,
);

function powersOf(base: number, prime: number): ReadonlySet<number> {
  const powers = new Set<number>();
  for (let power = 1; !powers.has(power); power = (power * (base % prime)) % prime) powers.add(power);
  return powers;
}

/** Both primes, and so the modulus, are powers of 65537 modulo M: of random moduli, one in 2^62. */
function isFromFlawedChip(modulus: Uint8Array): boolean {
  return OF_CHIPS.every(([prime, powers]) => powers.has(remainder(modulus, prime)));
}

/** Of longer ones, the primes are not compared: this takes time that grows with the square of their length. */
const MOST_OCTETS = 1025;
const ROUNDS = 100;

/** Fermat's method, with as many rounds as the Baseline Requirements want of authorities. */
function hasClosePrimes(octets: Uint8Array): boolean {
  if (octets.length === 0 || octets.length > MOST_OCTETS) return false;
  const modulus = BigInt(`0x${Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('')}`);
  let half = root(modulus);
  if (half * half < modulus) half += 1n;
  let square = half * half - modulus;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (isSquare(square)) return true;
    square += 2n * half + 1n;
    half += 1n;
  }
  return false;
}

/** Most numbers that are no squares are none modulo these. */
const SIEVES = [64n, 63n, 65n, 11n, 17n, 19n, 23n, 31n].map(
  (size) => [size, new Set(Array.from({ length: Number(size) }, (_, at) => (BigInt(at) * BigInt(at)) % size))] as const,
);

function isSquare(number: bigint): boolean {
  if (!SIEVES.every(([size, squares]) => squares.has(number % size))) return false;
  const half = root(number);
  return half * half === number;
}

/** Rounded down, by Newton’s method from above. */
function root(number: bigint): bigint {
  if (number < 2n) return number;
  let estimate = 1n << BigInt(Math.ceil(number.toString(16).length * 2));
  for (;;) {
    const next = (estimate + number / estimate) >> 1n;
    if (next >= estimate) return estimate;
    estimate = next;
  }
}
