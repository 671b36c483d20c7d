import * as asn1js from 'asn1js';
import { Certificate, type Extension, type GeneralName, type RelativeDistinguishedNames } from 'pkijs';
import { parseSctList, type SignedCertificateTimestamp } from './sct.ts';
import {
  curve,
  hashAlgorithm,
  otherKey,
  RSASSA_PSS,
  signatureAlgorithm,
  type SignatureHash,
} from './x509-algorithms.ts';

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
  key: { type: string; bits: number | null; curve: string | null };
  signature_algorithm: string;
  signature_hash: SignatureHash | null;
  is_ca: boolean;
  /** Purposes by OID; null when the extension is absent, which means any. */
  extended_key_usage: string[] | null;
  must_staple: boolean;
  ocsp_urls: string[];
  issuer_urls: string[];
  /** Embedded by the authority; null when the extension is absent, empty when it does not parse. */
  scts: SignedCertificateTimestamp[] | null;
}

/** More names than this are counted but not kept. */
const MAX_NAMES = 2000;
const OID = {
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  tlsFeature: '1.3.6.1.5.5.7.1.24',
  embeddedScts: '1.3.6.1.4.1.11129.2.4.2',
  ocsp: '1.3.6.1.5.5.7.48.1',
  caIssuers: '1.3.6.1.5.5.7.48.2',
  rsa: '1.2.840.113549.1.1.1',
  ec: '1.2.840.10045.2.1',
} as const;
/** RFC 7633: the TLS feature that obliges a server to staple is the number of the status_request extension. */
const STATUS_REQUEST = 5;

/** Reads one certificate; null when it is none. Never throws. */
export function parseCertificate(der: Uint8Array): ParsedCertificate | null {
  try {
    return read(Certificate.fromBER(new Uint8Array(der)));
  } catch {
    return null;
  }
}

function read(certificate: Certificate): ParsedCertificate {
  const extension = (oid: string): Extension | undefined =>
    certificate.extensions?.find((candidate) => candidate.extnID === oid);
  const names = generalNames(extension(OID.subjectAltName));
  const access = accessUrls(extension(OID.authorityInfoAccess));
  return {
    subject: distinguishedName(certificate.subject),
    issuer: distinguishedName(certificate.issuer),
    common_name: commonName(certificate.subject),
    serial: hex(certificate.serialNumber.valueBlock.valueHexView).replace(/^(00)+(?=.)/, ''),
    not_before: certificate.notBefore.value.toISOString(),
    not_after: certificate.notAfter.value.toISOString(),
    dns_names: names.filter((name) => name.type === 2).map((name) => printable(String(name.value))),
    ip_addresses: names.filter((name) => name.type === 7).map((name) => ipAddress(name.value)),
    key: publicKey(certificate),
    ...signature(certificate),
    is_ca: parsed<{ cA?: boolean }>(extension(OID.basicConstraints))?.cA === true,
    extended_key_usage: parsed<{ keyPurposes: string[] }>(extension(OID.extendedKeyUsage))?.keyPurposes ?? null,
    must_staple: tlsFeatures(extension(OID.tlsFeature)).includes(STATUS_REQUEST),
    ocsp_urls: access.filter(([method]) => method === OID.ocsp).map(([, url]) => url),
    issuer_urls: access.filter(([method]) => method === OID.caIssuers).map(([, url]) => url),
    scts: embeddedScts(extension(OID.embeddedScts)),
  };
}

