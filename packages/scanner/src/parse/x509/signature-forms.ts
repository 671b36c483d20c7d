import { DerReader, elements, explicit, isSame, MalformedDer, oidOf, TAG, type Element } from './der.ts';
import type { Misread } from './reader-forms.ts';
import { RSASSA_PSS } from './x509-algorithms.ts';

const NULL_TAG = 0x05;
const [RSA, ECDSA] = [/^1\.2\.840\.113549\.1\.1\.(?!10$)\d+$/u, /^1\.2\.840\.10045\.4\./u];
const MOST = 10;

/**
 * Forms of an AlgorithmIdentifier of a signature that browsers do not read, each tried in Chromium 156 and Firefox 153. OpenSSL reads
 * them all.
 */
export function signatureMisreads({ content }: Element): Misread[] {
  const reader = new DerReader(content);
  const kind = oidOf(reader.next());
  const parameters = reader.left > 0 ? reader.next() : null;
  if (kind === RSASSA_PSS) return parameters === null ? [] : pssMisreads(parameters);
  if (parameters === null || !(RSA.test(kind) || ECDSA.test(kind))) return [];
  if (!isNull(parameters))
    return [{ by: 'browsers', phrase: 'has a parameter in its signature algorithm (RFC 4055 §5, RFC 5758 §3.2)' }];
  if (!ECDSA.test(kind)) return [];
  return [{ by: 'Chrome', phrase: 'has a NULL parameter in its ECDSA signature algorithm (RFC 5758 §3.2)' }];
}

/** RFC 4055 §3.1: hash [0], mask generation [1], salt [2] and trailer field [3]. */
function pssMisreads({ content }: Element): Misread[] {
  const fields = elements(content, MOST);
  if (fields.some(({ tag }) => tag === explicit(3)))
    return [{ by: 'browsers', phrase: 'names the trailer field of its signature, whose default DER leaves out' }];
  const [hash, mask] = [0, 1].map((n) => fields.find(({ tag }) => tag === explicit(n)));
  const hashes = [...(hash ? [identifierIn(hash)] : []), ...(mask ? [maskHashIn(mask)] : [])];
  if (hashes.every(hasNull)) return [];
  return [{ by: 'Firefox', phrase: 'lacks the NULL parameter of a hash in its signature algorithm (RFC 4055 §6)' }];
}

function identifierIn({ content }: Element): DerReader {
  return new DerReader(content).enter(TAG.sequence);
}

function maskHashIn(mask: Element): DerReader {
  const generator = identifierIn(mask);
  generator.next();
  return generator.enter(TAG.sequence);
}

function hasNull(identifier: DerReader): boolean {
  identifier.next();
  return identifier.left > 0 && isNull(identifier.next());
}

/**
 * The algorithm in the signed part and the one next to the signature, which must be the same (RFC 5280 §4.1.1.2). Where only a
 * NULL differs, Firefox 153 and, with RSA, Chromium 156 verify the signature; OpenSSL does not.
 */
export type AlgorithmPair = 'same' | 'null_differs' | 'different';

export function compareAlgorithms(inner: Element, outer: Element): AlgorithmPair {
  if (isSame(inner, outer)) return 'same';
  const kind = kindWithoutParameters(inner);
  return kind !== null && kind === kindWithoutParameters(outer) ? 'null_differs' : 'different';
}

/** Of an RSA or ECDSA signature whose algorithm has no parameters, or NULL. Null for any other. */
function kindWithoutParameters({ content }: Element): string | null {
  try {
    const reader = new DerReader(content);
    const kind = oidOf(reader.next());
    if (!RSA.test(kind) && !ECDSA.test(kind)) return null;
    return reader.left === 0 || (isNull(reader.next()) && reader.left === 0) ? kind : null;
  } catch (error) {
    if (error instanceof MalformedDer) return null;
    throw error;
  }
}

function isNull({ tag, content }: Element): boolean {
  return tag === NULL_TAG && content.length === 0;
}
