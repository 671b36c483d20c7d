import { keyedHash } from './keyed-hash.ts';

/**
 * What signs the callbacks of a key, as Standard Webhooks writes it. Derived and not stored: anyone who
 * reads the database alone can sign nothing. A rotated key has another one.
 */
export function callbackSecret(appSecret: string, key: { id: string; version: number }): string {
  return `whsec_${Buffer.from(callbackSecretBytes(appSecret, key)).toString('base64')}`;
}

export function callbackSecretBytes(appSecret: string, { id, version }: { id: string; version: number }): Uint8Array {
  return keyedHash(appSecret, 'callback', `${id}:${version}`);
}
