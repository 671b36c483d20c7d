import { generateKeyPairSync } from 'node:crypto';
import { der, sequence } from '@palisade/lab/tls/raw-certificate';
import { expect, test } from 'vitest';
import { rsaKey } from './rsa-key.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const sound = Buffer.from(publicKey.export({ format: 'jwk' }).n ?? '', 'base64url');
const unsigned = (octets: Buffer): Buffer =>
  (octets[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), octets]) : octets;
const keyOf = (modulus: Buffer, exponent: Buffer) => sequence(der(2, unsigned(modulus)), der(2, unsigned(exponent)));
const F4 = Buffer.from([1, 0, 1]);
const times = (factor: bigint): Buffer => {
  const product = (BigInt(`0x${sound.toString('hex')}`) * factor).toString(16);
  return Buffer.from(product.length % 2 === 0 ? product : `0${product}`, 'hex');
};

// RFC 8017 §3.1: an odd exponent of at least 3. BoringSSL accepts up to 33 bits.
test.each<[string, Buffer, Buffer, string | undefined]>([
  ['an ordinary key', sound, F4, undefined],
  ['exponent 3', sound, Buffer.from([3]), undefined],
  ['exponent 1: what is signed is the signature', sound, Buffer.from([1]), 'public exponent 1'],
  ['exponent 0', sound, Buffer.from([0]), 'public exponent 0'],
  ['an even exponent', sound, Buffer.from([1, 0, 0]), 'public exponent that is even'],
  ['an exponent of 41 bits', sound, Buffer.from([1, 0, 0, 0, 0, 1]), 'a public exponent of more than 33 bits'],
  ['an exponent as long as its modulus', sound, sound, 'a public exponent of more than 33 bits'],
  ['an even modulus', times(2n), F4, 'a modulus that 2 divides'],
  ['a modulus with a small factor', times(97n), F4, 'a modulus that 97 divides'],
  ['a modulus that no browser reads', Buffer.concat([sound, Buffer.alloc(2000, 0x55)]), F4, 'more than 16384 bits'],
])('%s', (_what, modulus, exponent, flaw) => {
  expect(rsaKey(keyOf(modulus, exponent)).flaw).toBe(flaw);
});
