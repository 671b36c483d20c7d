import { createECDH, generateKeyPairSync } from 'node:crypto';
import {
  boolean,
  der,
  distinguishedName,
  EXTENSION,
  ia5,
  leafExtensions,
  octets,
  oid,
  sequence,
  type RawExtension,
} from '@palisade/lab/tls/raw-certificate';
import { describe, expect, it } from 'vitest';
import { build, cn, leafPlus, plus, verdict, without, type Chain } from '../../../test/built-chain.ts';
import { openSslAccepts } from '../../../test/openssl-verify.ts';

const named = (tag: number, content: Buffer): Buffer =>
  sequence(der(0x31, sequence(oid('2.5.4.3'), der(tag, content))));
const bitsOf = (...content: number[]): Buffer => der(3, Buffer.from(content));
const critical = (id: string, value: Buffer): RawExtension => ({ oid: id, critical: true, value });
const [KEY_USAGE, NAMES, CONSTRAINTS] = ['2.5.29.15', '2.5.29.17', '2.5.29.19'];
const leafWith = (extension: RawExtension): Chain => ({
  leaf: { extensions: [...without(extension.oid, leafPlus()), extension] },
});
const policies = (...list: Buffer[]): RawExtension => ({ oid: '2.5.29.32', value: sequence(...list) });
const access = (...list: Buffer[]): RawExtension => ({ oid: '1.3.6.1.5.5.7.1.1', value: sequence(...list) });
/** Its length, below 128, in two octets. */
const LONG = Buffer.from('308115301306082b060105050730028607687474703a2f2f', 'hex');
const keyId = (...parts: Buffer[]): RawExtension => ({ oid: '2.5.29.35', value: sequence(...parts) });
const features = (...list: number[]): RawExtension => ({
  oid: '1.3.6.1.5.5.7.1.24',
  value: sequence(...list.map((one) => der(2, Buffer.from([one])))),
});
const constraints = (...parts: Buffer[]): RawExtension[] => [
  critical(CONSTRAINTS, sequence(...parts)),
  EXTENSION.keyUsage(5, 6),
];
const otherNames = (...list: Buffer[]): Chain =>
  leafWith({ oid: NAMES, value: sequence(ia5(0x82, 'shop.test'), ...list) });

/** The same point as two coordinates and as one with a sign. */
const ecdh = createECDH('prime256v1');
const P256 = sequence(oid('1.2.840.10045.2.1'), oid('1.2.840.10045.3.1.7'));
// OpenSSL clears bits that are not used: its last one must be zero for the point to stay on the curve.
do ecdh.generateKeys();
while ((ecdh.getPublicKey().at(-1) ?? 0) % 2 !== 0);
const compressed = sequence(P256, bitsOf(0, ...ecdh.getPublicKey(null, 'compressed')));
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pkcs1 = rsa.publicKey.export({ type: 'pkcs1', format: 'der' });
const RSA_KEY = oid('1.2.840.113549.1.1.1');
const withoutNull = sequence(sequence(RSA_KEY), bitsOf(0, ...pkcs1));
/** An RSA key of these numbers, octet by octet. */
const rsaOf = (modulus: Buffer, exponent: number[], ...after: number[]): { spki: Buffer } => ({
  spki: sequence(
    sequence(RSA_KEY, der(0x05)),
    bitsOf(0, ...sequence(der(2, modulus), der(2, Buffer.from(exponent))), ...after),
  ),
});
const modulus = Buffer.from(rsa.publicKey.export({ format: 'jwk' }).n ?? '', 'base64url');
const [padded, F4] = [Buffer.concat([Buffer.alloc(1), modulus]), [1, 0, 1]];
const point = ecdh.getPublicKey();
const hybrid = sequence(P256, bitsOf(0, ...ecdh.getPublicKey(null, 'hybrid')));

const [ECDSA, RSA_SHA256, NULL] = [oid('1.2.840.10045.4.3.2'), oid('1.2.840.113549.1.1.11'), der(0x05)];
const [CPS, DV] = [oid('1.3.6.1.5.5.7.2.1'), oid('2.23.140.1.2.1')];

const MAPPED = { oid: '2.5.29.33', value: sequence(sequence(oid('1.2.3'), oid('1.2.4'))) };

/** pathLenConstraint, octet by octet. */
const lengthOf = (...number: number[]): RawExtension[] => constraints(boolean(true), der(2, Buffer.from(number)));

