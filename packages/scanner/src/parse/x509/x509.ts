import {
  bitString,
  DerReader,
  elements,
  explicit,
  implicit,
  integerHex,
  latin1,
  oidOf,
  TAG,
  textOf,
  timeOf,
  type Element,
} from './der.ts';
import { rsaKey, type RsaKey } from './rsa-key.ts';
import { parseSctList, type SignedCertificateTimestamp } from './sct.ts';
import { readSignatureAlgorithm } from './signature-algorithm.ts';
import { curve, otherKey, RSASSA_PSS, type SignatureHash } from './x509-algorithms.ts';

export interface ParsedCertificate {
  subject: string;
  issuer: string;
  common_name: string | null;
  /** Upper-case hexadecimal without leading zero bytes. */
  serial: string;
  not_before: string;
  not_after: string;
  dns_names: string[];
  ip_addresses: string[];
  key: { type: string; bits: number | null; curve: string | null } & Pick<RsaKey, 'flaw' | 'limit'>;
  signature_algorithm: string;
  signature_hash: SignatureHash | null;
  is_ca: boolean;
  /** Purposes by OID; null when the extension is absent, which means any. */
  extended_key_usage: string[] | null;
  must_staple: boolean;
  ocsp_urls: string[];
  issuer_urls: string[];
  crl_urls: string[];
  /** Embedded by the authority; null when the extension is absent, empty when it does not parse. */
  scts: SignedCertificateTimestamp[] | null;
}

/** More names than this are not kept. */
const MAX_NAMES = 20_000;
const MAX_EXTENSIONS = 2000;
const MAX_ATTRIBUTES = 100;
const MAX_PURPOSES = 50;
const MAX_URLS = 8;
const OID = {
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  tlsFeature: '1.3.6.1.5.5.7.1.24',
  crlDistributionPoints: '2.5.29.31',
  embeddedScts: '1.3.6.1.4.1.11129.2.4.2',
  ocsp: '1.3.6.1.5.5.7.48.1',
  caIssuers: '1.3.6.1.5.5.7.48.2',
  rsa: '1.2.840.113549.1.1.1',
  ec: '1.2.840.10045.2.1',
  commonName: '2.5.4.3',
} as const;
/** RFC 7633: the TLS feature that obliges a server to staple is the number of the status_request extension. */
const STATUS_REQUEST = 5;

/** Reads one certificate (RFC 5280 §4.1); null when it is none. Never throws. */
export function parseCertificate(der: Uint8Array): ParsedCertificate | null {
  return tolerant(() => read(new DerReader(der).enter(TAG.sequence)), null);
}

function read(certificate: DerReader): ParsedCertificate {
  const tbs = certificate.enter(TAG.sequence);
  const algorithm = certificate.take(TAG.sequence);
  tbs.optional(explicit(0));
  const serial = integerHex(tbs.take(TAG.integer));
  tbs.take(TAG.sequence);
  const issuer = attributes(tbs.take(TAG.sequence));
  const validity = tbs.enter(TAG.sequence);
  const [notBefore, notAfter] = [timeOf(validity.next()), timeOf(validity.next())];
  const subject = attributes(tbs.take(TAG.sequence));
  const spki = tbs.take(TAG.sequence);
  const extension = extensions(tbs);
  const names = generalNames(extension(OID.subjectAltName));
  const access = accessUrls(extension(OID.authorityInfoAccess));
  return {
    subject: distinguishedName(subject),
    issuer: distinguishedName(issuer),
    common_name: subject.findLast(([type]) => type === OID.commonName)?.[1] ?? null,
    serial,
    not_before: notBefore.toISOString(),
    not_after: notAfter.toISOString(),
    dns_names: names.filter(({ tag }) => tag === implicit(2)).map(({ content }) => printable(latin1(content))),
    ip_addresses: names.filter(({ tag }) => tag === implicit(7)).map(({ content }) => ipAddress(content)),
    key: publicKey(new DerReader(spki.content)),
    ...signature(new DerReader(algorithm.content)),
    is_ca: isAuthority(extension(OID.basicConstraints)),
    extended_key_usage: purposes(extension(OID.extendedKeyUsage)),
    must_staple: staplingRequired(extension(OID.tlsFeature)),
    ocsp_urls: access.filter(([method]) => method === OID.ocsp).map(([, url]) => url),
    issuer_urls: access.filter(([method]) => method === OID.caIssuers).map(([, url]) => url),
    crl_urls: distributionUrls(extension(OID.crlDistributionPoints)),
    scts: embeddedScts(extension(OID.embeddedScts)),
  };
}

/** An extension that does not parse is as good as absent. */
function tolerant<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

type FindExtension = (oid: string) => Uint8Array | undefined;

/** The value of the first extension of each kind. */
function extensions(tbs: DerReader): FindExtension {
  const found = new Map<string, Uint8Array>();
  tbs.optional(implicit(1));
  tbs.optional(implicit(2));
  const list = tbs.optional(explicit(3));
  if (!list) return () => undefined;
  for (const { content } of elements(new DerReader(list.content).take(TAG.sequence).content, MAX_EXTENSIONS)) {
    const extension = new DerReader(content);
    const oid = oidOf(extension.next());
    extension.optional(TAG.boolean);
    const value = extension.take(TAG.octetString).content;
    if (!found.has(oid)) found.set(oid, value);
  }
  return (oid) => found.get(oid);
}

