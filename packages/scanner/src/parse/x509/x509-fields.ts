import {
  DerReader,
  elements,
  explicit,
  hasShortestLengths,
  implicit,
  isPlainTime,
  MalformedDer,
  oidOf,
  TAG,
  timeOf,
  type Element,
} from './der.ts';
import {
  certificatePolicies,
  inhibitedAny,
  POLICY_ID,
  policyConstraints,
  policyMappings,
  type PolicyFields,
} from './policy-rules.ts';
import { generalName, rdnsOf, type GeneralName } from './general-names.ts';

/** What of a certificate path validation reads (RFC 5280 §6.1), undecided. */
export interface CertificateFields {
  /** 1 to 3. */
  version: number;
  /** It has extensions, which version 3 alone may have (§4.1.2.9). */
  extended: boolean;
  /** Comparable texts, one per relative name. */
  subject: string[];
  issuer: string[];
  notBefore: number;
  notAfter: number;
  /** Dates that are not written as §4.1.2.5 has it: browsers and OpenSSL refuse the certificate. */
  misreadDates: ('notBefore' | 'notAfter')[];
  /** The algorithm inside the signed part is the one outside (§4.1.1.2). */
  algorithmsAgree: boolean;
  /** Extensions that come more than once (§4.2 forbids it), by OID. */
  repeated: string[];
  /** Critical ones that at least one large browser does not process, and then has to refuse (§4.2). */
  unknownCritical: string[];
  /** Extensions that are not written as DER and the profile want them. */
  malformed: string[];
  constraints: { ca: boolean; pathLength: number | null } | null;
  keyUsage: KeyUsage[] | null;
  purposes: string[] | null;
  subjectKeyId: string | null;
  authorityKeyId: string | null;
  names: GeneralName[];
  nameConstraints: { permitted: GeneralName[]; excluded: GeneralName[] } | null;
  policy: PolicyFields;
}

/** In the order of their bits (§4.2.1.3). */
export const KEY_USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const;
type KeyUsage = (typeof KEY_USAGES)[number];

const ID = {
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  authorityKeyId: '2.5.29.35',
  purposes: '2.5.29.37',
} as const;

/**
 * What Chrome processes (BoringSSL pki/verify_certificate_chain.cc, IsHandledCriticalExtension); it refuses any other that is
 * critical, those among them that §4.2.1 wants to be non-critical.
 */
const PROCESSED = new Set<string>([
  ID.keyUsage,
  ID.subjectAltName,
  ID.basicConstraints,
  ID.nameConstraints,
  ID.purposes,
  ...Object.values(POLICY_ID),
]);

const MAX_EXTENSIONS = 100;
const MAX_NAMES = 2000;

/** Null when it is not written in DER. Never throws. */
export function readFields(der: Uint8Array): CertificateFields | null {
  try {
    if (!hasShortestLengths(der)) return null;
    return read(new DerReader(der).enter(TAG.sequence));
  } catch {
    return null;
  }
}

function read(certificate: DerReader): CertificateFields {
  const tbs = certificate.enter(TAG.sequence);
  const outer = certificate.take(TAG.sequence);
  const version = tbs.optional(explicit(0));
  tbs.take(TAG.integer);
  const inner = tbs.take(TAG.sequence);
  const issuer = rdnsOf(tbs.take(TAG.sequence));
  const validity = tbs.enter(TAG.sequence);
  const dates = { notBefore: validity.next(), notAfter: validity.next() };
  const subject = rdnsOf(tbs.take(TAG.sequence));
  tbs.take(TAG.sequence);
  const all = extensionsOf(tbs);
  const malformed = all.filter(({ misencoded }) => misencoded).map(({ id }) => id);
  const value = <T>(id: string, work: (value: Uint8Array) => T): T | null => {
    const found = all.find((one) => one.id === id);
    if (!found) return null;
    try {
      const one = new DerReader(found.value);
      one.next();
      // Octets after the value: browsers refuse the certificate, OpenSSL reads on.
      if (one.left > 0 || !hasShortestLengths(found.value)) malformed.push(id);
      return work(found.value);
    } catch {
      malformed.push(id);
      return null;
    }
  };
  const ids = all.map(({ id }) => id);
  return {
    version: version ? (new DerReader(version.content).take(TAG.integer).content.at(-1) ?? 0) + 1 : 1,
    subject,
    issuer,
    notBefore: timeOf(dates.notBefore).getTime(),
    notAfter: timeOf(dates.notAfter).getTime(),
    misreadDates: (['notBefore', 'notAfter'] as const).filter((which) => !isPlainTime(dates[which])),
    algorithmsAgree: same(inner.whole, outer.whole),
    repeated: [...new Set(ids.filter((id, at) => ids.indexOf(id) < at))],
    unknownCritical: all.filter(({ id, critical }) => critical && !PROCESSED.has(id)).map(({ id }) => id),
    constraints: value(ID.basicConstraints, basicConstraints),
    keyUsage: value(ID.keyUsage, keyUsages),
    purposes: value(ID.purposes, (bytes) => inSequence(bytes, 50).map(oidOf)),
    subjectKeyId: value(ID.subjectKeyId, (bytes) => hex(new DerReader(bytes).take(TAG.octetString).content)),
    authorityKeyId: value(ID.authorityKeyId, authorityKeyId),
    names: value(ID.subjectAltName, alternativeNames) ?? [],
    nameConstraints: value(ID.nameConstraints, nameConstraints),
    policy: {
      policies: value(POLICY_ID.policies, certificatePolicies),
      mappings: value(POLICY_ID.mappings, policyMappings) ?? [],
      ...(value(POLICY_ID.constraints, policyConstraints) ?? { requireExplicit: null, inhibitMapping: null }),
      inhibitAny: value(POLICY_ID.inhibitAny, inhibitedAny),
    },
    malformed,
    extended: all.length > 0,
  };
}

