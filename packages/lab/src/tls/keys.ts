import { webcrypto } from 'node:crypto';

const KINDS = {
  ec: { name: 'ECDSA', namedCurve: 'P-256' },
  p384: { name: 'ECDSA', namedCurve: 'P-384' },
  rsa: rsa(2048),
  rsa512: rsa(512),
  rsa768: rsa(768),
  rsa1024: rsa(1024),
  rsa4096: rsa(4096),
} as const;
export type KeyKind = keyof typeof KINDS;

const kept = new Map<KeyKind, Promise<CryptoKeyPair>>();

/** Generating an RSA key takes at least a tenth of a second: the process shares one pair of each size. EC pairs are always new. */
export function keyPair(kind: KeyKind): Promise<CryptoKeyPair> {
  const generate = (): Promise<CryptoKeyPair> =>
    webcrypto.subtle.generateKey(KINDS[kind], true, ['sign', 'verify']) as Promise<CryptoKeyPair>;
  if (!kind.startsWith('rsa')) return generate();
  const known = kept.get(kind) ?? generate();
  kept.set(kind, known);
  return known;
}

function rsa(modulusLength: number) {
  return {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  } as const;
}
