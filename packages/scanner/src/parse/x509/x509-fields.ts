import {
  DerReader,
  elements,
  explicit,
  hasShortestLengths,
  implicit,
  integerHex,
  isLeapSecond,
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
import { namesInSubject, rdnsOf, type GeneralName } from './general-names.ts';
import { alternativeNames, MAX_NAMES, nameConstraints, type NameConstraints } from './name-forms.ts';
import { misreads, type Misread } from './reader-forms.ts';
import { compareAlgorithms, type AlgorithmPair } from './signature-forms.ts';

/** What of a certificate path validation reads (RFC 5280 §6.1), undecided. */
export interface CertificateFields {
  /** 1 to 3. */
  version: number;
  /** It has extensions, which version 3 alone may have (§4.1.2.9). */
  extended: boolean;
  /** Comparable texts, one per relative name. */
  subject: string[];
  issuer: string[];
  /** As they are written. */
  subjectBytes: Uint8Array;
  issuerBytes: Uint8Array;
  serial: string;
  notBefore: number;
  notAfter: number;
  /** Dates that are not written as §4.1.2.5 has it: browsers and OpenSSL refuse the certificate. */
  misreadDates: ('notBefore' | 'notAfter')[];
  /** Dates with the second 60. */
  leapSeconds: ('notBefore' | 'notAfter')[];
  /** Of the signature: inside the signed part and outside (§4.1.1.2). */
  algorithms: AlgorithmPair;
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
  authorityKeyId: AuthorityKey | null;
  names: GeneralName[];
  /** Names in the subject that name constraints apply to, apart from the subject itself. */
  subjectNames: GeneralName[];
  nameConstraints: NameConstraints | null;
  policy: PolicyFields;
  /** TLS features that the certificates it issues must have too (RFC 7633 §4.2.2), as written. */
  features: string | null;
  /** Forms that some readers refuse. */
  misreads: Misread[];
}

/** Which certificate of the issuer is meant (§4.2.1.1). */
interface AuthorityKey {
  id: string | null;
  /** Its own issuer, and its number. */
  issuer: string[] | null;
  serial: string | null;
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
  features: '1.3.6.1.5.5.7.1.24',
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

const MAX_EXTENSIONS = 2000;
const DATES = ['notBefore', 'notAfter'] as const;

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
  const serial = integerHex(tbs.take(TAG.integer));
  const inner = tbs.take(TAG.sequence);
  const issuer = tbs.take(TAG.sequence);
  const validity = tbs.enter(TAG.sequence);
  const dates = { notBefore: validity.next(), notAfter: validity.next() };
  const period = { notBefore: timeOf(dates.notBefore).getTime(), notAfter: timeOf(dates.notAfter).getTime() };
  const subject = tbs.take(TAG.sequence);
  const key = tbs.take(TAG.sequence).content;
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
  const names = value(ID.subjectAltName, alternativeNames) ?? [];
  const constraints = value(ID.basicConstraints, basicConstraints);
  return {
    version: version ? (new DerReader(version.content).take(TAG.integer).content.at(-1) ?? 0) + 1 : 1,
    subject: rdnsOf(subject),
    issuer: rdnsOf(issuer),
    subjectBytes: subject.whole,
    issuerBytes: issuer.whole,
    serial,
    ...period,
    misreadDates: DATES.filter((which) => !isPlainTime(dates[which])),
    leapSeconds: DATES.filter((which) => isPlainTime(dates[which]) && isLeapSecond(dates[which])),
    algorithms: compareAlgorithms(inner, outer),
    repeated: [...new Set(ids.filter((id, at) => ids.indexOf(id) < at))],
    unknownCritical: all.filter(({ id, critical }) => critical && !PROCESSED.has(id)).map(({ id }) => id),
    constraints,
    keyUsage: value(ID.keyUsage, keyUsages),
    purposes: value(ID.purposes, (bytes) => inSequence(bytes, 50).map(oidOf)),
    subjectKeyId: value(ID.subjectKeyId, (bytes) => hex(new DerReader(bytes).take(TAG.octetString).content)),
    authorityKeyId: value(ID.authorityKeyId, authorityKeyId),
    names,
    subjectNames: namesInSubject(
      subject,
      names.some(({ kind }) => kind === 'dns'),
    ),
    nameConstraints: value(ID.nameConstraints, nameConstraints),
    policy: {
      policies: value(POLICY_ID.policies, certificatePolicies),
      mappings: value(POLICY_ID.mappings, policyMappings) ?? [],
      ...(value(POLICY_ID.constraints, policyConstraints) ?? { requireExplicit: null, inhibitMapping: null }),
      inhibitAny: value(POLICY_ID.inhibitAny, inhibitedAny),
    },
    features: value(ID.features, (bytes) => hex(new DerReader(bytes).take(TAG.sequence).whole)),
    misreads: misreads({
      version,
      algorithms: [inner, outer],
      issuer,
      subject,
      key,
      ...period,
      pathLength: constraints?.pathLength ?? 0,
      extensions: all.filter(({ id }) => !malformed.includes(id)),
    }),
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

function basicConstraints(bytes: Uint8Array): CertificateFields['constraints'] {
  const reader = new DerReader(bytes).enter(TAG.sequence);
  const ca = reader.optional(TAG.boolean);
  const length = reader.optional(TAG.integer);
  if ((ca && !isBoolean(ca)) || reader.left > 0) throw new MalformedDer('no basic constraints');
  return { ca: ca !== null && ca.content[0] !== 0, pathLength: length ? small(length) : null };
}

function isBoolean({ content }: Element): boolean {
  return content.length === 1 && (content[0] === 0xff || content[0] === 0);
}

/** Numbers of DER are not negative here, and have no octet more than needed. */
function small({ content }: Element): number {
  const [first = 0x80, second = 0x80] = content;
  if (first >= 0x80 || (content.length > 1 && first === 0 && second < 0x80)) throw new MalformedDer('no path length');
  return content.reduce((value, octet) => value * 256 + octet, 0);
}

function keyUsages(bytes: Uint8Array): KeyUsage[] {
  const { content } = new DerReader(bytes).take(TAG.bitString);
  const [unused = 8] = content;
  if (unused > 7 || ((content.at(-1) ?? 0) & ((1 << unused) - 1)) !== 0) throw new MalformedDer('no bit string of DER');
  // §4.2.1.3: at least one bit is set. BoringSSL and mozilla::pkix take no certificate with none.
  if (content.subarray(1).every((octet) => octet === 0)) throw new MalformedDer('no key usage');
  return KEY_USAGES.filter((_, bit) => ((content[1 + (bit >> 3)] ?? 0) & (0x80 >> (bit & 7))) !== 0);
}

function authorityKeyId(bytes: Uint8Array): AuthorityKey {
  const reader = new DerReader(bytes).enter(TAG.sequence);
  const [id, issuer, serial] = [
    reader.optional(implicit(0)),
    reader.optional(explicit(1)),
    reader.optional(implicit(2)),
  ];
  const directory = issuer && elements(issuer.content, MAX_NAMES).find(({ tag }) => tag === explicit(4));
  return {
    id: id && hex(id.content),
    issuer: directory ? rdnsOf(new DerReader(directory.content).next()) : null,
    serial: serial && integerHex({ ...serial, tag: TAG.integer }),
  };
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0')).join('');
}
