export interface Integrity {
  /** Hashes that browsers understand (W3C SRI §3.3.3 "parse metadata"). */
  valid: string[];
  /** Entries that browsers skip: an unknown algorithm, or a digest that cannot match. */
  invalid: string[];
  /** Whether there is at least one valid hash. Without one, browsers check nothing. */
  effective: boolean;
}

/** Length of each digest in base64. */
const DIGEST_LENGTH: Readonly<Record<string, number>> = { sha256: 44, sha384: 64, sha512: 88 };

/** Parses an `integrity` attribute: entries of the form `algorithm-base64[?options]`, separated by white space. */
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
  // CSP and some browser engines also accept the base64url alphabet. The length includes the padding.
  return digest.length === length && /^[A-Za-z0-9+/_-]+={0,2}$/u.test(digest);
}