/** [what, chain, rule, words, OpenSSL accepts it] */
const REFUSED: [string, Chain, string, string, boolean][] = [
  // Tried with Chromium 156 and Firefox 153.
  ['a root with a path length of 128', { root: { extensions: lengthOf(0, 128) } }, 'firefox_form', 'path length of more than 127', true], // prettier-ignore
  ['a path length of 255', { upper: { extensions: lengthOf(0, 255) } }, 'firefox_form', 'more than 127', true],
  [
    'a root with a path length of 256',
    { root: { extensions: lengthOf(1, 0) } },
    'browser_form',
    'than 255: browsers',
    true,
  ],
  ['a path length of nine octets', { upper: { extensions: lengthOf(...Array<number>(9).fill(0x7f)) } }, 'browser_form', 'more than 255', true], // prettier-ignore
  ['a negative path length', { root: { extensions: lengthOf(0x80) } }, 'malformed_extension', 'cannot be read', false],
  ['a path length with an octet too many', { root: { extensions: lengthOf(0, 5) } }, 'malformed_extension', 'cannot be read', false], // prettier-ignore
  ['a path length without octets', { upper: { extensions: lengthOf() } }, 'malformed_extension', 'cannot be read', false], // prettier-ignore
  // mozilla::pkix compares names byte by byte.
  ...(
    [
      ['in another kind of text', named(0x13, Buffer.from('Lower'))],
      ['in capitals', cn('LOWER')],
      ['with a space more', cn(' Lower')],
      ['in two octets a letter', named(0x1e, Buffer.from('\0L\0o\0w\0e\0r'))],
    ] as const
  ).map(([what, issuerName]): [string, Chain, string, string, boolean] => [
    `the name of the issuer ${what}`,
    { leaf: { issuerName } },
    'firefox_form',
    'differently than “CN=Lower” itself does',
    true,
  ]),
  ['an authority without a name', { lower: { subject: sequence() } }, 'firefox_form', 'has an empty issuer name', true],
  [
    'a site that may sign OCSP responses',
    leafWith(EXTENSION.purposes('1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.9')),
    'firefox_form',
    'may also sign OCSP responses',
    true,
  ],
  [
    'features that an authority asks for, and that are not there',
    { lower: { extensions: plus(features(5)) } },
    'firefox_form',
    'lacks the TLS features that “CN=Lower” requires',
    true,
  ],
  ['features that Firefox does not have', leafWith(features(17)), 'firefox_form', 'requires TLS features that', true],
  [
    'policies that an authority has mapped, marked critical',
    { lower: { extensions: plus({ ...MAPPED, critical: true }) } },
    'firefox_form',
    'has the critical extension policyMappings',
    true,
  ],
  ['a NULL in the algorithm of an ECDSA signature', { leaf: { algorithm: sequence(ECDSA, NULL) } }, 'chrome_form', 'NULL parameter', true], // prettier-ignore
  ['another parameter there', { leaf: { algorithm: sequence(ECDSA, sequence()) } }, 'browser_form', 'has a parameter', true], // prettier-ignore
  [
    'a parameter in the algorithm of an RSA signature',
    { lower: { keys: rsa }, leaf: { algorithm: sequence(RSA_SHA256, sequence()) } },
    'browser_form',
    'has a parameter',
    true,
  ],
  [
    'an empty list of permitted names',
    { upper: { extensions: plus(critical('2.5.29.30', sequence(der(0xa0)))) } },
    'malformed_extension',
    'cannot be read',
    true,
  ],
  ['a compressed point', { leaf: { spki: compressed } }, 'firefox_form', 'compressed', true],
  ['a point in hybrid form', { leaf: { spki: hybrid } }, 'browser_form', 'in a form that RFC 5480', true],
  ['bits of a key that are not used', { leaf: { spki: sequence(P256, bitsOf(1, ...point)) } }, 'browser_form', 'bits that are not used', true], // prettier-ignore
  ['a modulus without its leading zero', { leaf: rsaOf(modulus, F4) }, 'browser_form', 'not written as in DER', true],
  ['a modulus with two', { leaf: rsaOf(Buffer.concat([Buffer.alloc(1), padded]), F4) }, 'browser_form', 'not written as in DER', true], // prettier-ignore
  ['an exponent with a zero', { leaf: rsaOf(padded, [0, ...F4]) }, 'browser_form', 'not written as in DER', true],
  ['octets after an RSA key', { leaf: rsaOf(padded, F4, 0) }, 'browser_form', 'not written as in DER', true],
  ['an RSA key without parameters', { leaf: { spki: withoutNull } }, 'browser_form', 'lacks the NULL parameter', true],
  [
    'no subject, and names that are not critical',
    { leaf: { subject: distinguishedName({}) } },
    'chrome_form',
    'does not mark its names',
    true,
  ],
  ['a part of a name that is empty', { leaf: { subject: sequence(der(0x31)) } }, 'chrome_form', 'an empty part', true],
  [
    'a sign that its kind of text does not have',
    { leaf: { subject: named(0x13, Buffer.from('shop@test')) } },
    'chrome_form',
    'characters that its type does not allow',
    true,
  ],
  [
    'addresses of the issuer that are none',
    { leaf: { extensions: leafPlus(access()) } },
    'chrome_form',
    'authorityInfoAccess',
    true,
  ],
  [
    'a length in two octets',
    { leaf: { extensions: leafPlus({ oid: '1.3.6.1.5.5.7.1.1', value: LONG }) } },
    'chrome_form',
    'authorityInfoAccess',
    true,
  ],
  [
    'an address of the issuer outside ASCII',
    { leaf: { extensions: leafPlus(access(sequence(oid('1.3.6.1.5.5.7.48.2'), ia5(0x86, 'http://b\u00fc.test/')))) } },
    'chrome_form',
    'authorityInfoAccess',
    true,
  ],
  ['no policy in the list', { leaf: { extensions: leafPlus(policies()) } }, 'chrome_form', 'certificatePolicies', true],
  [
    'a policy twice',
    { lower: { extensions: plus(policies(sequence(DV), sequence(DV))) } },
    'chrome_form',
    '“CN=Lower” has the extension certificatePolicies',
    true,
  ],
  [
    'an empty list of qualifiers',
    { leaf: { extensions: leafPlus(policies(sequence(DV, sequence()))) } },
    'chrome_form',
    'certificatePolicies',
    true,
  ],
  [
    'a qualifier of nothing',
    { leaf: { extensions: leafPlus(policies(sequence(DV, sequence(sequence(CPS))))) } },
    'chrome_form',
    'certificatePolicies',
    true,
  ],
  [
    'the number of an issuer without its name',
    {
      lower: { serial: Buffer.from([9]) },
      leaf: { extensions: leafPlus(keyId(der(0x82, Buffer.from([9])))) },
    },
    'chrome_form',
    'authorityKeyIdentifier',
    true,
  ],
  [
    'name and number of another issuer',
    { leaf: { extensions: leafPlus(keyId(der(0xa1, der(0xa4, cn('Upper'))), der(0x82, Buffer.from([9])))) } },
    'key_id_differs',
    'refers to another key of “CN=Lower”',
    false,
  ],
  [
    'a key identifier of no octets',
    { lower: { extensions: plus({ oid: '2.5.29.14', value: octets(Buffer.alloc(0)) }) } },
    'key_id_differs',
    'refers to another key of “CN=Lower”',
    false,
  ],
  ['a true of 1', { lower: { extensions: constraints(der(1, Buffer.from([1]))) } }, 'malformed_extension', '', true],
  [
    'more than constraints',
    { upper: { extensions: constraints(boolean(true), octets(Buffer.alloc(1))) } },
    'malformed_extension',
    'basicConstraints',
    false,
  ],
  [
    'nine bits that are not used',
    leafWith(critical(KEY_USAGE, bitsOf(9, 0x80))),
    'malformed_extension',
    'keyUsage',
    false,
  ],
  ['bits that are not used, and set', leafWith(critical(KEY_USAGE, bitsOf(7, 0xff))), 'malformed_extension', '', true],
  ['a name of a form that there is not', otherNames(der(0x89, Buffer.from('x'))), 'malformed_extension', '', false],
  ['a text among the names', otherNames(der(0x0c, Buffer.from('x'))), 'malformed_extension', 'subjectAltName', false],
];

