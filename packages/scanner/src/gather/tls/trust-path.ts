import type { X509Certificate } from 'node:crypto';
import type { Trust } from '../../evidence/tls.ts';
import { sha256, type Anchors } from './anchors.ts';
import { signedBy } from './certificates.ts';

export const MAX_DEPTH = 10;
/** Signatures tried for one chain; an honest one needs a handful, and one can be made to cost milliseconds. */
export const MAX_SIGNATURES = 20;
/** OpenSSL's verdict on dates hides any other it had before, and dates are judged apart. */
const DATE_CODES = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);
/** Words for a missing or distrusted issuer, which the path built here says more exactly. */
const PATH_CODES = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
]);

const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';

export interface TrustQuestion {
  /** As sent, leaf first, and what else is known (fetched issuers). */
  certificates: readonly X509Certificate[];
  anchors: Anchors;
  /** OpenSSL's verification error, null when it had none, undefined when it was not asked. */
  code: string | null | undefined;
  now: number;
}

/** From the leaf to an anchor, each signature checked; `unknown_issuer` when the trail ends at somebody who was not sent. */
export function judgeTrust({ certificates, anchors, code, now }: TrustQuestion): Trust | null {
  const [leaf] = certificates;
  if (!leaf) return null;
  const path = longestPath(leaf, { certificates, anchors, now, tried: new Set(), signatures: 0 }, []);
  const end = path.at(-1) ?? leaf;
  const found = { code: code ?? null, path: path.map(sha256) };
  const anchor = anchors.has(end)
    ? { subject: oneLine(end.subject), sha256: sha256(end), public: anchors.isPublic(end) }
    : null;
  // That the leaf was made for something else is judged apart too.
  const apart = code === 'INVALID_PURPOSE' && leaf.keyUsage !== undefined && !leaf.keyUsage.includes(SERVER_AUTH);
  if (code && !apart && !DATE_CODES.has(code) && !PATH_CODES.has(code))
    return { ...found, state: 'invalid', anchor, issuer: null };
  if (anchor || code === null) return { ...found, state: 'trusted', anchor, issuer: null };
  const selfSigned = end.subject === end.issuer && signedBy(end, end);
  if (selfSigned && end === leaf) return { ...found, state: 'self_signed', anchor: null, issuer: oneLine(end.subject) };
  if (selfSigned) return { ...found, state: 'untrusted_root', anchor: null, issuer: oneLine(end.subject) };
  return { ...found, state: 'unknown_issuer', anchor: null, issuer: oneLine(end.issuer) };
}

interface Search extends Pick<TrustQuestion, 'certificates' | 'anchors' | 'now'> {
  tried: Set<string>;
  signatures: number;
}

/**
 * The first path that ends in an anchor, or else the longest found. Each certificate is tried once, by whichever path
 * comes to it first: ten that could all have issued each other have three million paths.
 */
function longestPath(at: X509Certificate, search: Search, before: readonly X509Certificate[]): X509Certificate[] {
  const path = [...before, at];
  search.tried.add(sha256(at));
  if (search.anchors.has(at) || path.length >= MAX_DEPTH) return path;
  let best = path;
  for (const issuer of issuersOf(at, search)) {
    if (search.tried.has(sha256(issuer)) || search.signatures >= MAX_SIGNATURES) continue;
    search.signatures += 1;
    if (!signedBy(at, issuer)) continue;
    const further = longestPath(issuer, search, path);
    const end = further.at(-1);
    if (end && search.anchors.has(end)) return further;
    if (further.length > best.length) best = further;
  }
  return best;
}

/** Anchors first, then what was sent, certificates in date before others. */
function issuersOf(subject: X509Certificate, { certificates, anchors, now }: Search): X509Certificate[] {
  const sent = certificates.filter((one) => one.subject === subject.issuer && subject.checkIssued(one));
  const inDate = (one: X509Certificate): boolean => now >= Date.parse(one.validFrom) && now <= Date.parse(one.validTo);
  return [...anchors.named(subject.issuer), ...sent.filter(inDate), ...sent.filter((one) => !inDate(one))];
}

/** Node prints a distinguished name on several lines, and an empty one as undefined, whatever its types say. */
function oneLine(name: string | undefined): string {
  return (name ?? '').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ', ').slice(0, 300) || '(no name)';
}
