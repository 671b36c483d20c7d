export interface Integrity {
  /** Hashes that a file can have. */
  valid: string[];
  /** Entries that browsers skip, and hashes that no file can have. */
  invalid: string[];
  /** Whether browsers check the file. Without any hash that they can parse, they load it unchecked. */
  effective: boolean;
  /** They check it, and block every file: no hash of the strongest algorithm has the length of a digest. */
  blocks: boolean;
}

/** Length of each digest in base64, without padding, the strongest last. */
const DIGEST_LENGTH: Readonly<Record<string, number>> = { sha256: 43, sha384: 64, sha512: 86 };

/**
 * Parses an `integrity` attribute: entries of the form `algorithm-base64[?options]`, separated by white space (W3C SRI
 * §3.3.3 "parse metadata"). Chromium 156 was tried: it skips `SHA384-…` and what is not base64, accepts base64url and
 * digests without padding, and compares digests of any length, so that those of a wrong one match nothing.
 */
export function parseIntegrity(attribute: string): Integrity {
  const words = attribute.split(/[\t\n\f\r ]+/u).filter((word) => word !== '');
  const hashes = words.flatMap((word) => hashOf(word) ?? []);
  const strongest = Object.keys(DIGEST_LENGTH).findLast((one) => hashes.some(({ algorithm }) => algorithm === one));
  const valid = hashes.filter(({ fits }) => fits).map(({ word }) => word);
  return {
    valid,
    invalid: words.filter((word) => !valid.includes(word)),
    effective: hashes.length > 0,
    blocks: hashes.length > 0 && !hashes.some(({ algorithm, fits }) => algorithm === strongest && fits),
  };
}

interface Hash {
  word: string;
  algorithm: string;
  fits: boolean;
}

function hashOf(word: string): Hash | null {
  const match = /^(sha256|sha384|sha512)-([A-Za-z0-9+/_-]+)={0,2}(?:\?.*)?$/u.exec(word);
  if (!match) return null;
  const [, algorithm = '', digest = ''] = match;
  return { word, algorithm, fits: digest.length === DIGEST_LENGTH[algorithm] };
}
