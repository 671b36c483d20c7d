import 'reflect-metadata';
import { KeyObject, sign, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import * as asn1js from 'asn1js';
import { daysFromNow } from '../ca.ts';
import { keyPair, type KeyKind } from './keys.ts';

x509.cryptoProvider.set(webcrypto as unknown as Crypto);

export interface Issued {
  /** PKCS #8, PEM. */
  key: string;
  /** One certificate, PEM. */
  pem: string;
  certificate: x509.X509Certificate;
  keys: CryptoKeyPair;
}

export interface OddRequest {
  /** The signer; without one, the certificate is self-signed. */
  issuer?: Issued;
  /** Distinguished name; defaults to CN and the first name. */
  subject?: string;
  names?: readonly string[];
  addresses?: readonly string[];
  /** Days from now; default -30 and 60. */
  from?: number;
  to?: number;
  key?: KeyKind;
  /** A pair that exists already, instead of a new one of the kind `key`. */
  keys?: CryptoKeyPair;
  hash?: 'MD5' | 'SHA-1' | 'SHA-256' | 'SHA-384';
  ca?: boolean;
  /** Extended key usages by OID; default: TLS server. An authority has none. */
  purposes?: readonly string[];
  mustStaple?: boolean;
  ocspUrl?: string;
  issuerUrl?: string;
  /** Address of the revocation list. */
  crlUrl?: string;
  /** Embedded certificate timestamps, one per invented log. */
  logs?: number;
}

/** Any certificate, valid or not, including what an honest authority would never sign. */
export async function issueOdd(request: OddRequest): Promise<Issued> {
  const { issuer, names = [], addresses = [], key = 'ec', hash = 'SHA-256', ca = false } = request;
  const keys = request.keys ?? (await keyPair(key));
  const signer = issuer?.keys ?? keys;
  const subject = request.subject ?? `CN=${names[0] ?? addresses[0] ?? 'unnamed'}`;
  const honest = await x509.X509CertificateGenerator.create({
    subject,
    issuer: issuer?.certificate.subject ?? subject,
    notBefore: daysFromNow(request.from ?? -30),
    notAfter: daysFromNow(request.to ?? 60),
    publicKey: keys.publicKey,
    signingKey: signer.privateKey,
    signingAlgorithm: { name: signer.privateKey.algorithm.name, hash: hash === 'MD5' ? 'SHA-256' : hash },
    extensions: [
      new x509.BasicConstraintsExtension(ca, undefined, true),
      new x509.KeyUsagesExtension(
        ca ? LEAF_KEY_USAGE | x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign : LEAF_KEY_USAGE,
        true,
      ),
      ...(ca ? [] : [new x509.ExtendedKeyUsageExtension([...(request.purposes ?? [SERVER_AUTH])])]),
      ...nameExtension(names, addresses),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(signer.publicKey),
      ...oddExtensions(request),
    ],
  });
  const certificate = hash === 'MD5' ? signWithMd5(honest, nodeKey(signer.privateKey)) : honest;
  return {
    key: x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY'),
    pem: `${certificate.toString('pem').trim()}\n`,
    certificate,
    keys,
  };
}

const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
// Also key encipherment: clients that use static RSA suites require it.
const LEAF_KEY_USAGE = x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment;

function nameExtension(names: readonly string[], addresses: readonly string[]): x509.Extension[] {
  if (names.length + addresses.length === 0) return [];
  return [
    new x509.SubjectAlternativeNameExtension([
      ...names.map((value) => ({ type: 'dns' as const, value })),
      ...addresses.map((value) => ({ type: 'ip' as const, value })),
    ]),
  ];
}

function oddExtensions({ mustStaple, ocspUrl, issuerUrl, crlUrl, logs }: OddRequest): x509.Extension[] {
  const list: x509.Extension[] = [];
  if (mustStaple) list.push(new x509.Extension('1.3.6.1.5.5.7.1.24', false, Uint8Array.of(0x30, 3, 2, 1, 5)));
  if (ocspUrl || issuerUrl) {
    list.push(
      new x509.AuthorityInfoAccessExtension({
        ...(ocspUrl ? { ocsp: [ocspUrl] } : {}),
        ...(issuerUrl ? { caIssuers: [issuerUrl] } : {}),
      }),
    );
  }
  if (crlUrl) list.push(new x509.CRLDistributionPointsExtension([crlUrl]));
  if (logs) list.push(new x509.Extension('1.3.6.1.4.1.11129.2.4.2', false, timestampList(logs)));
  return list;
}

/** RFC 6962 §3.3, in its OCTET STRING; logs and signatures are invented. */
export function timestampList(logs: number): Uint8Array<ArrayBuffer> {
  const entries = Array.from({ length: logs }, (_, at) => {
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(Date.now()));
    const sct = Buffer.concat([
      Buffer.from([0]),
      Buffer.alloc(32, at + 1),
      time,
      Buffer.from([0, 0, 4, 3, 0, 2, 0, 0]),
    ]);
    return Buffer.concat([lengthOf(sct), sct]);
  });
  const list = Buffer.concat(entries);
  return new Uint8Array(new asn1js.OctetString({ valueHex: Buffer.concat([lengthOf(list), list]) }).toBER());
}

function lengthOf(bytes: Uint8Array): Buffer {
  return Buffer.from([bytes.length >> 8, bytes.length & 0xff]);
}

const MD5_WITH_RSA = '1.2.840.113549.1.1.4';

/** WebCrypto knows no MD5: the algorithm is replaced in both places, and the certificate signed again. */
function signWithMd5(certificate: x509.X509Certificate, key: KeyObject): x509.X509Certificate {
  const { result } = asn1js.fromBER(certificate.rawData);
  const [signed] = (result as asn1js.Sequence).valueBlock.value as [asn1js.Sequence];
  const algorithm = (): asn1js.Sequence =>
    new asn1js.Sequence({ value: [new asn1js.ObjectIdentifier({ value: MD5_WITH_RSA }), new asn1js.Null()] });
  const fields = [...signed.valueBlock.value];
  fields[2] = algorithm();
  const body = new asn1js.Sequence({ value: fields });
  const signature = sign('md5', Buffer.from(body.toBER()), key);
  const whole = new asn1js.Sequence({
    value: [body, algorithm(), new asn1js.BitString({ valueHex: new Uint8Array(signature) })],
  });
  return new x509.X509Certificate(whole.toBER());
}

function nodeKey(key: CryptoKey): KeyObject {
  return KeyObject.from(key);
}
