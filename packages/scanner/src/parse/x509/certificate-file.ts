import { DerReader, elements, explicit, oidOf, TAG } from './der.ts';

const SIGNED_DATA = '1.2.840.113549.1.7.2';
/** No path needs more. */
const MAX_CERTIFICATES = 20;

/**
 * The certificates, in DER, of a file that an authority publishes: one in DER, several in PEM, or a
 * certs-only PKCS #7 message (RFC 5280 §4.2.2.1, RFC 8551 §3.8). Empty if it is none of these. Never throws.
 */
export function certificatesIn(file: Uint8Array): Uint8Array[] {
  const text = new TextDecoder('latin1').decode(file.subarray(0, 512 * 1024));
  const blocks = [...text.matchAll(/-----BEGIN (?:X509 |TRUSTED )?(CERTIFICATE|PKCS7|CMS)-----([^-]+)-----END/gu)];
  if (blocks.length === 0) return fromDer(file);
  return blocks.flatMap(([, , body = '']) => fromDer(fromBase64(body))).slice(0, MAX_CERTIFICATES);
}

function fromDer(der: Uint8Array): Uint8Array[] {
  try {
    const outer = new DerReader(der).take(TAG.sequence);
    const content = new DerReader(outer.content);
    const first = content.next();
    if (first.tag === TAG.sequence) return [outer.whole];
    if (first.tag !== TAG.oid || oidOf(first) !== SIGNED_DATA) return [];
    // SignedData: version, digest algorithms, content, [0] certificates
    const signed = content.enter(explicit(0)).enter(TAG.sequence);
    signed.take(TAG.integer);
    signed.take(TAG.set);
    signed.take(TAG.sequence);
    const certificates = signed.optional(explicit(0));
    return certificates ? elements(certificates.content, MAX_CERTIFICATES).map(({ whole }) => whole) : [];
  } catch {
    return [];
  }
}

function fromBase64(body: string): Uint8Array {
  try {
    return Uint8Array.from(atob(body.replaceAll(/[^A-Za-z0-9+/=]/gu, '')), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
