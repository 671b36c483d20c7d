import { hash, X509Certificate } from 'node:crypto';
import type { Certificate } from '../../evidence/tls.ts';
import { bitString, DerReader, explicit, TAG } from '../../parse/x509/der.ts';
import { readSignatureAlgorithm } from '../../parse/x509/signature-algorithm.ts';
import { compareAlgorithms } from '../../parse/x509/signature-forms.ts';
import { parseCertificate } from '../../parse/x509/x509.ts';
import { readFields, type CertificateFields } from '../../parse/x509/x509-fields.ts';
import { sha256 as fingerprintOf } from './anchors.ts';
import { signatureHolds, type Signed } from './authority-signature.ts';

/** Longer chains are cut. A working chain needs at most four, but some servers send a complete bundle, in any order. */
const MAX_CHAIN = 24;
/** Intermediates recur in scan after scan, and parsing one takes a millisecond or two. */
const MAX_KNOWN = 256;
/** No intermediate is larger. Without the limit, 256 leaves with 100 kB of names could fill the cache. */
const MAX_KNOWN_BYTES = 8 * 1024;

interface Known {
  described: Certificate | null;
  fields: CertificateFields | null;
}
const known = new Map<string, Known>();
/** The same by object, without its fingerprint: trust, staple, revocation and evidence read each certificate of a scan. */
const seen = new WeakMap<X509Certificate, Known>();

/** A certificate as OpenSSL reads it, or null. */
export function x509Of(der: Uint8Array): X509Certificate | null {
  try {
    return new X509Certificate(der);
  } catch {
    return null;
  }
}

/** A chain as sent; certificates that cannot be parsed are left out. */
export function readChain(ders: readonly Uint8Array[]): X509Certificate[] {
  return ders
    .slice(0, MAX_CHAIN)
    .map(x509Of)
    .filter((certificate) => certificate !== null);
}

/** What a server sends. Null if the leaf cannot be parsed: the next certificate must not be taken for it. */
export function readSent(ders: readonly Uint8Array[]): X509Certificate[] | null {
  const [leaf] = ders;
  return leaf && !x509Of(leaf) ? null : readChain(ders);
}

/** The certificate as evidence; null when it cannot be read. */
export function describeCertificate(x509: X509Certificate): Certificate | null {
  return read(x509).described;
}

/**
 * What path validation needs of it; null when it cannot be read. Names are compared by these, never by Node's
 * `subject` and `issuer`, which are undefined where a name is empty.
 */
export function fieldsOf(x509: X509Certificate): CertificateFields | null {
  return read(x509).fields;
}

function read(x509: X509Certificate): Known {
  const before = seen.get(x509);
  if (before) return before;
  const entry = readNew(x509);
  seen.set(x509, entry);
  return entry;
}

function readNew(x509: X509Certificate): Known {
  const { raw } = x509;
  const sha256 = fingerprintOf(x509);
  const before = known.get(sha256);
  if (before) return before;
  const fields = readFields(raw);
  const entry = { described: describe(x509, raw, sha256, fields), fields };
  if (raw.length > MAX_KNOWN_BYTES) return entry;
  if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value ?? '');
  known.set(sha256, entry);
  return entry;
}

function describe(
  x509: X509Certificate,
  raw: Buffer,
  sha256: string,
  fields: CertificateFields | null,
): Certificate | null {
  const parsed = parseCertificate(raw);
  if (!parsed) return null;
  const spki = subjectPublicKeyInfo(x509);
  return {
    ...parsed,
    scts: parsed.scts?.map((one) => ({ ...one, signature: 'unchecked' as const, operator: null })) ?? null,
    key_usage: fields?.keyUsage ?? null,
    self_signed: fields !== null && sameName(fields.subject, fields.issuer) && signedBy(x509, x509),
    sha256,
    sha512: hash('sha512', raw, 'hex'),
    spki_sha256: hash('sha256', spki, 'hex'),
    spki_sha512: hash('sha512', spki, 'hex'),
  };
}

export function sameName(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((rdn, at) => rdn === other[at]);
}

/** Real exponents are 65537 or less. One as long as its modulus makes a verification take 13 ms instead of 0.2. */
const MAX_EXPONENT = 2n ** 32n;

const signatures = new WeakMap<X509Certificate, WeakMap<X509Certificate, boolean>>();

/**
 * Whether `issuer` made the signature; also false for keys and algorithms that OpenSSL does not know. Computed once for
 * a pair: trust, staple, revocation and timestamps of a scan all need the issuer of its certificate.
 */
export function signedBy(subject: X509Certificate, issuer: X509Certificate): boolean {
  const verified = signatures.get(subject) ?? new WeakMap<X509Certificate, boolean>();
  const before = verified.get(issuer);
  if (before !== undefined) return before;
  const holds = verifies(subject, issuer);
  signatures.set(subject, verified.set(issuer, holds));
  return holds;
}

function verifies(subject: X509Certificate, issuer: X509Certificate): boolean {
  try {
    const { publicKey } = issuer;
    if ((publicKey.asymmetricKeyDetails?.publicExponent ?? 0n) > MAX_EXPONENT) return false;
    if (subject.verify(publicKey)) return true;
    // OpenSSL refuses these before it looks at the signature; browsers verify it.
    const named = namedInTwoForms(subject.raw);
    return named !== null && signatureHolds(named, issuer);
  } catch {
    return false;
  }
}

/** The parts of a certificate whose two signature algorithms differ only in a NULL; null for any other. */
function namedInTwoForms(der: Uint8Array): Signed | null {
  const certificate = new DerReader(der).enter(TAG.sequence);
  const signed = certificate.take(TAG.sequence);
  const outer = certificate.take(TAG.sequence);
  const body = new DerReader(signed.content);
  body.optional(explicit(0));
  body.take(TAG.integer);
  if (compareAlgorithms(body.take(TAG.sequence), outer) !== 'null_differs') return null;
  const algorithm = readSignatureAlgorithm(new DerReader(outer.content));
  return { signed: signed.whole, algorithm, signature: bitString(certificate.next()) };
}

function subjectPublicKeyInfo(x509: X509Certificate): Buffer {
  try {
    return x509.publicKey.export({ type: 'spki', format: 'der' });
  } catch {
    return Buffer.alloc(0);
  }
}
