import { DerReader, explicit, integerHex, MalformedDer, oidOf, TAG } from './der.ts';
import { hashAlgorithm, RSASSA_PSS, signatureAlgorithm, type SignatureHash } from './x509-algorithms.ts';

export interface SignatureAlgorithm {
  /** As OpenSSL prints it. */
  name: string;
  /** Null: unknown. */
  hash: SignatureHash | null;
  /** RSA with the padding of RFC 8017 §8.1. */
  pss: boolean;
}

/** Reads the AlgorithmIdentifier of a signature. */
export function readSignatureAlgorithm(algorithm: DerReader): SignatureAlgorithm {
  const oid = oidOf(algorithm.next());
  if (oid !== RSASSA_PSS) return { ...signatureAlgorithm(oid), pss: false };
  const hash = hashOfPss(algorithm);
  return { name: `rsassaPss (${hash ?? 'unknown hash'})`, hash, pss: true };
}

function hashOfPss(algorithm: DerReader): SignatureHash | null {
  try {
    return pssHash(algorithm);
  } catch (error) {
    if (error instanceof MalformedDer) return null;
    throw error;
  }
}

/**
 * RFC 4055 §3.1: the hash is in [0]; without it, SHA-1. Null if mask or salt are not those of RFC 8446 §4.2.3, the only
 * ones that browsers accept.
 */
function pssHash(algorithm: DerReader): SignatureHash | null {
  const parameters = new DerReader(algorithm.optional(TAG.sequence)?.content ?? new Uint8Array());
  const [hash, mask, salt] = [0, 1, 2].map((n) => parameters.optional(explicit(n)));
  const nameIn = (one: DerReader): SignatureHash | null => hashAlgorithm(oidOf(one.next()));
  const named = hash ? nameIn(new DerReader(hash.content).enter(TAG.sequence)) : 'SHA-1';
  if (named === 'SHA-1') return named;
  const generator = mask && new DerReader(mask.content).enter(TAG.sequence);
  generator?.next();
  const masked = generator ? nameIn(generator.enter(TAG.sequence)) : 'SHA-1';
  const salted = salt ? Number(`0x${integerHex(new DerReader(salt.content).next())}`) : 20;
  return masked === named && salted * 8 === Number(named?.slice(4)) ? named : null;
}
