import { generateKeyPairSync } from 'node:crypto';
import {
  EXTENSION,
  der,
  ia5,
  integer,
  issueRaw,
  oid,
  sequence,
  type RawExtension,
} from '@palisade/lab/tls/raw-certificate';
import { describe, expect, it } from 'vitest';
import { build, keys, leafPlus, plus, verdict, without, type Chain } from '../../../test/built-chain.ts';
import { openSslAccepts } from '../../../test/openssl-verify.ts';

const URL = 'http://ca.test/list.crl';
const critical = (id: string, value: Uint8Array): RawExtension => ({ oid: id, critical: true, value });
const point = sequence(sequence(der(0xa0, der(0xa0, ia5(0x86, URL)))));
const access = sequence(sequence(oid('1.3.6.1.5.5.7.48.2'), ia5(0x86, URL)));
const keyId = der(0x04, Buffer.alloc(20, 3));
const leafWith = (id: string, value: RawExtension): Chain => ({
  leaf: { extensions: [...without(id, leafPlus()), value] },
});
const names = (...entries: Buffer[]): RawExtension => ({ oid: '2.5.29.17', value: sequence(...entries) });
const after = ({ value, ...extension }: RawExtension): RawExtension => ({
  ...extension,
  value: Buffer.concat([value, Buffer.from([5, 0])]),
});

const LONG_ID = der(0x06, Buffer.concat([Buffer.alloc(79, 0x81), Buffer.from([1])]));
const UTF8 = der(0x0c, Buffer.from('shop.test'));
const attribute = der(0x31, sequence(oid('2.5.4.3'), UTF8));

/** The same with a length of one octet written in two. */
function longer(sequenceOf: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([0x30, 0x81]), sequenceOf.subarray(1)]);
}

const utc = (text: string): Buffer => ia5(0x17, text);

/** Forms that at least one major browser rejects: [what, chain, rule, words, OpenSSL accepts it]. */
const REFUSED: [string, Chain, string, string, boolean][] = [
  [
    'critical CRL distribution points',
    { leaf: { extensions: leafPlus(critical('2.5.29.31', point)) } },
    'needless_critical',
    'cRLDistributionPoints as critical',
    true,
  ],
  [
    'the same in an authority',
    { upper: { extensions: plus(critical('2.5.29.31', point)) } },
    'needless_critical',
    '“CN=Upper” marks',
    true,
  ],
  [
    'a critical address of the issuer',
    { leaf: { extensions: leafPlus(critical('1.3.6.1.5.5.7.1.1', access)) } },
    'needless_critical',
    'authorityInfoAccess',
    false,
  ],
  [
    'a critical must-staple',
    { leaf: { extensions: leafPlus(critical('1.3.6.1.5.5.7.1.24', sequence(integer(5)))) } },
    'needless_critical',
    'must-staple',
    false,
  ],
  [
    'a critical Netscape type',
    { leaf: { extensions: leafPlus(critical('2.16.840.1.113730.1.1', Buffer.from([3, 2, 6, 0x40]))) } },
    'needless_critical',
    'Netscape',
    true,
  ],
  [
    'a critical subject key identifier',
    { leaf: { extensions: leafPlus(critical('2.5.29.14', keyId)) } },
    'needless_critical',
    'subjectKeyIdentifier',
    false,
  ],
  [
    'critical names of the issuer',
    { lower: { extensions: plus(critical('2.5.29.18', sequence(ia5(0x82, 'ca.test')))) } },
    'needless_critical',
    'issuerAltName',
    false,
  ],
  [
    'a period of the private key',
    { lower: { extensions: plus(critical('2.5.29.16', sequence())) } },
    'needless_critical',
    'privateKeyUsagePeriod',
    false,
  ],
  [
    'a date with a time zone',
    { leaf: { validity: [utc('260101000000+0100'), utc('491231000000Z')] } },
    'misread_dates',
    '“CN=shop.test” writes its date notBefore in a form that certificates do not allow',
    false,
  ],
  [
    'a fraction of a second in the date of an authority',
    { lower: { validity: [utc('260101000000Z'), ia5(0x18, '20491231000000.5Z')] } },
    'misread_dates',
    '“CN=Lower” writes its date notAfter',
    false,
  ],
  [
    'the second 60',
    { lower: { validity: [utc('260101000060Z'), utc('491231000000Z')] } },
    'leap_second',
    '“CN=Lower” has the second 60 in its date notBefore',
    false,
  ],
  // Browsers have no signatures of such keys; OpenSSL has.
  [
    'a root with a key on brainpool',
    { root: { keys: generateKeyPairSync('ec', { namedCurve: 'brainpoolP384r1' }) } },
    'root_key',
    '“CN=Root” is a root with a key of type EC brainpoolP384r1',
    true,
  ],
  [
    'a root with an RSA key of 768 bits',
    { root: { keys: generateKeyPairSync('rsa', { modulusLength: 768 }) } },
    'root_key',
    '“CN=Root” is a root with a key of type RSA 768',
    true,
  ],
  [
    'a key that may be used for nothing',
    leafWith('2.5.29.15', EXTENSION.keyUsage()),
    'malformed_extension',
    'keyUsage, which cannot be read',
    false,
  ],
  ['extensions in version 2', { leaf: { version: 1 } }, 'wrong_version', 'is of version 2', true],
  ['extensions in version 4', { leaf: { version: 3 } }, 'wrong_version', 'is of version 4', true],
  ['an authority of version 2', { upper: { version: 1 } }, 'wrong_version', '“CN=Upper”', true],
  [
    'octets after the constraints',
    { lower: { extensions: [after(EXTENSION.basicConstraints(true, 0)), EXTENSION.keyUsage(5, 6)] } },
    'malformed_extension',
    'basicConstraints',
    true,
  ],
  [
    'octets after the purposes',
    leafWith('2.5.29.37', after(EXTENSION.purposes('1.3.6.1.5.5.7.3.1'))),
    'malformed_extension',
    'extKeyUsage',
    true,
  ],
  [
    'an address of five octets next to the name',
    leafWith('2.5.29.17', names(ia5(0x82, 'shop.test'), der(0x87, Buffer.alloc(5)))),
    'malformed_extension',
    'subjectAltName',
    true,
  ],
  [
    'a name that is not ASCII next to it',
    leafWith('2.5.29.17', names(ia5(0x82, 'shop.test'), ia5(0x82, 'caf\u00e9.test'))),
    'malformed_extension',
    'subjectAltName',
    true,
  ],
  [
    'an extension with a length in more octets than it needs',
    leafWith('2.5.29.17', { oid: '2.5.29.17', value: longer(EXTENSION.names('shop.test').value) }),
    'malformed_extension',
    'subjectAltName',
    true,
  ],
  ...(
    [
      ['an address of five octets to be constrained to', der(0x87, Buffer.from([10, 0, 0, 0, 255])), true],
      ['a mask with a gap', der(0x87, Buffer.from([10, 0, 0, 0, 255, 0, 255, 0])), true],
      ['a name outside ASCII to be constrained to', der(0x82, Buffer.from('b\u00fccher.test')), true],
    ] as const
  ).map(([what, base, openSsl]): [string, Chain, string, string, boolean] => [
    what,
    { upper: { extensions: plus(EXTENSION.nameConstraints([], [base])) } },
    'malformed_extension',
    'nameConstraints',
    openSsl,
  ]),
  ['an empty list of names', leafWith('2.5.29.17', names()), 'malformed_extension', 'subjectAltName', true],
];

