import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in constant time. Hashing first gives both sides one length, so that the secret's length stays secret. */
export function equal(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