function sequenceOf(value: Uint8Array, most: number): Element[] {
  return elements(new DerReader(value).take(TAG.sequence).content, most);
}

function generalNames(value: Uint8Array | undefined): Element[] {
  return value ? tolerant(() => sequenceOf(value, MAX_NAMES), []) : [];
}

function accessUrls(value: Uint8Array | undefined): [method: string, url: string][] {
  if (!value) return [];
  return tolerant(
    () =>
      sequenceOf(value, 100)
        .map(({ content }) => {
          const description = new DerReader(content);
          return [oidOf(description.next()), description.next()] as const;
        })
        .filter(([, location]) => location.tag === implicit(6))
        .slice(0, MAX_URLS)
        .map(([method, location]) => [method, printable(latin1(location.content))]),
    [],
  );
}

/** Full names of distribution points (RFC 5280 §4.2.1.13) that are addresses. */
function distributionUrls(value: Uint8Array | undefined): string[] {
  if (!value) return [];
  const fullName = ({ content }: Element): Element[] => {
    const point = new DerReader(content).optional(explicit(0));
    const full = point && new DerReader(point.content).optional(explicit(0));
    return full ? elements(full.content, MAX_URLS) : [];
  };
  const names = tolerant(() => sequenceOf(value, MAX_URLS).flatMap(fullName), []);
  return names
    .filter(({ tag }) => tag === implicit(6))
    .slice(0, MAX_URLS)
    .map(({ content }) => printable(latin1(content)));
}

function isAuthority(value: Uint8Array | undefined): boolean {
  if (!value) return false;
  return tolerant(() => {
    const constraint = new DerReader(value).enter(TAG.sequence).optional(TAG.boolean);
    return constraint !== null && constraint.content[0] !== 0;
  }, false);
}

function purposes(value: Uint8Array | undefined): string[] | null {
  return value ? tolerant(() => sequenceOf(value, MAX_PURPOSES).map(oidOf), null) : null;
}

function staplingRequired(value: Uint8Array | undefined): boolean {
  if (!value) return false;
  const isStatusRequest = ({ tag, content }: Element): boolean =>
    tag === TAG.integer && content.length === 1 && content[0] === STATUS_REQUEST;
  return tolerant(() => sequenceOf(value, 50).some(isStatusRequest), false);
}

function embeddedScts(value: Uint8Array | undefined): SignedCertificateTimestamp[] | null {
  if (!value) return null;
  return tolerant(() => parseSctList(new DerReader(value).take(TAG.octetString).content) ?? [], []);
}

function publicKey(spki: DerReader): ParsedCertificate['key'] {
  const algorithm = spki.enter(TAG.sequence);
  const oid = oidOf(algorithm.next());
  const bits = spki.next();
  if (oid === OID.ec) {
    const parameters = algorithm.left > 0 ? algorithm.next() : null;
    const named = parameters?.tag === TAG.oid ? oidOf(parameters) : 'explicit parameters';
    const { name, bits: size } = curve(named);
    return { type: 'EC', bits: size, curve: name };
  }
  if (oid !== OID.rsa && oid !== RSASSA_PSS) return { ...otherKey(oid), curve: null };
  const type = oid === OID.rsa ? 'RSA' : 'RSA-PSS';
  const unread: ParsedCertificate['key'] = { type, bits: null, curve: null };
  return tolerant(() => ({ ...unread, ...rsaKey(bitString(bits)) }), unread);
}

function signature(algorithm: DerReader): Pick<ParsedCertificate, 'signature_algorithm' | 'signature_hash'> {
  const { name, hash } = readSignatureAlgorithm(algorithm);
  return { signature_algorithm: name, signature_hash: hash };
}

type Attribute = [type: string, value: string];

/** What a distinguished name says, in the order of its bytes. */
function attributes(name: Element): Attribute[] {
  return elements(name.content, MAX_ATTRIBUTES).flatMap(({ content }) =>
    elements(content, MAX_ATTRIBUTES).map((one): Attribute => {
      const pair = new DerReader(one.content);
      return [oidOf(pair.next()), printable(textOf(pair.next()) ?? '')];
    }),
  );
}

const ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  [OID.commonName, 'CN'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['2.5.4.5', 'serialNumber'],
]);

/** As OpenSSL prints it on one line; attributes without a usual name are left out. */
function distinguishedName(name: readonly Attribute[]): string {
  return name
    .slice(0, MAX_ATTRIBUTES)
    .filter(([type]) => ATTRIBUTES.has(type))
    .map(([type, value]) => `${ATTRIBUTES.get(type)}=${value}`)
    .join(', ');
}

/** Certificates are untrusted: no control characters, no endless lines. */
function printable(text: string): string {
  return text.slice(0, 256).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');
}

function ipAddress(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.length !== 16) return 'invalid address';
  const groups = Array.from({ length: 8 }, (_, at) =>
    ((bytes[at * 2] ?? 0) * 256 + (bytes[at * 2 + 1] ?? 0)).toString(16),
  );
  return groups.join(':');
}
