import type { X509Certificate } from 'node:crypto';
import type { Chain, Trust } from '../../evidence/tls.ts';
import type { PathFault } from '../../parse/x509/path-rules.ts';
import { SERVER_AUTH } from '../../parse/x509/purposes.ts';
import { sha256, type Anchors } from './anchors.ts';
import { isTrustedEverywhere } from '../../data/root-programs.ts';
import { describeCertificate, fieldsOf, sameName, signedBy } from './certificates.ts';
import { findPath, issuerOf, subjectOf, type FoundPath, type Pool } from './path-search.ts';

/** OpenSSL's date error hides any earlier error, and separate checks judge the dates. */
const DATE_CODES = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);

/** Roots tried for one chain. */
const MAX_ANCHORS = 3;

/** As certificates are described. */
const EXPLICIT_CURVE = 'explicit parameters';

/** OpenSSL accepts BER where RFC 5280 §4.1 requires DER; browsers do not. */
const UNREADABLE: PathFault = {
  rule: 'unreadable',
  certificate: '(unreadable)',
  sentence:
    'the site’s certificate does not follow RFC 5280 §4.1 (DER encoding, dates that exist): some tools can read it, but browsers refuse it',
};

const UNREADABLE_AUTHORITY: PathFault = {
  ...UNREADABLE,
  sentence:
    'an authority’s certificate in the chain does not follow RFC 5280 §4.1 (DER encoding, dates that exist): some tools can read it, but browsers refuse the chain',
};

const UNREAD = { code: null, path: [], anchor: null, other_anchors: [], issuer: null, unfetched: [] };

/** For a server whose certificate cannot be parsed. */
export const UNREADABLE_CHAIN: Chain = {
  certificates: [],
  trust: { ...UNREAD, state: 'invalid', faults: [UNREADABLE] },
};

export interface TrustQuestion {
  /** As sent, leaf first. */
  certificates: readonly X509Certificate[];
  /** Other certificates: issuers fetched from the addresses in certificates. */
  fetched?: readonly X509Certificate[];
  anchors: Anchors;
  /** OpenSSL's verification error; null if there was none, undefined if it did not verify. */
  code: string | null | undefined;
  now: number;
}

/** The verdict on a chain (RFC 5280 §6.1). Separate checks judge the dates of sent certificates and the purpose of the leaf. */
export function judgeTrust({ certificates, fetched = [], anchors, code, now }: TrustQuestion): Trust | null {
  const [leaf] = certificates;
  if (!leaf) return null;
  if (!describeCertificate(leaf) || !fieldsOf(leaf))
    return { ...UNREAD, code: code ?? null, state: 'invalid', faults: [UNREADABLE] };
  const path = findPath(leaf, { sent: certificates, fetched, anchors, now });
  const end = path.certificates.at(-1) ?? leaf;
  const found = {
    code: code ?? null,
    path: path.certificates.map(sha256),
    other_anchors: [],
    issuer: null,
    unfetched: [],
    faults: path.faults,
  };
  if (path.anchored) {
    const anchor = { subject: subjectOf(end), sha256: sha256(end), public: anchors.isPublic(end) };
    const doubt = path.faults.length === 0 ? openSslDoubt(leaf, path, fetched, code) : null;
    const faults = doubt ? [doubt] : path.faults;
    if (faults.length > 0) return { ...found, state: 'invalid', anchor, faults };
    const others = otherAnchors(leaf, end, { sent: certificates, fetched, anchors, now });
    return { ...found, state: 'trusted', anchor, other_anchors: others };
  }
  const fields = fieldsOf(end);
  const selfSigned = fields !== null && sameName(fields.subject, fields.issuer) && signedBy(end, end);
  if (selfSigned) {
    return { ...found, state: end === leaf ? 'self_signed' : 'untrusted_root', anchor: null, issuer: subjectOf(end) };
  }
  // OpenSSL found a path, through a certificate that is unreadable here.
  if (code === null && certificates.some((one) => !fieldsOf(one)))
    return { ...found, state: 'invalid', anchor: null, faults: [UNREADABLE_AUTHORITY] };
  const faults = wrongSignatures(end, [...certificates, ...fetched, ...anchors.named(fieldsOf(end)?.issuer ?? [])]);
  return { ...found, state: 'unknown_issuer', anchor: null, issuer: issuerOf(end), faults };
}

