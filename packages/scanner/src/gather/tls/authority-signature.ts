import { constants, verify, type X509Certificate } from 'node:crypto';
import type { SignatureAlgorithm } from '../../parse/x509/signature-algorithm.ts';

/** What an authority signs in addition to certificates: a revocation list or an OCSP response. */
export interface Signed {
  /** The signed bytes. */
  signed: Uint8Array;
  signature: Uint8Array;
  algorithm: Pick<SignatureAlgorithm, 'hash' | 'pss'>;
}

export function signatureHolds({ signed, signature, algorithm }: Signed, { publicKey }: X509Certificate): boolean {
  const { hash, pss } = algorithm;
  if (!hash) return false;
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  try {
    const digest = hash === 'intrinsic' ? null : hash.replace('-', '').toLowerCase();
    return verify(digest, signed, pss ? { key: publicKey, ...padding } : publicKey, signature);
  } catch {
    return false;
  }
}
