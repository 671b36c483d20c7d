import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import {
  authorityExtensions,
  der,
  distinguishedName,
  EXTENSION,
  ia5,
  integer,
  issueRaw,
  leafExtensions,
  octets,
  oid,
  sequence,
  type Keys,
  type RawCertificate,
  type RawExtension,
} from './raw-certificate.ts';

/** A chain of which any part may be odd. */
export interface OddChain {
  /** Leaf first. */
  certificates: RawCertificate[];
  /** Its DER, in which bytes may be corrupted. */
  wire: Buffer[];
}

type Pick = <T>(list: readonly T[]) => T;

/** The same seed gives the same choices. */
function chooser(seed: number): { pick: Pick; below(limit: number): number } {
  let state = seed >>> 0;
  // Mulberry32.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, pick: (list) => list[below(list.length)] as never };
}

const ec = (namedCurve: string): Keys => generateKeyPairSync('ec', { namedCurve });

export interface FuzzKeys {
  usual: Keys;
  root: RawCertificate;
  authority: RawCertificate;
  /** SubjectPublicKeyInfo of every kind that a certificate can contain, and some that none should. */
  odd: Buffer[];
}

/** What all chains of one run share: keys are slow to make. */
export function fuzzKeys(): FuzzKeys {
  const root = issueRaw({
    subject: distinguishedName({ CN: 'Fuzz Root' }),
    keys: ec('P-256'),
    extensions: authorityExtensions(),
  });
  const authority = issueRaw({
    subject: distinguishedName({ CN: 'Fuzz Authority' }),
    keys: ec('P-256'),
    issuer: root,
    extensions: authorityExtensions(),
  });
  const spki = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });
  const named = [
    'P-384',
    'P-521',
    'secp224r1',
    'secp256k1',
    'brainpoolP256r1',
    'brainpoolP384r1',
    'brainpoolP512r1',
    'prime239v1',
    'sect283r1',
    'wap-wsg-idm-ecid-wtls7',
    'SM2',
    'secp112r1',
    'secp160r1',
    'sect163k1',
    'c2tnb431r1',
  ];
  const explicit = ['P-256', 'brainpoolP256r1', 'secp256k1', 'sect233k1'].map((namedCurve) =>
    generateKeyPairSync('ec', { namedCurve, paramEncoding: 'explicit' }),
  );
  const rest = [
    'ed25519',
    'ed448',
    'x25519',
    'x448',
    'ml-dsa-44',
    'ml-dsa-65',
    'ml-dsa-87',
    'ml-kem-512',
    'ml-kem-768',
    'ml-kem-1024',
    'slh-dsa-sha2-128f',
    'slh-dsa-shake-256f',
  ].flatMap((type) => {
    try {
      return [spki(generateKeyPairSync(type as 'ed25519').publicKey)];
    } catch {
      // Not every OpenSSL knows them all.
      return [];
    }
  });
  const point = (curve: Buffer, key: Buffer): Buffer =>
    sequence(sequence(oid('1.2.840.10045.2.1'), curve), der(3, Buffer.from([0]), key));
  const rsa = (modulus: Buffer, exponent: Buffer): Buffer =>
    sequence(
      sequence(oid('1.2.840.113549.1.1.1'), der(5)),
      der(3, Buffer.from([0]), sequence(der(2, Buffer.from([0]), modulus), der(2, exponent))),
    );
  return {
    usual: ec('P-256'),
    root,
    authority,
    odd: [
      ...named.map((curve) => spki(ec(curve).publicKey)),
      ...explicit.map(({ publicKey }) => spki(publicKey)),
      spki(generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }).publicKey),
      spki(generateKeyPairSync('rsa-pss', { modulusLength: 1024 }).publicKey),
      ...rest,
      // On P-256: infinity, a compressed point that is not on the curve, and no point at all.
      ...[[0], [2, ...Buffer.alloc(32, 0xff)], []].map((at) => point(oid('1.2.840.10045.3.1.7'), Buffer.from(at))),
      point(oid('1.3.132.0.8'), Buffer.alloc(41, 4)),
      point(oid('1.2.3.4'), Buffer.alloc(65, 4)),
      point(der(5), Buffer.alloc(65, 4)),
      rsa(Buffer.alloc(256, 0xab), Buffer.from([3])),
      rsa(Buffer.alloc(256, 0xab), Buffer.alloc(256, 0x7f)),
      rsa(Buffer.alloc(4096, 0xff), Buffer.from([1, 0, 1])),
      rsa(Buffer.from([0]), Buffer.from([0])),
      sequence(sequence(oid('2.16.840.1.101.3.4.3.99')), der(3, Buffer.from([0]), Buffer.alloc(40))),
    ],
  };
}