interface Extension {
  id: string;
  critical: boolean;
  /** `critical` is no BOOLEAN of DER, or spells out its default: Chrome then cannot read the certificate. */
  misencoded: boolean;
  value: Uint8Array;
}

function extensionsOf(tbs: DerReader): Extension[] {
  tbs.optional(implicit(1));
  tbs.optional(implicit(2));
  const list = tbs.optional(explicit(3));
  if (!list) return [];
  return inSequence(list.content, MAX_EXTENSIONS).map(({ content }) => {
    const extension = new DerReader(content);
    const id = oidOf(extension.next());
    const critical = extension.optional(TAG.boolean);
    return {
      id,
      critical: critical !== null && critical.content[0] !== 0,
      misencoded: critical !== null && (critical.content.length !== 1 || critical.content[0] !== 0xff),
      value: extension.take(TAG.octetString).content,
    };
  });
}

function inSequence(bytes: Uint8Array, most: number): Element[] {
  return elements(new DerReader(bytes).take(TAG.sequence).content, most);
}

/** At least one; names in ASCII, addresses of 4 or 16 octets (§4.2.1.6): BoringSSL reads no certificate with others. */
function alternativeNames(bytes: Uint8Array): GeneralName[] {
  const names = inSequence(bytes, MAX_NAMES);
  const isSound = (name: Element): boolean =>
    name.tag === implicit(7) ? name.content.length === 4 || name.content.length === 16 : isAscii(name);
  if (names.length === 0 || !names.every(isSound)) throw new MalformedDer('a name that browsers cannot read');
  return names.map(generalName);
}

function isAscii({ tag, content }: Element): boolean {
  return ![implicit(1), implicit(2), implicit(6)].includes(tag) || content.every((octet) => octet < 0x80);
}

/** An address of 4 or 16 octets, and its mask: ones, then zeros (RFC 4632 §3.1). */
function isNetwork({ content: { length }, content }: Element): boolean {
  const bits = Array.from(content.subarray(length / 2), (octet) => octet.toString(2).padStart(8, '0')).join('');
  return (length === 8 || length === 32) && /^1*0*$/u.test(bits);
}

function basicConstraints(bytes: Uint8Array): CertificateFields['constraints'] {
  const reader = new DerReader(bytes).enter(TAG.sequence);
  const ca = reader.optional(TAG.boolean);
  const length = reader.optional(TAG.integer);
  return { ca: ca !== null && ca.content[0] !== 0, pathLength: length ? small(length.content) : null };
}

/** A length that needs more than two octets allows any path there is. */
function small(content: Uint8Array): number {
  const first = content[0] ?? 0;
  if (first >= 0x80) throw new Error('negative');
  return content.length > 2 ? 0xffff : content.reduce((value, octet) => value * 256 + octet, 0);
}

function keyUsages(bytes: Uint8Array): KeyUsage[] {
  const { content } = new DerReader(bytes).take(TAG.bitString);
  // §4.2.1.3: at least one bit is set. BoringSSL and mozilla::pkix take no certificate with none.
  if (content.subarray(1).every((octet) => octet === 0)) throw new MalformedDer('no key usage');
  return KEY_USAGES.filter((_, bit) => ((content[1 + (bit >> 3)] ?? 0) & (0x80 >> (bit & 7))) !== 0);
}

function authorityKeyId(bytes: Uint8Array): string | null {
  const id = new DerReader(bytes).enter(TAG.sequence).optional(implicit(0));
  return id && hex(id.content);
}

function nameConstraints(bytes: Uint8Array): NonNullable<CertificateFields['nameConstraints']> {
  const reader = new DerReader(bytes).enter(TAG.sequence);
  const subtrees = (list: Element | null): GeneralName[] =>
    list ? elements(list.content, MAX_NAMES).map(({ content }) => subtree(content)) : [];
  if (reader.left === 0) throw new MalformedDer('name constraints that constrain nothing');
  return { permitted: subtrees(reader.optional(explicit(0))), excluded: subtrees(reader.optional(explicit(1))) };
}

/** Without bounds, which RFC 5280 §4.2.1.10 wants absent. */
function subtree(content: Uint8Array): GeneralName {
  const reader = new DerReader(content);
  const base = reader.next();
  if (!(base.tag === implicit(7) ? isNetwork(base) : isAscii(base)))
    throw new MalformedDer('a subtree that browsers cannot read');
  const name = generalName(base);
  if (reader.left > 0) throw new MalformedDer('a subtree with bounds');
  return name;
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((octet, at) => octet === other[at]);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0')).join('');
}
