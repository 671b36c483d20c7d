export interface Integrity {
  /** Hashes a browser understands (W3C SRI §3.3.3 "parse metadata"). */
  valid: string[];
  /** Words it skips: unknown algorithm, or a digest that cannot match. */
  invalid: string[];
  /** At least one valid hash of the strongest algorithm named; without one the browser checks nothing. */
  effective: boolean;
}

/** Length of the base64 text of each digest. */
const DIGEST_LENGTH: Readonly<Record<string, number>> = { sha256: 44, sha384: 64, sha512: 88 };

/** Reads an `integrity` attribute: words `algorithm-base64[?options]`, separated by white space. */
export function parseIntegrity(attribute: string): Integrity {
  const words = attribute.split(/[\t\n\f\r ]+/u).filter((word) => word !== '');
  const valid = words.filter(isUsable);
  return { valid, invalid: words.filter((word) => !isUsable(word)), effective: valid.length > 0 };
}

function isUsable(word: string): boolean {
  const dash = word.indexOf('-');
  const length = DIGEST_LENGTH[word.slice(0, Math.max(dash, 0)).toLowerCase()];
  if (length === undefined) return false;
  const digest = word.slice(dash + 1).split('?', 1)[0] ?? '';
  // base64url letters are accepted by CSP and by some engines; the padding is what the length counts.
  return digest.length === length && /^[A-Za-z0-9+/_-]+={0,2}$/u.test(digest);
}
