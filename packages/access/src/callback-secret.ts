import { keyedHash } from './keyed-hash.ts';

/**
 * The secret that signs a key's callbacks, in the Standard Webhooks format. Derived, not stored: an attacker
 * with only the database can sign nothing. A rotated key has a different one.
 */
export function callbackSecret(appSecret: string, key: { id: string; version: number }): string {
  return `whsec_${Buffer.from(callbackSecretBytes(appSecret, key)).toString('base64')}`;
}

export function callbackSecretBytes(appSecret: string, { id, version }: { id: string; version: number }): Uint8Array {
  return keyedHash(appSecret, 'callback', `${id}:${version}`);
}
