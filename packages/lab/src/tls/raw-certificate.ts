import { createHash, createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto';

/** One DER element; `tag` is the complete octet. */
export function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const octets = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : null;
  const head =
    octets ??
    (length < 0x10000 ? [0x82, length >> 8, length & 0xff] : [0x83, length >> 16, (length >> 8) & 0xff, length & 0xff]);
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

export const sequence = (...contents: readonly Uint8Array[]): Buffer => der(0x30, ...contents);
export const oid = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const arc = (value: number): number[] => {
    const octets = [value & 0x7f];
    for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128))
      octets.unshift((left & 0x7f) | 0x80);
    return octets;
  };
  return der(0x06, Buffer.from([...arc(first * 40 + second), ...rest.flatMap(arc)]));
};
export const boolean = (value: boolean): Buffer => der(0x01, Buffer.from([value ? 0xff : 0]));
export const integer = (value: number): Buffer =>
  der(0x02, Buffer.from(value > 127 ? [value >> 8, value & 0xff] : [value]));
export const octets = (content: Uint8Array): Buffer => der(0x04, content);
export const ia5 = (tag: number, text: string): Buffer => der(tag, Buffer.from(text, 'latin1'));
const bits = (content: Uint8Array, unused = 0): Buffer => der(0x03, Buffer.from([unused]), content);

/** `{CN: 'a.test'}`; an empty object is the empty name. */
export function distinguishedName(parts: Readonly<Record<string, string>>): Buffer {
  const types: Record<string, string> = { CN: '2.5.4.3', O: '2.5.4.10', C: '2.5.4.6', OU: '2.5.4.11' };
  const one = ([type, value]: [string, string]): Buffer =>
    der(0x31, sequence(oid(types[type] ?? type), der(0x0c, Buffer.from(value))));
  return sequence(...Object.entries(parts).map(one));
}

