import type { X509Certificate } from 'node:crypto';
import type { Trust } from '../../evidence/tls.ts';
import type { PathFault } from '../../parse/x509/path-rules.ts';
import { sha256, type Anchors } from './anchors.ts';
import { fieldsOf, sameName, signedBy } from './certificates.ts';
import { findPath, issuerOf, subjectOf, type FoundPath } from './path-search.ts';

/** OpenSSL's verdict on dates hides any other it had before, and dates are judged apart. */
const DATE_CODES = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);

const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';

export interface TrustQuestion {
  /** As sent, leaf first. */
  certificates: readonly X509Certificate[];
  /** What else is known: issuers fetched from the addresses in certificates. */
  fetched?: readonly X509Certificate[];
  anchors: Anchors;
  /** OpenSSL's verification error, null when it had none, undefined when it was not asked. */
  code: string | null | undefined;
  now: number;
}

/** The verdict on a chain (RFC 5280 §6.1), dates of sent certificates and the purpose of the leaf aside: checks of their own judge those. */
export function judgeTrust({ certificates, fetched = [], anchors, code, now }: TrustQuestion): Trust | null {
  const [leaf] = certificates;
  if (!leaf) return null;
  const path = findPath(leaf, { sent: certificates, fetched, anchors, now });
  const end = path.certificates.at(-1) ?? leaf;
  const found = { code: code ?? null, path: path.certificates.map(sha256), issuer: null, faults: path.faults };
  if (path.anchored) {
    const anchor = { subject: subjectOf(end), sha256: sha256(end), public: anchors.isPublic(end) };
    const doubt = path.faults.length === 0 ? openSslDoubt(leaf, path, fetched, code) : null;
    const faults = doubt ? [doubt] : path.faults;
    return { ...found, state: faults.length > 0 ? 'invalid' : 'trusted', anchor, faults };
  }
  const fields = fieldsOf(end);
  const selfSigned = fields !== null && sameName(fields.subject, fields.issuer) && signedBy(end, end);
  if (selfSigned) {
    return { ...found, state: end === leaf ? 'self_signed' : 'untrusted_root', anchor: null, issuer: subjectOf(end) };
  }
  return { ...found, state: 'unknown_issuer', anchor: null, issuer: issuerOf(end) };
}

/**
 * A path that breaks no rule here, and that OpenSSL refuses all the same: it may know a rule that this does not. Command-line
 * tools, apps and other servers verify with it.
 */
function openSslDoubt(
  leaf: X509Certificate,
  path: FoundPath,
  fetched: readonly X509Certificate[],
  code: string | null | undefined,
): PathFault | null {
  // OpenSSL saw only what was sent.
  if (!code || path.certificates.some((one) => fetched.includes(one))) return null;
  if (DATE_CODES.has(code)) return null;
  // That the leaf was made for something else is judged apart.
  const purposes = fieldsOf(leaf)?.purposes;
  if (code === 'INVALID_PURPOSE' && purposes && !purposes.includes(SERVER_AUTH)) return null;
  const sentence = `OpenSSL, and with it most command-line tools, apps and servers, refuses the chain (${code})`;
  return { rule: 'openssl', certificate: subjectOf(leaf), sentence };
}
