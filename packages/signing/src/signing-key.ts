import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { ed25519KeyFrom } from '@palisade/config/signing-key-text';

/** A public Ed25519 key as in RFC 8037. `kid` is its RFC 7638 thumbprint. */
export interface PublicJwk {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  alg: 'EdDSA';
  use: 'sig';
}

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  jwk: PublicJwk;
}

export function newSigningKey(): SigningKey {
  return signingKey(generateKeyPairSync('ed25519').privateKey);
}

/**
 * @param text in a form that `ed25519KeyFrom` accepts
 * @throws Error that does not repeat the text: it is a secret
 */
export function readSigningKey(text: string): SigningKey {
  return signingKey(ed25519KeyFrom(text));
}

export function signingKeyPem({ privateKey }: SigningKey): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** @throws Error when it is not a public Ed25519 key */
export function publicKeyOf({ x }: Pick<PublicJwk, 'x'>): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

function signingKey(privateKey: KeyObject): SigningKey {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (x === undefined) throw new Error('an Ed25519 key without a public half');
  // RFC 7638 §3: the required members, sorted, without white space; RFC 8037 §2 says which they are.
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }));
  const kid = thumbprint.digest('base64url');
  return { kid, privateKey, jwk: { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' } };
}
