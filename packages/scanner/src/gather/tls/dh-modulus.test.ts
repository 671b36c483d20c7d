import { generatePrimeSync, getDiffieHellman } from 'node:crypto';
import { expect, it } from 'vitest';
import { isComposite } from './dh-modulus.ts';

const prime = getDiffieHellman('modp14').getPrime();
const half = (): bigint => BigInt(`0x${Buffer.from(generatePrimeSync(512)).toString('hex')}`);
const changed = Buffer.from(prime);
changed.writeUInt8(changed.readUInt8(100) ^ 2, 100);
const even = Buffer.from(prime);
even.writeUInt8(even.readUInt8(255) ^ 1, 255);

it.each<[string, Uint8Array, number, boolean | null]>([
  ['RFC 3526', prime, 2048, false],
  ['RFC 2409', getDiffieHellman('modp2').getPrime(), 1024, false],
  ['RFC 3526, 4096 bits', getDiffieHellman('modp16').getPrime(), 4096, false],
  ['a random one', Buffer.from(generatePrimeSync(768)), 768, false],
  ['one bit changed', changed, 2048, true],
  ['an even number', even, 2048, true],
  // As in socat of 2016 (CVE-2016-2217): anyone who chose the factors can compute the keys.
  ['two factors', Buffer.from((half() * half()).toString(16).padStart(256, '0'), 'hex'), 1024, true],
  ['all ones', Buffer.alloc(256, 0xff), 2048, true],
  ['too large to try', getDiffieHellman('modp17').getPrime(), 6144, null],
  ['too small to matter', Buffer.from([0xff]), 8, null],
])('the modulus %s', (_what, modulus, bits, composite) => {
  expect(isComposite(modulus, bits)).toBe(composite);
});