/** Certificates with the issuer's name whose key did not sign: the wrong file, or a changed certificate. */
function wrongSignatures(subject: X509Certificate, others: readonly X509Certificate[]): PathFault[] {
  const wanted = fieldsOf(subject)?.issuer ?? [];
  const namesake = others.find((one) => one !== subject && sameName(fieldsOf(one)?.subject ?? ['unreadable'], wanted));
  if (!namesake || signedBy(subject, namesake)) return [];
  const [whose, other] = [subjectOf(subject), subjectOf(namesake)];
  const why = unverifiable(subject);
  const sentence =
    why === null
      ? `“${whose}” names “${other}” as its issuer, but the key of the “${other}” that was found did not make its signature`
      : `“${whose}” ${why}`;
  return [{ rule: 'wrong_signature', certificate: whose, sentence }];
}

/** Why no key verifies the signature, whichever key made it. */
function unverifiable(subject: X509Certificate): string | null {
  if (fieldsOf(subject)?.algorithms === 'different')
    return 'names two different signature algorithms (RFC 5280 §4.1.1.2), so that no client verifies its signature';
  const described = describeCertificate(subject);
  return described?.signature_hash === null
    ? `is signed with ${described.signature_algorithm}, which this scan cannot verify and browsers do not support`
    : null;
}

/** One path is enough, unless a browser rejects its root: the browser then looks for another path. */
function otherAnchors(leaf: X509Certificate, first: X509Certificate, pool: Pool): Trust['other_anchors'] {
  const { anchors } = pool;
  const passed = [first];
  while (passed.length < MAX_ANCHORS) {
    const last = passed.at(-1) ?? first;
    if (!anchors.isPublic(last) || isTrustedEverywhere(sha256(last))) break;
    const isPassed = (one: X509Certificate): boolean => passed.some((other) => sha256(other) === sha256(one));
    const rest: Anchors = {
      ...anchors,
      has: (one) => anchors.has(one) && !isPassed(one),
      named: (subject) => anchors.named(subject).filter((one) => !isPassed(one)),
    };
    const path = findPath(leaf, { ...pool, anchors: rest });
    const end = path.certificates.at(-1);
    if (!end || !path.anchored || path.faults.length > 0) break;
    passed.push(end);
  }
  return passed.slice(1).map((one) => ({ subject: subjectOf(one), sha256: sha256(one) }));
}

const OTHER_PATH = 'it follows another of the certificates that are sent, to an authority that it does not know';

/** Codes of which the name alone does not say what is wrong. */
const WHY: Readonly<Record<string, string>> = {
  UNSPECIFIED: 'for a reason that it does not name',
  INVALID_PURPOSE: 'it reads in it that it is not for servers, e.g. in a Netscape certificate type',
  SELF_SIGNED_CERT_IN_CHAIN: OTHER_PATH,
  UNABLE_TO_GET_ISSUER_CERT: OTHER_PATH,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: OTHER_PATH,
};

/**
 * A path that breaks no rule here but that OpenSSL rejects: OpenSSL may know a rule that this code does not. Command-line
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
  // A separate check judges whether the leaf was made for another purpose.
  const purposes = fieldsOf(leaf)?.purposes;
  if (code === 'INVALID_PURPOSE' && purposes && !purposes.includes(SERVER_AUTH)) return null;
  const spelled = path.certificates.find((one) => describeCertificate(one)?.key.curve === EXPLICIT_CURVE);
  // Node has no name for that code, nor for other recent ones.
  if (code === 'UNSPECIFIED' && spelled) {
    const words = 'gives the parameters of its curve instead of its name (RFC 5480 §2.1.1): OpenSSL and browsers';
    return {
      rule: 'explicit_curve',
      certificate: subjectOf(spelled),
      sentence: `“${subjectOf(spelled)}” ${words} refuse it`,
    };
  }
  const sentence = `OpenSSL, and with it most command-line tools, apps and servers, refuses the chain (${WHY[code] ?? code})`;
  return { rule: 'openssl', certificate: subjectOf(leaf), sentence };
}
