import { hash, X509Certificate } from 'node:crypto';
// oxlint-disable-next-line no-restricted-imports -- the list of roots, no connection
import { rootCertificates } from 'node:tls';
import { readFields } from '../../parse/x509/x509-fields.ts';

/** The trust anchors: the runtime's roots, and the operator's. */
export interface Anchors {
  /** Roots with this subject, in comparable form. */
  named(subject: readonly string[]): readonly X509Certificate[];
  has(certificate: X509Certificate): boolean;
  /** A root of the platform: the rules for public certificates apply to what it issues. */
  isPublic(certificate: X509Certificate): boolean;
}

const built = new Map<string, Anchors>();

/** Reading 121 roots takes about ten milliseconds, so each set is read once per process. */
export function anchorsWith(extraCa: string | undefined): Anchors {
  const known = built.get(extraCa ?? '');
  if (known) return known;
  const anchors = readAnchors(extraCa);
  built.set(extraCa ?? '', anchors);
  return anchors;
}

function readAnchors(extraCa: string | undefined): Anchors {
  const publicRoots = new Set<string>();
  const all = new Set<string>();
  const bySubject = new Map<string, X509Certificate[]>();
  const add = (pem: string, isPublic: boolean): void => {
    const certificate = new X509Certificate(pem);
    const fingerprint = sha256(certificate);
    if (isPublic) publicRoots.add(fingerprint);
    if (all.has(fingerprint)) return;
    all.add(fingerprint);
    const subject = keyOf(readFields(certificate.raw)?.subject ?? []);
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), certificate]);
  };
  for (const pem of rootCertificates) add(pem, true);
  for (const pem of extraCa?.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu) ?? [])
    add(pem, false);
  return {
    named: (subject) => bySubject.get(keyOf(subject)) ?? [],
    has: (certificate) => all.has(sha256(certificate)),
    isPublic: (certificate) => publicRoots.has(sha256(certificate)),
  };
}

function keyOf(subject: readonly string[]): string {
  return JSON.stringify(subject);
}

const fingerprints = new WeakMap<X509Certificate, string>();

/** The search for a path compares certificates by it, again and again. */
export function sha256(certificate: X509Certificate): string {
  const known = fingerprints.get(certificate);
  if (known !== undefined) return known;
  const fingerprint = hash('sha256', certificate.raw, 'hex');
  fingerprints.set(certificate, fingerprint);
  return fingerprint;
}
