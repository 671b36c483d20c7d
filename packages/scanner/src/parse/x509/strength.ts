import type { Certificate } from '../../evidence/tls.ts';
import { BROWSER_CURVES } from './browser-curves.ts';
import type { SignatureHash } from './x509-algorithms.ts';

export type KeyGrade = 'broken' | 'unsupported' | 'p521' | 'short' | 'rsa2048' | 'strong';

/** What browsers make of the key of a site's certificate. */
export function gradeOfKey(certificate: Certificate): KeyGrade {
  const grade = gradeOfAuthorityKey(certificate);
  return grade === 'strong' && certificate.key.curve === 'P-521' ? 'p521' : grade;
}

/**
 * Of a certificate that signs others. Chrome reads signatures of P-521 in a chain, though it offers none for the handshake.
 * @param brokenRsa the most bits of an RSA key that counts as broken
 */
export function gradeOfAuthorityKey({ key }: Certificate, brokenRsa = 1024): KeyGrade {
  const { type, bits, curve, flaw, limit } = key;
  if (flaw !== undefined) return 'broken';
  if (limit !== undefined) return 'unsupported';
  if (type === 'RSA') {
    if (bits === null || bits <= brokenRsa) return bits === null ? 'strong' : 'broken';
    return bits < 2048 ? 'short' : bits < 3072 ? 'rsa2048' : 'strong';
  }
  if (type !== 'EC') return 'unsupported';
  if (bits !== null && bits < 160) return 'broken';
  return BROWSER_CURVES.has(curve) ? 'strong' : 'unsupported';
}

/** "RSA 1024", "EC P-256". */
export function describeKey({ key }: Certificate): string {
  const size = key.type.startsWith('RSA') && key.bits !== null ? ` ${key.bits}` : '';
  const { flaw = key.limit } = key;
  const odd = flaw === undefined ? '' : ` with ${flaw}`;
  return key.curve === null ? `${key.type}${size}${odd}` : `${key.type} ${key.curve}`;
}

const READ_NOWHERE = ['MD2', 'MD5'];
const BROKEN = [...READ_NOWHERE, 'SHA-1'];

/** Whether no client reads signatures over this hash any more. */
export function isReadNowhere(hash: SignatureHash | null): boolean {
  return hash !== null && READ_NOWHERE.includes(hash);
}

/** Whether others can be made with the same value of this hash. */
export function isForgeable(hash: SignatureHash | null): boolean {
  return hash !== null && BROKEN.includes(hash);
}

/**
 * BoringSSL and mozilla::pkix read signatures by RSA and ECDSA over SHA-256, SHA-384 and SHA-512. Ed25519 and ML-DSA, which
 * hash by themselves, are none of them: OpenSSL alone takes those.
 */
const READ = ['SHA-256', 'SHA-384', 'SHA-512'];

/** What browsers make of the signature on a certificate; null of one's own, which proves nothing anyway. */
export function gradeOfSignature(certificate: Certificate): 'strong' | 'broken' | 'unsupported' | null {
  const { self_signed: own, signature_hash: hash } = certificate;
  if (own) return null;
  if (isForgeable(hash)) return 'broken';
  return hash === null || !READ.includes(hash) ? 'unsupported' : 'strong';
}

/**
 * Why browsers do not take an authority's certificate, in a few words; null: they do.
 * @param brokenRsa see {@link gradeOfAuthorityKey}
 */
export function weaknessOfAuthority(certificate: Certificate, brokenRsa?: number): string | null {
  const signature = gradeOfSignature(certificate);
  if (signature === 'broken' || signature === 'unsupported') return `signed with ${certificate.signature_algorithm}`;
  const grade = gradeOfAuthorityKey(certificate, brokenRsa);
  return grade === 'broken' || grade === 'unsupported' ? `${describeKey(certificate)} key` : null;
}
