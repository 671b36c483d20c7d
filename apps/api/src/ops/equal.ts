import { createHash, timingSafeEqual } from 'node:crypto';

/** In constant time. Hashing first gives both sides one length, so that the comparison discloses nothing of the secret's. */
export function equal(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