describe('what one parser rejects, and others accept', () => {
  it.each(REFUSED)('%s', async (_what, chain, rule, words, openSsl) => {
    const built = build(chain);
    expect(verdict(built)).toMatchObject({ state: 'invalid', faults: [{ rule }] });
    expect(verdict(built)?.faults[0]?.sentence).toContain(words);
    const [leaf, ...above] = built.sent;
    const pems = above.map(({ pem }) => pem);
    const peer = await openSslAccepts(built.root.pem, pems, [leaf?.pem ?? '']);
    if (peer) expect(peer).toEqual([openSsl]);
  });

  it.each<[string, Chain]>([
    [
      'no subject, and critical names',
      {
        leaf: {
          subject: distinguishedName({}),
          extensions: [...without(NAMES, leafPlus()), { ...EXTENSION.names('shop.test'), critical: true }],
        },
      },
    ],
    ['an RSA key', { leaf: rsaOf(padded, F4) }],
    ['a star in a printable text', { leaf: { subject: named(0x13, Buffer.from('*.shop.test')) } }],
    [
      'the features that an authority asks for',
      { lower: { extensions: plus(features(5)) }, leaf: { extensions: leafPlus(features(5)) } },
    ],
    ['an other name', otherNames(der(0xa0, oid('1.2.3.4'), der(0xa0, der(0x0c, Buffer.from('x')))))],
    ['a usage with zeros at its end', leafWith(critical(KEY_USAGE, bitsOf(0, 0x80)))],
    [
      'name and number of the issuer',
      {
        lower: { serial: Buffer.from([9]) },
        leaf: { extensions: leafPlus(keyId(der(0xa1, der(0xa4, cn('Upper'))), der(0x82, Buffer.from([9])))) },
      },
    ],
    [
      'two policies',
      { leaf: { extensions: [...leafExtensions('shop.test'), policies(sequence(DV), sequence(oid('1.2.3')))] } },
    ],
    [
      'a policy with a statement',
      { leaf: { extensions: leafPlus(policies(sequence(DV, sequence(sequence(CPS, ia5(0x16, 'http://a/')))))) } },
    ],
  ])('takes %s', (_what, chain) => {
    expect(verdict(build(chain))).toMatchObject({ state: 'trusted', faults: [] });
  });
});
