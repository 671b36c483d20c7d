import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

x509.cryptoProvider.set(crypto);

const DAY_MS = 86_400_000;
const EC = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
} as const;

export type KeyType = 'ec' | 'rsa';

export interface CertificateRequest {
  /** Names of the subject alternative name extension; an empty list leaves the extension out. */
  names: readonly string[];
  /** IP addresses in the same extension. */
  addresses?: readonly string[];
  /** Defaults to one day ago. */
  notBefore?: Date;
  /** Defaults to 60 days from now. */
  notAfter?: Date;
  keyType?: KeyType;
  /** Signed by an intermediate, which `chainPem` then includes; `'omitted'` leaves it out of the chain. */
  intermediate?: boolean | 'omitted';
  /** Added to the default extensions. */
  extensions?: readonly x509.Extension[];
  /** Distinguished name, e.g. `CN=a.test, O=Example`; defaults to the first name. */
  subject?: string;
  /** Default: server authentication. */
  purpose?: 'client';
}

export interface IssuedCertificate {
  /** PKCS #8, PEM. */
  key: string;
  /** Only the leaf, PEM. */
  cert: string;
  /** As a server sends it: leaf first, then the intermediate if there is one. */
  chainPem: string;
}

export interface Ca {
  /** The root, PEM: the content for `SCAN_EXTRA_CA_FILE`. */
  certificatePem: string;
  issue(request: CertificateRequest): Promise<IssuedCertificate>;
}

/** URLs of the issuer's certificate and of the revocation services. */
export function authorityAccess(caIssuers: string, ocsp: string): x509.Extension {
  return new x509.AuthorityInfoAccessExtension({ caIssuers: [caIssuers], ocsp: [ocsp] });
}

interface Issuer {
  certificate: x509.X509Certificate;
  keys: CryptoKeyPair;
}

/** A throw-away certificate authority. EC P-256, so that issuing takes about a millisecond. */
export async function createCa(options: { name?: string } = {}): Promise<Ca> {
  const name = options.name ?? 'Palisade Lab Root';
  const root = await createAuthority(`CN=${name}, O=Palisade Lab`);
  let intermediate: Promise<Issuer> | undefined;
  return {
    certificatePem: pem(root.certificate),
    async issue(request) {
      if (request.intermediate) intermediate ??= createAuthority('CN=Palisade Lab Intermediate, O=Palisade Lab', root);
      const issuer = (request.intermediate ? await intermediate : root) ?? root;
      const keys = await keysOf(request.keyType ?? 'ec');
      const leaf = await x509.X509CertificateGenerator.create({
        subject: request.subject ?? `CN=${request.names[0] ?? request.addresses?.[0] ?? 'unnamed'}`,
        issuer: issuer.certificate.subject,
        notBefore: request.notBefore ?? daysFromNow(-1),
        notAfter: request.notAfter ?? daysFromNow(60),
        publicKey: keys.publicKey,
        signingKey: issuer.keys.privateKey,
        signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
        extensions: await leafExtensions(request, keys, issuer),
      });
      return {
        key: x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY'),
        cert: pem(leaf),
        chainPem: pem(leaf) + (request.intermediate === true ? pem(issuer.certificate) : ''),
      };
    },
  };
}

let shared: Promise<Ca> | undefined;

/** One authority for the process, for tests that do not need their own root. */
export function sharedCa(): Promise<Ca> {
  shared ??= createCa();
  return shared;
}

export function daysFromNow(days: number): Date {
  return new Date(Date.now() + days * DAY_MS);
}

async function createAuthority(subject: string, parent?: Issuer): Promise<Issuer> {
  const keys = await crypto.subtle.generateKey(EC, true, ['sign', 'verify']);
  const signer = parent?.keys ?? keys;
  const certificate = await x509.X509CertificateGenerator.create({
    subject,
    issuer: parent?.certificate.subject ?? subject,
    notBefore: daysFromNow(-2),
    notAfter: daysFromNow(365),
    publicKey: keys.publicKey,
    signingKey: signer.privateKey,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [
      new x509.BasicConstraintsExtension(true, parent ? 0 : 1, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(signer.publicKey),
    ],
  });
  return { certificate, keys };
}

async function leafExtensions(
  request: CertificateRequest,
  keys: CryptoKeyPair,
  issuer: Issuer,
): Promise<x509.Extension[]> {
  const names: x509.JsonGeneralNames = [
    ...request.names.map((value) => ({ type: 'dns' as const, value })),
    ...(request.addresses ?? []).map((value) => ({ type: 'ip' as const, value })),
  ];
  return [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([
      request.purpose === 'client' ? x509.ExtendedKeyUsage.clientAuth : x509.ExtendedKeyUsage.serverAuth,
    ]),
    ...(names.length > 0 ? [new x509.SubjectAlternativeNameExtension(names)] : []),
    await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    await x509.AuthorityKeyIdentifierExtension.create(issuer.keys.publicKey),
    ...(request.extensions ?? []),
  ];
}

let rsaKeys: Promise<CryptoKeyPair> | undefined;

/** An RSA key takes a tenth of a second to generate, so every RSA certificate of the process shares one pair. */
function keysOf(type: KeyType): Promise<CryptoKeyPair> {
  if (type === 'ec') return crypto.subtle.generateKey(EC, true, ['sign', 'verify']);
  rsaKeys ??= crypto.subtle.generateKey(RSA, true, ['sign', 'verify']);
  return rsaKeys;
}

function pem(certificate: x509.X509Certificate): string {
  return `${certificate.toString('pem').trim()}\n`;
}
