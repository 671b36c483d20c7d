import { createHmac } from 'node:crypto';

/**
 * HMAC-SHA-256 under APP_SECRET. The purpose separates the uses: a stored digest
 * reveals nothing about a derived secret. High-entropy secrets need no slow hash.
 */
export function keyedHash(appSecret: string, purpose: string, text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHmac('sha256', appSecret).update(`${purpose}\0${text}`).digest());
}

/** The stored digest of a key or token. */
export function digestAtRest(appSecret: string, secret: string): Uint8Array<ArrayBuffer> {
  return keyedHash(appSecret, 'digest', secret);
}