const EXTENSION_IDS = [
  '2.5.29.14',
  '2.5.29.15',
  '2.5.29.17',
  '2.5.29.19',
  '2.5.29.30',
  '2.5.29.32',
  '2.5.29.35',
  '2.5.29.36',
  '2.5.29.37',
  '1.3.6.1.5.5.7.1.1',
  '1.3.6.1.5.5.7.1.24',
  '1.3.6.1.4.1.11129.2.4.2',
  '1.2.3.4',
];

/** One chain: the path leaf, authority, root is valid unless an oddity breaks it. */
export function oddChain(keys: FuzzKeys, host: string, seed: number): OddChain {
  const { pick, below } = chooser(seed);
  const oddExtension = (): RawExtension => ({
    oid: pick(EXTENSION_IDS),
    critical: below(3) === 0,
    value: pick([
      () => randomBytes(below(60)),
      () => sequence(),
      () => octets(randomBytes(8)),
      () => sequence(sequence(oid('1.3.6.1.5.5.7.48.2'), ia5(0x86, `http://${'a'.repeat(below(300))}/`))),
      () => sequence(...Array.from({ length: below(400) }, (_, at) => ia5(0x82, `n${at}.${host}`))),
      () => sequence(der(0xa4, distinguishedName({ CN: '\u0000\u202e\n' }))),
      () => Array.from({ length: below(60) }).reduce<Buffer>((inner) => sequence(inner), Buffer.from([5, 0])),
      () =>
        sequence(
          der(0xa0, sequence(ia5(0x82, pick(['', '.', host, 'x'])))),
          der(0xa1, sequence(der(0x87, randomBytes(below(40))))),
        ),
      () => sequence(boolean, integer(below(65535))),
      () => octets(octets(randomBytes(below(200)))),
    ])(),
  });
  const subject = (): Buffer =>
    pick([
      () => distinguishedName({}),
      () => distinguishedName({ CN: host, O: 'x'.repeat(below(2000)) }),
      () => distinguishedName({ CN: '\u0000\u0007\ud800' }),
      () => keys.authority.subject,
      () => sequence(der(0x31, sequence(oid('2.5.4.3'), der(0x1e, randomBytes(6))))),
    ])();
  const leaf = issueRaw({
    subject: below(2) === 0 ? distinguishedName({ CN: host }) : subject(),
    keys: keys.usual,
    issuer: keys.authority,
    extensions: [...leafExtensions(host), ...(below(3) === 0 ? [oddExtension(), oddExtension()] : [])],
    ...(below(8) === 0 ? { serial: randomBytes(1 + below(3000)) } : {}),
    ...(below(12) === 0 ? { from: -below(60_000), to: below(2_000_000) } : {}),
    ...(below(20) === 0 ? { version: 0 } : {}),
  });
  const extra = (): RawCertificate =>
    issueRaw({
      subject: below(2) === 0 ? keys.authority.subject : subject(),
      keys: keys.usual,
      issuer: pick([keys.root, keys.authority]),
      ...(below(4) === 0 ? {} : { spki: pick(keys.odd) }),
      extensions: [
        ...(below(3) === 0 ? [] : [EXTENSION.subjectKeyId(keys.authority.keyId)]),
        ...authorityExtensions(below(3)),
        ...(below(3) === 0 ? [oddExtension()] : []),
      ],
      from: -90,
      to: below(2) === 0 ? -10 : 30,
    });
  const certificates = [leaf, ...Array.from({ length: below(5) }, extra), keys.authority];
  if (below(6) === 0) certificates.push(...Array.from({ length: below(12) }, () => keys.authority));
  if (below(6) === 0) certificates.push(keys.root);
  return { certificates, wire: certificates.map((one) => spoil(one.der, below)) };
}

const boolean = Buffer.from([1, 1, 0xff]);

/** Changes a few bytes, or truncates. */
function spoil(certificate: Buffer, below: (limit: number) => number): Buffer {
  const copy = Buffer.from(certificate);
  for (let count = below(4); count > 0; count -= 1) copy[below(copy.length)] = below(256);
  return below(10) === 0 ? copy.subarray(0, below(copy.length)) : copy;
}
