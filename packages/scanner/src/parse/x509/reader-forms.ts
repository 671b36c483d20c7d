import {
  bitString,
  DerReader,
  elements,
  explicit,
  hasShortestLengths,
  implicit,
  isSame,
  oidOf,
  TAG,
  type Element,
} from './der.ts';
import { nameOf } from './extension-names.ts';
import { POLICY_ID } from './policy-rules.ts';
import { signatureMisreads } from './signature-forms.ts';

/** A form that RFC 5280 forbids: one sentence's end about the certificate. */
export interface Misread {
  /** Whose reader stops there; others read on. */
  by: 'browsers' | 'Chrome' | 'Firefox';
  phrase: string;
}

interface Parts {
  /** Explicitly tagged; null without one, which is version 1. */
  version: Element | null;
  /** AlgorithmIdentifiers of the signature: in the signed part, and next to the signature. */
  algorithms: readonly [Element, Element];
  issuer: Element;
  subject: Element;
  /** Content of SubjectPublicKeyInfo. */
  key: Uint8Array;
  /** Milliseconds since the epoch. */
  notBefore: number;
  notAfter: number;
  /** pathLenConstraint; 0 without one. */
  pathLength: number;
  extensions: readonly { id: string; critical: boolean; value: Uint8Array }[];
}

const [AUTHORITY_ACCESS, AUTHORITY_KEY, SUBJECT_NAMES] = ['1.3.6.1.5.5.7.1.1', '2.5.29.35', '2.5.29.17'];
const [RSA, EC] = ['1.2.840.113549.1.1.1', '1.2.840.10045.2.1'];
const [ANY_POLICY, CPS, USER_NOTICE] = ['2.5.29.32.0', '1.3.6.1.5.5.7.2.1', '1.3.6.1.5.5.7.2.2'];
const MOST = 100;

/**
 * What the readers of BoringSSL (parsed_certificate.cc, verify_name_match.cc, certificate_policies.cc) and mozilla::pkix
 * (pkixcheck.cpp) insist on, and OpenSSL does not.
 */
export function misreads(parts: Parts): Misread[] {
  const { version, algorithms, issuer, subject, key, notBefore, notAfter, pathLength, extensions } = parts;
  const found: Misread[] = [];
  // No client verifies the signature of a root.
  if (!isSame(issuer, subject)) found.push(...algorithmMisreads(algorithms));
  found.push(...versionMisreads(version));
  if (Math.min(notBefore, notAfter) < 0) found.push({ by: 'Firefox', phrase: 'has a date before 1970' });
  for (const [which, name] of [['issuer', issuer] as const, ['subject', subject] as const]) {
    const fault = faultOf(name);
    if (fault !== null)
      found.push({ by: 'Chrome', phrase: `has ${fault} in the name of its ${which} (RFC 5280 §4.1.2.4)` });
  }
  if (issuer.content.length === 0)
    found.push({ by: 'Firefox', phrase: 'has an empty issuer name (RFC 5280 §4.1.2.4)' });
  if (subject.content.length === 0 && extensions.some(({ id, critical }) => id === SUBJECT_NAMES && !critical))
    found.push({
      by: 'Chrome',
      phrase: 'has an empty subject, but does not mark its names (subjectAltName) as critical (RFC 5280 §4.2.1.6)',
    });
  if (extensions.some(({ id, critical }) => id === POLICY_ID.mappings && critical))
    found.push({ by: 'Firefox', phrase: 'has the critical extension policyMappings' });
  // Chrome reads one octet of it, Firefox seven bits.
  if (pathLength > 255) found.push({ by: 'browsers', phrase: 'has a path length of more than 255' });
  else if (pathLength > 127) found.push({ by: 'Firefox', phrase: 'has a path length of more than 127' });
  for (const { id, value } of extensions) {
    const form = FORMS[id];
    if (form && !reads(() => hasShortestLengths(value) && form(value)))
      found.push({ by: 'Chrome', phrase: `has the extension ${nameOf(id)} in a form that RFC 5280 §4.2 forbids` });
  }
  return [...found, ...keyMisreads(key)];
}

function versionMisreads(version: Element | null): Misread[] {
  if (version === null) return [];
  const reader = new DerReader(version.content);
  const { content } = reader.take(TAG.integer);
  if (content.length !== 1 || reader.left > 0)
    return [{ by: 'browsers', phrase: 'has a version that RFC 5280 §4.1.2.1 does not have' }];
  return content[0] === 0 ? [{ by: 'Chrome', phrase: 'spells out version 1, which is the default (X.690 §11.5)' }] : [];
}

/** Each returns false, or throws, where Chrome cannot read the extension. */
const FORMS: Readonly<Record<string, (value: Uint8Array) => boolean>> = {
  [AUTHORITY_ACCESS]: (value) => {
    const list = inSequence(value);
    return list.length > 0 && list.every(isAccess);
  },
  [AUTHORITY_KEY]: (value) => {
    const id = new DerReader(value).enter(TAG.sequence);
    id.optional(implicit(0));
    const [issuer, serial] = [id.optional(explicit(1)), id.optional(implicit(2))];
    return (issuer === null) === (serial === null) && id.left === 0;
  },
  [POLICY_ID.policies]: (value) => {
    const list = inSequence(value);
    const names = list.map(({ content }) => oidOf(new DerReader(content).take(TAG.oid)));
    return list.length > 0 && new Set(names).size === names.length && list.every(isPolicy);
  },
  [POLICY_ID.constraints]: (value) => {
    const both = new DerReader(value).enter(TAG.sequence);
    const counts = [both.optional(implicit(0)), both.optional(implicit(1))].filter((one) => one !== null);
    return counts.length > 0 && counts.every(isOctet) && both.left === 0;
  },
  [POLICY_ID.inhibitAny]: (value) => isOctet(new DerReader(value).take(TAG.integer)),
};