/** pkijs decodes an extension when it is first read, and leaves an empty object when it cannot. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the shape that pkijs documents for the extension
function parsed<T>(extension: Extension | undefined): T | undefined {
  const value: unknown = extension?.parsedValue;
  if (value === undefined || value === null || (value as { parsingError?: string }).parsingError) return undefined;
  return value as T;
}

function generalNames(extension: Extension | undefined): GeneralName[] {
  return (parsed<{ altNames?: GeneralName[] }>(extension)?.altNames ?? []).slice(0, MAX_NAMES);
}

function accessUrls(extension: Extension | undefined): [method: string, url: string][] {
  type Access = { accessMethod: string; accessLocation: GeneralName };
  const descriptions = parsed<{ accessDescriptions?: Access[] }>(extension)?.accessDescriptions ?? [];
  return descriptions
    .filter(({ accessLocation }) => accessLocation.type === 6)
    .slice(0, 8)
    .map(({ accessMethod, accessLocation }) => [accessMethod, printable(String(accessLocation.value))]);
}

function tlsFeatures(extension: Extension | undefined): number[] {
  if (!extension) return [];
  const { result } = asn1js.fromBER(extension.extnValue.valueBlock.valueHexView);
  if (!(result instanceof asn1js.Sequence)) return [];
  return result.valueBlock.value.map((item) => (item instanceof asn1js.Integer ? item.valueBlock.valueDec : -1));
}

function embeddedScts(extension: Extension | undefined): SignedCertificateTimestamp[] | null {
  if (!extension) return null;
  const { result } = asn1js.fromBER(extension.extnValue.valueBlock.valueHexView);
  return result instanceof asn1js.OctetString ? (parseSctList(result.valueBlock.valueHexView) ?? []) : [];
}

function publicKey({ subjectPublicKeyInfo }: Certificate): ParsedCertificate['key'] {
  const { algorithmId, algorithmParams } = subjectPublicKeyInfo.algorithm;
  if (algorithmId === OID.ec) {
    const { name, bits } = curve(
      algorithmParams instanceof asn1js.ObjectIdentifier
        ? algorithmParams.valueBlock.toString()
        : 'explicit parameters',
    );
    return { type: 'EC', bits, curve: name };
  }
  if (algorithmId !== OID.rsa && algorithmId !== RSASSA_PSS) return { ...otherKey(algorithmId), curve: null };
  const { result } = asn1js.fromBER(subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView);
  const modulus = result instanceof asn1js.Sequence ? result.valueBlock.value[0] : undefined;
  const bits = modulus instanceof asn1js.Integer ? bitLength(modulus.valueBlock.valueHexView) : null;
  return { type: 'RSA', bits, curve: null };
}

function signature(certificate: Certificate): Pick<ParsedCertificate, 'signature_algorithm' | 'signature_hash'> {
  const { algorithmId, algorithmParams } = certificate.signatureAlgorithm;
  if (algorithmId !== RSASSA_PSS) {
    const { name, hash } = signatureAlgorithm(algorithmId);
    return { signature_algorithm: name, signature_hash: hash };
  }
  const hash = pssHash(algorithmParams);
  return { signature_algorithm: `rsassaPss (${hash ?? 'unknown hash'})`, signature_hash: hash };
}

/** RFC 4055 §3.1: the hash is in [0], and SHA-1 when that is absent. */
function pssHash(parameters: unknown): SignatureHash | null {
  if (!(parameters instanceof asn1js.Sequence)) return 'SHA-1';
  const tagged = parameters.valueBlock.value.find((item) => item.idBlock.tagNumber === 0);
  if (!tagged) return 'SHA-1';
  const algorithm = (tagged as asn1js.Constructed).valueBlock.value[0];
  const oid = algorithm instanceof asn1js.Sequence ? algorithm.valueBlock.value[0] : undefined;
  return oid instanceof asn1js.ObjectIdentifier ? hashAlgorithm(oid.valueBlock.toString()) : null;
}

const ATTRIBUTES: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.5': 'serialNumber',
};

/** As OpenSSL prints it on one line; attributes without a usual name are left out. */
function distinguishedName(name: RelativeDistinguishedNames): string {
  return name.typesAndValues
    .filter(({ type }) => type in ATTRIBUTES)
    .map(({ type, value }) => `${ATTRIBUTES[type]}=${printable(value.valueBlock.value)}`)
    .join(', ');
}

function commonName(name: RelativeDistinguishedNames): string | null {
  const found = name.typesAndValues.findLast(({ type }) => type === '2.5.4.3');
  return found ? printable(found.value.valueBlock.value) : null;
}

/** Certificates are written by strangers: no control characters, no endless lines. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD').slice(0, 256);
}

function ipAddress(value: unknown): string {
  const bytes = value instanceof asn1js.OctetString ? value.valueBlock.valueHexView : new Uint8Array();
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.length !== 16) return 'invalid address';
  const groups = Array.from({ length: 8 }, (_, at) =>
    ((bytes[at * 2] ?? 0) * 256 + (bytes[at * 2 + 1] ?? 0)).toString(16),
  );
  return groups.join(':');
}

function bitLength(integer: Uint8Array): number {
  const first = integer.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (integer.length - first) * 8 - Math.clz32(integer[first] ?? 0) + 24;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}
