import { DerReader, explicit, TAG } from './der.ts';

/** Fields of the certificate in question, unchanged. */
export interface OcspSubject {
  /** SHA-1 of the issuer's name and of its public key. */
  issuerNameHash: Uint8Array;
  issuerKeyHash: Uint8Array;
  /** Content octets of the serial number. */
  serial: Uint8Array;
}

/** `1.3.14.3.2.26`: what every responder knows a certificate by (RFC 6960 §4.3, RFC 5019 §2.1.1); no security rests on it. */
const SHA1 = [0x30, 0x09, 0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x05, 0x00];

/** An OCSPRequest for one certificate, unsigned and without extensions, so that responders can answer it from a cache. */
export function buildOcspRequest({ issuerNameHash, issuerKeyHash, serial }: OcspSubject): Uint8Array {
  const id = tlv(TAG.sequence, [
    ...SHA1,
    ...tlv(TAG.octetString, issuerNameHash),
    ...tlv(TAG.octetString, issuerKeyHash),
    ...tlv(TAG.integer, serial),
  ]);
  const list = tlv(TAG.sequence, tlv(TAG.sequence, id));
  return Uint8Array.from(tlv(TAG.sequence, tlv(TAG.sequence, list)));
}

/** The issuer's name as bytes, and the content of the serial number (RFC 5280 §4.1.2). */
export function issuerAndSerial(certificate: Uint8Array): { issuer: Uint8Array; serial: Uint8Array } {
  const tbs = new DerReader(certificate).enter(TAG.sequence).enter(TAG.sequence);
  tbs.optional(explicit(0));
  const serial = tbs.take(TAG.integer).content;
  tbs.take(TAG.sequence);
  return { issuer: tbs.take(TAG.sequence).whole, serial };
}

/** A serial number may have any length, whatever the profile says (RFC 5280 §4.1.2.2: 20 octets). */
function tlv(tag: number, content: ArrayLike<number>): number[] {
  const { length } = content;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return [tag, ...head, ...Array.from(content)];
}