describe('what a browser refuses by the form of a certificate', () => {
  it.each(REFUSED)('%s', async (_what, chain, rule, words, openSsl) => {
    const built = build(chain);
    expect(verdict(built)).toMatchObject({ state: 'invalid', faults: [{ rule }] });
    expect(verdict(built)?.faults[0]?.sentence).toContain(words);
    const [leaf, ...above] = built.sent;
    const peer = await openSslAccepts(
      built.root.pem,
      above.map(({ pem }) => pem),
      [leaf?.pem ?? ''],
    );
    if (peer) expect(peer).toEqual([openSsl]);
  });

  it.each<[string, Chain]>([
    [
      'extensions that every program processes, marked critical',
      { leaf: { extensions: leafPlus(critical('2.5.29.32', sequence(sequence(oid('2.23.140.1.2.1'))))) } },
    ],
    ['a critical list of names', leafWith('2.5.29.17', { ...EXTENSION.names('shop.test'), critical: true })],
    [
      'an address of sixteen octets',
      leafWith('2.5.29.17', names(ia5(0x82, 'shop.test'), der(0x87, Buffer.alloc(16, 1)))),
    ],
    ['dates as GeneralizedTime', { leaf: { validity: [ia5(0x18, '20260101000000Z'), ia5(0x18, '20491231000000Z')] } }],
    ['an unmarked list of points', { leaf: { extensions: leafPlus({ oid: '2.5.29.31', value: point }) } }],
    // Chromium 156 and Firefox 153 take all three (the last one but for being an authority, which a check of its own says).
    ['a site’s certificate that may sign others', leafWith('2.5.29.15', EXTENSION.keyUsage(0, 5))],
    ['a path length of no authority', leafWith('2.5.29.19', EXTENSION.basicConstraints(false, 0))],
    ['an authority that may not sign, as the leaf', leafWith('2.5.29.19', EXTENSION.basicConstraints(true))],
    ['another key in between', { lower: { keys: keys() } }],
    ['an attribute whose type is 80 octets long', { leaf: { subject: sequence(der(0x31, sequence(LONG_ID, UTF8))) } }],
  ])('takes %s', (_what, chain) => {
    expect(verdict(build(chain))).toMatchObject({ state: 'trusted', faults: [] });
  });
});

// OpenSSL parses both, so the handshake succeeds; no other certificate may be taken for the leaf.
it.each([
  ['a name of indefinite length', Buffer.concat([Buffer.from([0x30, 0x80]), attribute, Buffer.from([0, 0])])],
  ['a length in two octets that needs one', longer(sequence(attribute))],
  ['a length of five octets', Buffer.concat([Buffer.from([0x30, 0x85, 0, 0, 0, 0, attribute.length]), attribute])],
])('%s is no DER', (_what, subject) => {
  expect(verdict(build({ leaf: { subject } }))).toMatchObject({ state: 'invalid', faults: [{ rule: 'unreadable' }] });
  const self = issueRaw({ subject, keys: keys(), extensions: leafPlus() });
  expect(verdict({ root: self, sent: [self] })).toMatchObject({ state: 'invalid', anchor: null });
});

it.each([
  ['a thirteenth month', '301301000000Z'],
  ['a thirtieth of February', '300230000000Z'],
  ['an hour that does not exist', '300101250000Z'],
  ['no month', '300001000000Z'],
])('%s is no time', async (_what, text) => {
  const built = build({ leaf: { validity: [utc('200101000000Z'), utc(text)] } });
  expect(verdict(built)).toMatchObject({ state: 'invalid', faults: [{ rule: 'unreadable' }] });
  const [leaf, ...above] = built.sent;
  const peer = await openSslAccepts(
    built.root.pem,
    above.map(({ pem }) => pem),
    [leaf?.pem ?? ''],
  );
  if (peer) expect(peer).toEqual([false]);
});
