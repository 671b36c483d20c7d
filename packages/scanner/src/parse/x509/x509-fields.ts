import { DerReader, elements, explicit, implicit, oidOf, TAG, timeOf, type Element } from './der.ts';
import { generalName, rdnsOf, type GeneralName } from './general-names.ts';

/** What of a certificate path validation reads (RFC 5280 §6.1), undecided. */
export interface CertificateFields {
  /** 1 to 3. */
  version: number;
  /** Comparable texts, one per relative name. */
  subject: string[];
  issuer: string[];
  notBefore: number;
  notAfter: number;
  /** The algorithm inside the signed part is the one outside (§4.1.1.2). */
  algorithmsAgree: boolean;
  /** Extensions that come more than once (§4.2 forbids it), by OID. */
  repeated: string[];
  /** Critical ones that no path validation here or in browsers knows. */
  unknownCritical: string[];
  /** Extensions whose value does not parse. */
  malformed: string[];
  constraints: { ca: boolean; pathLength: number | null } | null;
  keyUsage: KeyUsage[] | null;
  purposes: string[] | null;
  subjectKeyId: string | null;
  authorityKeyId: string | null;
  names: GeneralName[];
  nameConstraints: { permitted: GeneralName[]; excluded: GeneralName[] } | null;
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

/** Critical ones that validators process or may ignore without harm: policies, which no browser requires, among them. */
const KNOWN = new Set<string>([
  ...Object.values(ID),
  '2.5.29.9',
  '2.5.29.16',
  '2.5.29.18',
  '2.5.29.31',
  '2.5.29.32',
  '2.5.29.33',
  '2.5.29.36',
  '2.5.29.54',
  '1.3.6.1.5.5.7.1.1',
  '1.3.6.1.5.5.7.1.24',
  '1.3.6.1.4.1.11129.2.4.2',
  // Netscape's certificate type.
  '2.16.840.1.113730.1.1',
]);

const MAX_EXTENSIONS = 100;
const MAX_NAMES = 2000;

/** Null when it does not parse. Never throws. */
export function readFields(der: Uint8Array): CertificateFields | null {
  try {
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
  const [notBefore, notAfter] = [timeOf(validity.next()).getTime(), timeOf(validity.next()).getTime()];
  const subject = rdnsOf(tbs.take(TAG.sequence));
  tbs.take(TAG.sequence);
  const all = extensionsOf(tbs);
  const malformed: string[] = [];
  const value = <T>(id: string, work: (value: Uint8Array) => T): T | null => {
    const found = all.find((one) => one.id === id);
    if (!found) return null;
    try {
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
    notBefore,
    notAfter,
    algorithmsAgree: same(inner.whole, outer.whole),
    repeated: [...new Set(ids.filter((id, at) => ids.indexOf(id) < at))],
    unknownCritical: all.filter(({ id, critical }) => critical && !KNOWN.has(id)).map(({ id }) => id),
    constraints: value(ID.basicConstraints, basicConstraints),
    keyUsage: value(ID.keyUsage, keyUsages),
    purposes: value(ID.purposes, (bytes) => inSequence(bytes, 50).map(oidOf)),
    subjectKeyId: value(ID.subjectKeyId, (bytes) => hex(new DerReader(bytes).take(TAG.octetString).content)),
    authorityKeyId: value(ID.authorityKeyId, authorityKeyId),
    names: value(ID.subjectAltName, (bytes) => inSequence(bytes, MAX_NAMES).map(generalName)) ?? [],
    nameConstraints: value(ID.nameConstraints, nameConstraints),
    malformed,
  };
}

function extensionsOf(tbs: DerReader): { id: string; critical: boolean; value: Uint8Array }[] {
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
  return KEY_USAGES.filter((_, bit) => ((content[1 + (bit >> 3)] ?? 0) & (0x80 >> (bit & 7))) !== 0);
}

function authorityKeyId(bytes: Uint8Array): string | null {
  const id = new DerReader(bytes).enter(TAG.sequence).optional(implicit(0));
  return id && hex(id.content);
}

function nameConstraints(bytes: Uint8Array): NonNullable<CertificateFields['nameConstraints']> {
  const reader = new DerReader(bytes).enter(TAG.sequence);
  const subtrees = (list: Element | null): GeneralName[] =>
    list ? elements(list.content, MAX_NAMES).map(({ content }) => generalName(new DerReader(content).next())) : [];
  return { permitted: subtrees(reader.optional(explicit(0))), excluded: subtrees(reader.optional(explicit(1))) };
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((octet, at) => octet === other[at]);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0')).join('');
}
