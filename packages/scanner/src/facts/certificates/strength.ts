import type { Certificate, TlsEvidence } from '../../evidence/tls.ts';
import { BROWSER_CURVES } from '../../parse/x509/browser-curves.ts';

export type KeyGrade = 'broken' | 'unsupported' | 'p521' | 'short' | 'rsa2048' | 'strong';

/** What browsers make of the key of a site's certificate. */
export function gradeOfKey(certificate: Certificate): KeyGrade {
  const grade = gradeOfAuthorityKey(certificate);
  return grade === 'strong' && certificate.key.curve === 'P-521' ? 'p521' : grade;
}

/** Of a certificate that signs others. Chrome reads signatures of P-521 in a chain, though it offers none for the handshake. */
export function gradeOfAuthorityKey({ key }: Certificate): KeyGrade {
  const { type, bits, curve, flaw } = key;
  if (flaw !== undefined) return flaw.includes('more than') ? 'unsupported' : 'broken';
  if (type === 'RSA') {
    if (bits === null || bits <= 1024) return bits === null ? 'strong' : 'broken';
    return bits < 2048 ? 'short' : bits < 3072 ? 'rsa2048' : 'strong';
  }
  if (type !== 'EC') return 'unsupported';
  if (bits !== null && bits < 160) return 'broken';
  return BROWSER_CURVES.has(curve) ? 'strong' : 'unsupported';
}

/** "RSA 1024", "EC P-256". */
export function describeKey({ key }: Certificate): string {
  const size = key.type.startsWith('RSA') && key.bits !== null ? ` ${key.bits}` : '';
  const flaw = key.flaw === undefined ? '' : ` with ${key.flaw}`;
  return key.curve === null ? `${key.type}${size}${flaw}` : `${key.type} ${key.curve}`;
}

const BROKEN = ['MD2', 'MD5', 'SHA-1'];
/** BoringSSL and mozilla::pkix read signatures over SHA-256, SHA-384 and SHA-512, and a key of another kind is judged as a key. */
const READ = ['SHA-256', 'SHA-384', 'SHA-512', 'intrinsic'];

/** What browsers make of the signature on a certificate; null of one's own, which proves nothing anyway. */
export function gradeOfSignature(certificate: Certificate): 'strong' | 'broken' | 'unsupported' | null {
  const { self_signed: own, signature_hash: hash } = certificate;
  if (own) return null;
  if (hash !== null && BROKEN.includes(hash)) return 'broken';
  return hash === null || !READ.includes(hash) ? 'unsupported' : 'strong';
}

const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';

export type PurposeFault = 'wrong_purpose' | 'key_may_not_sign' | 'authority';

/**
 * What the certificate of a site must not say of itself.
 * @param signs the server offers suites in which it signs the handshake; null: not found out
 */
export function purposeFault(leaf: Certificate, signs: boolean | null): PurposeFault | null {
  const { extended_key_usage: purposes, key_usage: usage, key } = leaf;
  // "Any purpose" alone: Firefox and OpenSSL do not take it for servers.
  if (purposes && !purposes.includes(SERVER_AUTH)) return 'wrong_purpose';
  if (usage && !usage.includes('digitalSignature')) {
    // An RSA key that may only encrypt serves static RSA, which is enough where nothing else is offered.
    const encrypts = key.type === 'RSA' && usage.includes('keyEncipherment');
    if (!encrypts || signs !== false) return 'key_may_not_sign';
  }
  // Self-signed certificates usually are authorities too; that they vouch for themselves is said elsewhere.
  return leaf.is_ca && !leaf.self_signed ? 'authority' : null;
}

/** The certificates of a chain whose signatures a client relies on: the path without its anchor, or what was sent. */
export function pathOf({ certificates, trust }: TlsEvidence['chain']): Certificate[] {
  const path = new Set(trust?.path);
  return certificates.filter((one, at) => at === 0 || (path.has(one.sha256) && one.sha256 !== trust?.anchor?.sha256));
}
