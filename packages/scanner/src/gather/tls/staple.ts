import type { X509Certificate } from 'node:crypto';
import { createHash } from 'node:crypto';
import type { Staple } from '../../evidence/tls.ts';
import { issuerAndSerial } from '../../parse/x509/ocsp-request.ts';
import { stapleFault } from '../../facts/certificates/staple-fault.ts';
import {
  ocspErrorOf,
  parseOcspResponse,
  type OcspAnswer,
  type OcspResponse,
  type OcspStatement,
} from '../../parse/x509/ocsp.ts';
import { inDate, refusedForms } from '../../parse/x509/path-rules.ts';
import { isForgeable, weaknessOfAuthority } from '../../parse/x509/strength.ts';
import { signatureHolds } from './authority-signature.ts';
import { describeCertificate, fieldsOf, sameName, signedBy, x509Of } from './certificates.ts';

const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';

/** Parses and verifies a stapled OCSP response: it is about this leaf, and signed by its issuer or the issuer's delegate. */
export function verifyStaple(
  der: Uint8Array,
  leaf: X509Certificate,
  issuer: X509Certificate | null,
  now: number,
): Staple {
  const response = parseOcspResponse(der);
  const [first] = response?.answers ?? [];
  if (!response || !first) {
    const error = ocspErrorOf(der);
    return error === null
      ? { ...NOTHING, fault: 'unreadable' }
      : { ...NOTHING, fault: 'error_response', detail: error };
  }
  const about = answersAbout(response, leaf, issuer);
  if (about.length === 0) return { ...claims(first.said), fault: 'other_certificate' };
  const said = about.map((one) => one.said).filter((one) => one !== null);
  const [earliest] = said;
  if (!earliest || said.length < about.length) return { ...NOTHING, fault: 'unreadable' };
  // Of the responses that are valid now.
  const current = said.filter((one) => stapleFault({ ...claims(one), status: 'good', fault: null }, now) === null);
  const answer = PRECEDENCE.flatMap((status) => current.filter((one) => one.status === status))[0] ?? earliest;
  if (response.conditional || answer.conditional) return { ...claims(answer), fault: 'not_understood' };
  if (!issuer) return { ...claims(answer), fault: 'issuer_unknown' };
  const signed = signerFault(response, issuer, now);
  // "Revoked" counts even then: no one gains by forging it.
  const fault = answer.status === 'revoked' && signed.fault === 'misspelled_signer' ? { fault: null } : signed;
  if (fault.fault !== null || answer.status === 'revoked') return { ...claims(answer), ...fault };
  const misread =
    response.misread ?? said.map((one) => one.misread).find((form) => form !== null) ?? unreadSignature(response);
  if (misread !== null) return { ...claims(answer), fault: 'misread', detail: misread };
  if (isForgeable(response.algorithm.hash))
    return { ...claims(answer), fault: 'weak_signature', detail: response.algorithm.hash ?? '' };
  return { ...claims(answer), fault: response.answers.some((one) => one.said === null) ? 'other_unreadable' : null };
}

/** Hashes with which mozilla::pkix reads the signature of a response; those that can be forged are named otherwise. */
const READ = new Set(['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']);

function unreadSignature({ algorithm: { name, hash } }: OcspResponse): string | null {
  return isForgeable(hash) || READ.has(hash ?? '') ? null : `its signature is ${name}`;
}

/** As in mozilla::pkix. */
const PRECEDENCE = ['revoked', 'good', 'unknown'] as const;

/** Those of a response that are about this certificate; without an issuer, only the serial number is compared. */
export function answersAbout(
  { answers }: Pick<OcspResponse, 'answers'>,
  leaf: X509Certificate,
  issuer: X509Certificate | null,
): OcspAnswer[] {
  return answers.filter((one) => isAbout(one, leaf, issuer));
}

const NOTHING = { status: null, this_update: null, next_update: null, revoked_at: null };

function claims(said: OcspStatement | null): Omit<Staple, 'fault' | 'detail'> {
  if (!said) return NOTHING;
  const { status, this_update, next_update, revoked_at, revoked_for } = said;
  return { status, this_update, next_update, revoked_at, revoked_for };
}

/** RFC 6960 §4.1.1: the serial number, and the issuer by hashes of its name and key. */
function isAbout({ certificate }: OcspAnswer, leaf: X509Certificate, issuer: X509Certificate | null): boolean {
  const named = issuerAndSerial(leaf.raw);
  // Compared byte by byte: a negative number on one side and a positive one on the other differ.
  if (!Buffer.from(certificate.serial).equals(named.serial)) return false;
  if (!issuer) return true;
  if (!certificate.hash || certificate.hash === 'intrinsic') return false;
  const algorithm = certificate.hash.replace('-', '').toLowerCase();
  const hashOf = (bytes: Uint8Array): Buffer => createHash(algorithm).update(bytes).digest();
  return (
    hashOf(subjectPublicKey(issuer)).equals(certificate.issuerKeyHash) &&
    hashOf(named.issuer).equals(certificate.issuerNameHash)
  );
}

