import { createHash, X509Certificate } from 'node:crypto';
import type { Certificate } from '../../evidence/tls.ts';
import { parseCertificate } from '../../parse/x509.ts';

/** Longer chains are cut: none that works has more than four. */
const MAX_CHAIN = 10;
/** Intermediates come up again in scan after scan; reading one costs a millisecond or two. */
const MAX_KNOWN = 256;
/** No intermediate is larger, and 256 leaves of 100 kB of names would be kept for nobody. */
const MAX_KNOWN_BYTES = 8 * 1024;
const known = new Map<string, Certificate>();

/** A certificate as OpenSSL reads it, or null. */
export function x509Of(der: Uint8Array): X509Certificate | null {
  try {
    return new X509Certificate(der);
  } catch {
    return null;
  }
}

/** A wire chain; what does not parse is left out. */
export function readChain(ders: readonly Uint8Array[]): X509Certificate[] {
  return ders
    .slice(0, MAX_CHAIN)
    .map(x509Of)
    .filter((certificate) => certificate !== null);
}

/** The certificate as evidence; null when it cannot be read. */
export function describeCertificate(x509: X509Certificate): Certificate | null {
  const sha256 = digest('sha256', x509.raw);
  const before = known.get(sha256);
  if (before) return before;
  const parsed = parseCertificate(x509.raw);
  if (!parsed) return null;
  const spki = subjectPublicKeyInfo(x509);
  const certificate: Certificate = {
    ...parsed,
    self_signed: x509.subject === x509.issuer && signedBy(x509, x509),
    sha256,
    sha512: digest('sha512', x509.raw),
    spki_sha256: digest('sha256', spki),
    spki_sha512: digest('sha512', spki),
  };
  if (x509.raw.length > MAX_KNOWN_BYTES) return certificate;
  if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value ?? '');
  known.set(sha256, certificate);
  return certificate;
}

/** Exponents are 65537 or less everywhere; one as long as its modulus makes a check take 13 ms instead of 0.2. */
const MAX_EXPONENT = 2n ** 32n;

/** Whether `issuer` made the signature; false too for keys and algorithms that OpenSSL does not know. */
export function signedBy(subject: X509Certificate, issuer: X509Certificate): boolean {
  try {
    const { publicKey } = issuer;
    if ((publicKey.asymmetricKeyDetails?.publicExponent ?? 0n) > MAX_EXPONENT) return false;
    return subject.verify(publicKey);
  } catch {
    return false;
  }
}

function subjectPublicKeyInfo(x509: X509Certificate): Buffer {
  try {
    return x509.publicKey.export({ type: 'spki', format: 'der' });
  } catch {
    return Buffer.alloc(0);
  }
}

function digest(algorithm: string, bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest('hex');
}
