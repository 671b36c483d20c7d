import { checkPrimeSync, generateKeyPairSync, generatePrimeSync } from 'node:crypto';
import { der, sequence } from '@palisade/lab/tls/raw-certificate';
import { expect, test } from 'vitest';
import { rsaKey } from './rsa-key.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const sound = Buffer.from(publicKey.export({ format: 'jwk' }).n ?? '', 'base64url');
const unsigned = (octets: Buffer): Buffer =>
  (octets[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), octets]) : octets;
const keyOf = (modulus: Buffer, exponent: Buffer) => sequence(der(2, unsigned(modulus)), der(2, unsigned(exponent)));
const F4 = Buffer.from([1, 0, 1]);

const octetsOf = (number: bigint): Buffer => {
  const hex = number.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
};
const times = (factor: bigint): Buffer => octetsOf(BigInt(`0x${sound.toString('hex')}`) * factor);
/** Made by the recipe of Nemec et al. (CCS 2017): two primes k·M + (65537^a mod M), M the product of 39 primes. */
const ROCA = Buffer.from(
  'c01c0d79f7226a82bbd9311eccdffd5396875d190ffe669fb48022c281c2809c' +
    '1e127152ab960d2475995952037c053d584a4e417f2997395f0d032e72325d9f',
  'hex',
);
/** The product of a prime and the next one that is farther away by this even number. */
function closePrimes(distance: bigint): Buffer {
  const prime = generatePrimeSync(512, { bigint: true });
  let other = prime + distance + 2n;
  while (!checkPrimeSync(other)) other += 2n;
  return octetsOf(prime * other);
}

// RFC 8017 §3.1: an odd exponent of at least 3. BoringSSL accepts up to 33 bits.
test.each<[string, Buffer, Buffer, string | undefined]>([
  ['an ordinary key', sound, F4, undefined],
  ['exponent 3', sound, Buffer.from([3]), undefined],
  ['exponent 1: what is signed is the signature', sound, Buffer.from([1]), 'public exponent 1'],
  ['exponent 0', sound, Buffer.from([0]), 'public exponent 0'],
  ['an even exponent', sound, Buffer.from([1, 0, 0]), 'public exponent that is even'],
  ['an even modulus', times(2n), F4, 'a modulus that 2 divides'],
  ['a modulus with a small factor', times(97n), F4, 'a modulus that 97 divides'],
  ['a modulus with a factor below 752', times(751n), F4, 'a modulus that 751 divides'],
  ['a modulus with a larger factor', times(757n), F4, undefined],
  ['a modulus of a flawed chip', ROCA, F4, 'a modulus of a flawed Infineon chip, which can be factored (ROCA)'],
  ['neighboring primes', closePrimes(0n), F4, 'two primes so close that its modulus can be factored'],
  // Distance² / 8√modulus rounds: 2 and some 2^30.
  ['close primes', closePrimes(2n ** 258n), F4, 'two primes so close that its modulus can be factored'],
  ['primes that are half as long apart', closePrimes(2n ** 273n), F4, undefined],
  ['the square of a prime', octetsOf(generatePrimeSync(512, { bigint: true }) ** 2n), F4, 'two primes so close that its modulus can be factored'], // prettier-ignore
])('%s', (_what, modulus, exponent, flaw) => {
  const key = rsaKey(keyOf(modulus, exponent));
  expect([key.flaw, key.limit]).toEqual([flaw, undefined]);
});

// What browsers do not read is no weakness, and hides none.
test.each<[string, Buffer, Buffer, string | undefined, string]>([
  ['an exponent of 41 bits', sound, Buffer.from([1, 0, 0, 0, 0, 1]), undefined, 'a public exponent of more than 33 bits'], // prettier-ignore
  ['an exponent as long as its modulus', sound, sound, undefined, 'a public exponent of more than 33 bits'],
  ['a large modulus', Buffer.concat([sound, Buffer.alloc(2000, 0x55)]), F4, undefined, 'more than 16384 bits'],
  ['a large modulus with exponent 1', Buffer.concat([sound, Buffer.alloc(2000, 0x55)]), Buffer.from([1]), 'public exponent 1', 'more than 16384 bits'], // prettier-ignore
  ['a large exponent with an even modulus', times(2n), sound, 'a modulus that 2 divides', 'a public exponent of more than 33 bits'], // prettier-ignore
])('%s', (_what, modulus, exponent, flaw, limit) => {
  const key = rsaKey(keyOf(modulus, exponent));
  expect([key.flaw, key.limit]).toEqual([flaw, limit]);
});