/** The BIT STRING inside SubjectPublicKeyInfo, without its tag, length and count of unused bits. */
export function subjectPublicKey(certificate: X509Certificate): Uint8Array {
  const key = certificate.publicKey;
  if (key.asymmetricKeyType === 'rsa') return key.export({ type: 'pkcs1', format: 'der' });
  const spki = key.export({ type: 'spki', format: 'der' });
  // SEQUENCE { SEQUENCE algorithm, BIT STRING }: step over the algorithm, then over the BIT STRING's head.
  const algorithm = derLength(spki, derLength(spki, 0).start);
  return spki.subarray(derLength(spki, algorithm.end).start + 1);
}

function derLength(bytes: Uint8Array, at: number): { start: number; end: number } {
  const first = bytes[at + 1] ?? 0;
  if (first < 0x80) return { start: at + 2, end: at + 2 + first };
  const count = first & 0x7f;
  const length = bytes.subarray(at + 2, at + 2 + count).reduce((value, byte) => value * 256 + byte, 0);
  return { start: at + 2 + count, end: at + 2 + count + length };
}

type SignerFault = Pick<Staple, 'fault' | 'detail'>;

function signerFault(response: OcspResponse, issuer: X509Certificate, now: number): SignerFault {
  const exact = faultOf(response, issuer, now, isNamed);
  if (exact.fault !== 'bad_signature' || faultOf(response, issuer, now, isMeant).fault !== null) return exact;
  return { fault: 'misspelled_signer' };
}

function faultOf(response: OcspResponse, issuer: X509Certificate, now: number, isIts: typeof isNamed): SignerFault {
  // What the response names is the issuer then, and no responder (pkixocsp.cpp, VerifySignature).
  if (isIts(response, issuer)) return { fault: signatureHolds(response, issuer) ? null : 'wrong_signature' };
  const delegates = response.certificates
    .map(x509Of)
    .filter((one) => one !== null)
    .filter((one) => isIts(response, one) && signedBy(one, issuer) && one.keyUsage?.includes(OCSP_SIGNING));
  if (delegates.length === 0) return { fault: 'bad_signature' };
  // RFC 6960 §4.2.2.2: the delegation is a certificate, and expires with it.
  const current = delegates.filter((signer) => {
    const fields = fieldsOf(signer);
    return fields !== null && inDate(fields, now);
  });
  if (current.length === 0) return { fault: 'responder_out_of_date' };
  const reasons = current.map((signer) => refusalOf(signer));
  const sound = current.filter((_, at) => reasons[at] === null);
  if (sound.length === 0) return { fault: 'responder_refused', detail: reasons[0] ?? '' };
  return { fault: sound.some((signer) => signatureHolds(response, signer)) ? null : 'wrong_signature' };
}

/** Why clients reject the certificate of a responder, in words; null if they accept it. */
function refusalOf(signer: X509Certificate): string | null {
  const [fields, described] = [fieldsOf(signer), describeCertificate(signer)];
  if (!fields || !described) return 'it cannot be parsed';
  const [sentence] = refusedForms({ fields, subject: described.subject || '(no name)', fetched: false });
  if (sentence !== undefined) return sentence;
  if (fields.constraints?.ca) return `“${described.subject}” is itself a certificate authority`;
  // Firefox 153 takes RSA keys from 1024 bits on.
  const weakness = weaknessOfAuthority(described, 1023);
  return weakness === null ? null : `“${described.subject}”: ${weakness}`;
}

/** Whether the response names this certificate as its signer (RFC 6960 §4.2.2.3), octet by octet as mozilla::pkix compares names. */
function isNamed({ responder }: OcspResponse, signer: X509Certificate): boolean {
  if (responder.kind === 'name') return Buffer.from(fieldsOf(signer)?.subjectBytes ?? []).equals(responder.written);
  return createHash('sha1').update(subjectPublicKey(signer)).digest().equals(responder.hash);
}

/** The same with names as RFC 5280 §7.1 compares them, and OpenSSL. */
function isMeant({ responder }: OcspResponse, signer: X509Certificate): boolean {
  return responder.kind === 'name' && sameName(responder.name, fieldsOf(signer)?.subject ?? ['unreadable']);
}