export interface Keys {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

export interface RawExtension {
  oid: string;
  critical?: boolean;
  value: Uint8Array;
}

/** Extension values as authorities write them. */
export const EXTENSION = {
  basicConstraints: (ca: boolean, pathLength?: number): RawExtension => ({
    oid: '2.5.29.19',
    critical: true,
    value: sequence(...(ca ? [boolean(true)] : []), ...(pathLength === undefined ? [] : [integer(pathLength)])),
  }),
  /** Bit numbers of RFC 5280 §4.2.1.3: 0 digitalSignature, 2 keyEncipherment, 4 keyAgreement, 5 keyCertSign. */
  keyUsage: (...numbers: readonly number[]): RawExtension => {
    const first = numbers.reduce((mask, n) => mask | (0x80 >> n), 0);
    return {
      oid: '2.5.29.15',
      critical: true,
      value: bits(Buffer.from([first]), first === 0 ? 0 : Math.clz32(first & -first) ^ 31),
    };
  },
  purposes: (...oids: readonly string[]): RawExtension => ({ oid: '2.5.29.37', value: sequence(...oids.map(oid)) }),
  names: (...names: readonly string[]): RawExtension => ({
    oid: '2.5.29.17',
    value: sequence(...names.map((name) => ia5(0x82, name))),
  }),
  subjectKeyId: (id: Uint8Array): RawExtension => ({ oid: '2.5.29.14', value: octets(id) }),
  authorityKeyId: (id: Uint8Array): RawExtension => ({ oid: '2.5.29.35', value: sequence(der(0x80, id)) }),
  issuerUrl: (url: string): RawExtension => ({
    oid: '1.3.6.1.5.5.7.1.1',
    value: sequence(sequence(oid('1.3.6.1.5.5.7.48.2'), ia5(0x86, url))),
  }),
  /** GeneralSubtrees of general names: `[tag, content]`, 0x82 a DNS name, 0x87 an address with its mask, 0xa4 a directory name. */
  nameConstraints: (permitted: readonly Buffer[], excluded: readonly Buffer[] = []): RawExtension => ({
    oid: '2.5.29.30',
    critical: true,
    value: sequence(
      ...(permitted.length > 0 ? [der(0xa0, ...permitted.map((name) => sequence(name)))] : []),
      ...(excluded.length > 0 ? [der(0xa1, ...excluded.map((name) => sequence(name)))] : []),
    ),
  }),
} as const;

const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';

/** What an honest leaf for these names has. */
export function leafExtensions(...names: readonly string[]): RawExtension[] {
  return [
    EXTENSION.basicConstraints(false),
    EXTENSION.keyUsage(0),
    EXTENSION.purposes(SERVER_AUTH),
    EXTENSION.names(...names),
  ];
}

/** What an honest authority has. */
export function authorityExtensions(pathLength?: number): RawExtension[] {
  return [EXTENSION.basicConstraints(true, pathLength), EXTENSION.keyUsage(5, 6)];
}

export interface RawRequest {
  subject: Buffer;
  /** The signer; without one, the certificate is self-signed. */
  issuer?: RawCertificate;
  /** The issuer field, instead of the signer's subject. */
  issuerName?: Buffer;
  keys: Keys;
  /** SubjectPublicKeyInfo, instead of that of the keys. */
  spki?: Uint8Array;
  extensions?: readonly RawExtension[];
  /** Days from now; default -30 and 60. */
  from?: number;
  to?: number;
  serial?: Uint8Array;
  /** AlgorithmIdentifier of the signature, instead of the usual one of the signer's key. */
  algorithm?: Buffer;
  /** The one next to the signature, instead of the one in the signed part. */
  outerAlgorithm?: Buffer;
  /** Content of Validity, instead of one by days. */
  validity?: readonly [from: Uint8Array, to: Uint8Array];
  /** 0 writes a certificate of version 1, which has no extensions. */
  version?: number;
  /** Subject and authority key identifiers; default true. */
  keyIds?: boolean;
}

export interface RawCertificate {
  der: Buffer;
  pem: string;
  subject: Buffer;
  keys: Keys;
  keyId: Buffer;
}

/** Any certificate that DER can express, signed with any key: written byte by byte, so no library rejects it. */
export function issueRaw(request: RawRequest): RawCertificate {
  const { subject, issuer, keys, version = 2, keyIds = true, extensions = [] } = request;
  const spki = request.spki ?? keys.publicKey.export({ type: 'spki', format: 'der' });
  const keyId = createHash('sha1').update(spki).digest();
  const signer = issuer?.keys ?? keys;
  const [usual, hash] = signatureOf(signer.privateKey);
  const { algorithm = usual } = request;
  const ids = keyIds ? [EXTENSION.subjectKeyId(keyId), EXTENSION.authorityKeyId(issuer?.keyId ?? keyId)] : [];
  const given = new Set(extensions.map((one) => one.oid));
  const all = [...extensions, ...ids.filter((one) => !given.has(one.oid))];
  const body = sequence(
    ...(version > 0 ? [der(0xa0, integer(version))] : []),
    der(0x02, request.serial ?? Buffer.concat([Buffer.from([0x01]), randomBytes(15)])),
    algorithm,
    request.issuerName ?? issuer?.subject ?? subject,
    sequence(...(request.validity ?? [time(request.from ?? -30), time(request.to ?? 60)])),
    subject,
    spki,
    ...(all.length > 0 && version > 0 ? [der(0xa3, sequence(...all.map(extensionOf)))] : []),
  );
  const certificate = sequence(body, request.outerAlgorithm ?? algorithm, bits(sign(hash, body, signer.privateKey)));
  return { der: certificate, pem: pemOf(certificate), subject, keys, keyId };
}

function extensionOf({ oid: name, critical = false, value }: RawExtension): Buffer {
  return sequence(oid(name), ...(critical ? [boolean(true)] : []), octets(value));
}

function signatureOf(key: KeyObject): [algorithm: Buffer, hash: string | null] {
  const type = key.asymmetricKeyType;
  if (type === 'rsa') return [sequence(oid('1.2.840.113549.1.1.11'), der(0x05)), 'sha256'];
  if (type === 'ec') return [sequence(oid('1.2.840.10045.4.3.2')), 'sha256'];
  if (type === 'ed25519') return [sequence(oid('1.3.101.112')), null];
  if (type === 'ed448') return [sequence(oid('1.3.101.113')), null];
  // The remaining kinds sign with the algorithm that names the key.
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const inner = spki.subarray(spki[1] === 0x82 ? 4 : spki[1] === 0x81 ? 3 : 2);
  return [Buffer.from(inner.subarray(0, 2 + (inner[1] ?? 0))), type === 'rsa-pss' ? 'sha256' : null];
}

/** UTCTime up to 2049, GeneralizedTime after (RFC 5280 §4.1.2.5). */
function time(days: number): Buffer {
  const text = new Date(Date.now() + days * 86_400_000).toISOString().replaceAll(/[-:T]|\.\d+/gu, '');
  return text < '2050' ? ia5(0x17, text.slice(2)) : ia5(0x18, text);
}

export function pemOf(certificate: Uint8Array): string {
  const lines =
    Buffer.from(certificate)
      .toString('base64')
      .match(/.{1,64}/gu) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

/** A certs-only PKCS #7 message, as authorities publish at the issuer's address. */
export function pkcs7Of(...certificates: readonly Uint8Array[]): Buffer {
  const data = sequence(oid('1.2.840.113549.1.7.1'));
  const signed = sequence(integer(1), der(0x31), data, der(0xa0, ...certificates), der(0x31));
  return sequence(oid('1.2.840.113549.1.7.2'), der(0xa0, signed));
}

export function keyPem({ privateKey }: Keys): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
