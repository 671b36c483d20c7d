import { expect, it } from 'vitest';
import { client, groups, keyed, of12, RSA } from '../../../test/tls-clients.ts';
import type { TlsEvidence } from '../../evidence/tls.ts';

const ECDHE = 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256';
const ECDSA = 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256';
const STATIC = 'TLS_RSA_WITH_AES_128_GCM_SHA256';

/** Each was tried with `openssl s_client` restricted to what the client offers. */
it.each<[string, string, Partial<TlsEvidence>, object]>([
  ...(
    [
      ['a key on P-521 in TLS 1.2, where a scheme names no curve', 'Safari 17.2', [521, 'P-521'], { connects: true }],
      ['a key on a curve that it does not offer', 'SChannel Windows 11', [521, 'P-521'], { connects: false }],
      ['a key on a curve that it may offer', 'Android 7', [384, 'P-384'], { connects: null }],
      ['a key on secp256k1', 'Chrome 150', [256, 'secp256k1'], { connects: false }],
    ] as const
  ).map(([what, name, [bits, curve], expected]): [string, string, Partial<TlsEvidence>, object] => [
    what,
    name,
    { ...of12(ECDSA), ...groups({ secp256r1: true }), ...keyed('EC', bits, curve) },
    expected,
  ]),
  [
    'a key for PSS signatures alone',
    'Chrome 150',
    { ...of12(ECDHE), ...groups({ X25519: true }), ...keyed('RSA-PSS', 2048, null) },
    { connects: false, reason: 'does not support signatures for an RSA-PSS key' },
  ],
  [
    'ECDSA, with an Ed25519 key',
    'Chrome 150',
    { ...of12(ECDSA), ...groups({ X25519: true }), ...keyed('Ed25519', null, null) },
    { connects: false, reason: 'does not support signatures for an Ed25519 key' },
  ],
  [
    'signatures over SHA-1 alone',
    'Chrome 150',
    {
      ...of12(ECDHE),
      ...groups({ X25519: true }),
      ...RSA,
      signature_list: [{ version: 'TLS 1.2', kind: 'rsa', offered: false }],
    },
    { connects: false, reason: 'does not support signatures for an RSA key' },
  ],
  // OpenSSL 3.0 and NSS as servers refuse OpenSSL 3.0 and curl, although a suite without signatures is left.
  [
    'signatures over SHA-1 alone, and a suite that needs none',
    'OpenSSL 3.0',
    {
      ...of12(ECDHE, STATIC),
      ...groups({ X25519: true }),
      ...RSA,
      signature_list: [{ version: 'TLS 1.2', kind: 'rsa', offered: false }],
    },
    { connects: null, suite: null },
  ],
  [
    'PSS signatures, and no others seen',
    'Node.js 8',
    { ...of12(ECDHE), ...groups({ secp256r1: true }), ...RSA, signatures: ['rsa_pss_rsae_sha256'] },
    { connects: null },
  ],
  ...(
    [
      ['Chrome 150', ['ecdsa_secp521r1_sha512'], { connects: null }],
      ['Firefox 144', ['ecdsa_secp521r1_sha512'], { connects: true }],
      ['Chrome 150', ['ecdsa_secp256r1_sha256', 'ecdsa_secp521r1_sha512'], { connects: true }],
      // OpenSSL 3.0 with `-sigalgs ECDSA+SHA1` refused s_client and Python of the same version.
      ['OpenSSL 3.0', ['ecdsa_sha1'], { connects: null }],
      ['Firefox 144', ['ecdsa_sha1'], { connects: true }],
      ['OpenSSL 3.0', ['ecdsa_sha1', 'ecdsa_secp256r1_sha256'], { connects: true }],
    ] as const
  ).map(([name, signatures, expected]): [string, string, Partial<TlsEvidence>, object] => [
    `ECDSA seen as ${signatures.join()}`,
    name,
    {
      ...of12(ECDSA),
      ...groups({ X25519: true, secp256r1: true }),
      ...keyed('EC', 256, 'P-256'),
      signatures: [...signatures],
    },
    expected,
  ]),
  // Tried with Chromium 156 and Firefox 153.
  ...(
    [
      ['Chrome 150', 'EC', 'ecdsa_sha512', false, false],
      ['Safari 26.0', 'EC', 'ecdsa_sha512', false, false],
      ['Firefox 144', 'EC', 'ecdsa_sha512', false, true],
      ['Chrome 150', 'EC', 'ecdsa_sha512', true, true],
      ['Chrome 150', 'EC', 'ecdsa_sha512', null, null],
      ['Firefox 144', 'EC', 'sha224', false, false],
      ['OpenSSL 3.0', 'EC', 'sha224', false, true],
      ['Firefox 144', 'RSA', 'sha224', false, false],
      ['Chrome 150', 'RSA', 'sha224', true, true],
    ] as const
  ).map(([name, type, kind, usual, connects]): [string, string, Partial<TlsEvidence>, object] => [
    `an ${type} key, signatures of the kind ${kind}, and the usual ones ${String(usual)}`,
    name,
    {
      ...of12(type === 'EC' ? ECDSA : ECDHE),
      ...groups({ X25519: true, secp256r1: true }),
      ...(type === 'EC' ? keyed('EC', 256, 'P-256') : RSA),
      signatures: [
        kind === 'ecdsa_sha512' ? 'ecdsa_secp521r1_sha512' : type === 'EC' ? 'ecdsa_sha224' : 'rsa_pkcs1_sha224',
      ],
      signature_list: [
        { version: 'TLS 1.2', kind, offered: true },
        { version: 'TLS 1.2', kind: type === 'EC' ? 'ecdsa' : 'rsa', offered: usual },
        { version: 'TLS 1.2', kind: 'sha1', offered: false },
      ],
    },
    { connects },
  ]),
  [
    'suites that need a group, and one that it can use without',
    'Android 6',
    { ...of12(ECDHE, STATIC), ...groups({ X25519: true }), ...RSA, preference: 'server' },
    { connects: true, suite: null },
  ],
  [
    'suites of two kinds of key, one of which it cannot check',
    'Chrome 150',
    {
      ...of12(ECDSA, ECDHE),
      ...groups({ X25519: true, secp256r1: true }),
      ...keyed('EC', 521, 'P-521'),
      second_chain: RSA.chain ?? null,
      preference: 'server',
    },
    { connects: true, suite: ECDHE },
  ],
])('%s: %s', (_what, name, tls, expected) => {
  expect(client(name, tls)).toMatchObject(expected);
});