/** An INTEGER from 0 to 255, which is all that BoringSSL reads. */
function isOctet({ content }: Element): boolean {
  const [first = 0x80, second = 0] = content;
  return content.length === 1 ? first < 0x80 : content.length === 2 && first === 0 && second >= 0x80;
}

/** AccessDescription (§4.2.2.1): a method and one name, in ASCII where it is an address. */
function isAccess({ tag, content }: Element): boolean {
  const description = new DerReader(content);
  description.take(TAG.oid);
  const location = description.next();
  const isText = location.tag !== implicit(6) || location.content.every((octet) => octet < 0x80);
  return tag === TAG.sequence && description.left === 0 && isText;
}

/** PolicyInformation (§4.2.1.4): a list of qualifiers is not empty, and has two kinds only for “any policy”. */
function isPolicy({ tag, content }: Element): boolean {
  const policy = new DerReader(content);
  const id = oidOf(policy.take(TAG.oid));
  if (tag !== TAG.sequence) return false;
  if (policy.left === 0) return true;
  const qualifiers = elements(policy.take(TAG.sequence).content, MOST);
  return policy.left === 0 && qualifiers.length > 0 && qualifiers.every((one) => isQualifier(one, id));
}

function isQualifier({ tag, content }: Element, policy: string): boolean {
  if (tag !== TAG.sequence) return false;
  const info = new DerReader(content);
  const id = oidOf(info.take(TAG.oid));
  info.next();
  return info.left === 0 && (policy !== ANY_POLICY || id === CPS || id === USER_NOTICE);
}

/** What of a distinguished name cannot be read; null when all can. */
function faultOf(name: Element): string | null {
  for (const { tag, content } of elements(name.content, MOST)) {
    const pairs = tag === TAG.set && reads(() => (elements(content, MOST), true)) ? elements(content, MOST) : [];
    if (pairs.length === 0) return 'an empty part';
    for (const pair of pairs) {
      const reader = new DerReader(pair.content);
      reader.next();
      if (!isText(reader.next())) return 'a string with characters that its type does not allow';
      if (reader.left > 0) return 'a part with more than a type and a value';
    }
  }
  return null;
}

/** Kinds of text that BoringSSL compares letter by letter; it takes others as they are. */
function isText({ tag, content }: Element): boolean {
  if (tag === 0x13) return content.every((octet) => octet === 0x20 || PRINTABLE.test(String.fromCharCode(octet)));
  if (tag === 0x16) return content.every((octet) => octet < 0x80);
  if (tag === 0x1e)
    return content.length % 2 === 0 && content.every((octet, at) => at % 2 === 1 || octet >> 3 !== 0x1b);
  return tag !== 0x1c || content.length % 4 === 0;
}

/** PrintableString, and the star that many certificates have in it. */
const PRINTABLE = /[A-Za-z0-9'()*+,\-./:=?]/u;

/** Each form once. None if they cannot be read: that is another fault. */
function algorithmMisreads(algorithms: Parts['algorithms']): Misread[] {
  try {
    const byPhrase = new Map(algorithms.flatMap(signatureMisreads).map((one) => [one.phrase, one]));
    return [...byPhrase.values()];
  } catch {
    return [];
  }
}

/** RFC 3279 §2.3.1 and RFC 5480 §2.2. */
function keyMisreads(key: Uint8Array): Misread[] {
  const reader = new DerReader(key);
  const algorithm = reader.enter(TAG.sequence);
  const kind = oidOf(algorithm.next());
  const parameters = algorithm.left > 0 ? algorithm.next() : null;
  const [unused, form] = reader.next().content;
  if (kind === RSA && (parameters?.tag !== 0x05 || parameters.content.length > 0))
    return [{ by: 'browsers', phrase: 'lacks the NULL parameter of its RSA key (RFC 3279 §2.3.1)' }];
  // Tried with Chromium 156, which answers ERR_SSL_PROTOCOL_ERROR; mozilla::pkix (CheckSubjectPublicKeyInfoContents).
  if (unused !== 0) return [{ by: 'browsers', phrase: 'has a key with bits that are not used' }];
  if (kind === RSA && !reads(() => isRsaKey(key)))
    return [{ by: 'browsers', phrase: 'has an RSA key whose numbers are not written as in DER (RFC 8017 §A.1.1)' }];
  if (kind !== EC || form === 0x04) return [];
  return form === 0x02 || form === 0x03
    ? [{ by: 'Firefox', phrase: 'has its key’s point in compressed form (RFC 5480 §2.2)' }]
    : [{ by: 'browsers', phrase: 'has its key’s point in a form that RFC 5480 §2.2 does not have' }];
}

/** Two positive numbers in the fewest octets, and nothing else. */
function isRsaKey(key: Uint8Array): boolean {
  const reader = new DerReader(key);
  reader.next();
  const value = new DerReader(bitString(reader.next()));
  const numbers = value.enter(TAG.sequence);
  const sound = [numbers.take(TAG.integer), numbers.take(TAG.integer)].every(isPositive);
  return sound && numbers.left === 0 && value.left === 0;
}

function isPositive({ content: [first = 0x80, second = 0x80] }: Element): boolean {
  return first < 0x80 && (first !== 0 || second >= 0x80);
}

function inSequence(bytes: Uint8Array): Element[] {
  const reader = new DerReader(bytes);
  const { content } = reader.take(TAG.sequence);
  return elements(content, MOST);
}

function reads(work: () => boolean): boolean {
  try {
    return work();
  } catch {
    return false;
  }
}
