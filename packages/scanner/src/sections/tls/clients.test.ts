import { expect, it } from 'vitest';
import { client, groups, of12, only, RSA } from '../../../test/tls-clients.ts';
import { certificateWith, chainWith, classesWith, tlsWith } from '../../../test/tls-evidence.ts';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { clientsOf } from './clients.ts';

const DHE = 'TLS_DHE_RSA_WITH_AES_128_GCM_SHA256';
const ECDHE = 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256';

it('more than thirty clients connect to a sound server', () => {
  const list = clientsOf(tlsWith(groups({ X25519: true, secp256r1: true })));
  expect(list.length).toBeGreaterThanOrEqual(46);
  for (const name of [
    'Chrome',
    'Edge',
    'Firefox',
    'Safari',
    'iOS',
    'Android',
    'Android 4.4',
    'Android 8 and 9',
    'Java 8',
    'Java 25',
    'OpenSSL 1.1.1',
    'Firefox 115',
    'OpenSSL',
    'curl',
    'Go 1.19',
    'Go 1.25',
    '.NET',
  ])
    expect(
      list.some(({ client: one }) => one.includes(name)),
      name,
    ).toBe(true);
  // Its TLS 1.2 is off unless an app turns it on (Android's documentation of SSLSocket).
  expect(list.filter(({ connects }) => connects !== true)).toEqual([
    expect.objectContaining({ client: expect.stringContaining('Android 4.4'), reason: 'no version in common' }),
  ]);
  expect(client('Chrome 150', {})).toMatchObject({ version: 'TLS 1.3', suite: 'TLS_AES_128_GCM_SHA256' });
});

it.each<[string, string, Partial<TlsEvidence>, object]>([
  [
    'TLS 1.3 alone',
    'SChannel Windows Server 2016',
    only('TLS 1.3'),
    { connects: false, reason: 'no version in common' },
  ],
  ['TLS 1.0 alone', 'Chrome 150', only('TLS 1.0'), { connects: false, reason: 'no version in common' }],
  [
    'suites that it does not have',
    'Firefox 144',
    { ...only('TLS 1.2'), suites: { 'TLS 1.2': ['TLS_RSA_WITH_RC4_128_SHA'] }, suites_complete: { 'TLS 1.2': true } },
    { connects: false, reason: 'no cipher suite in common with TLS 1.2' },
  ],
  [
    'a list that was cut',
    'Firefox 144',
    { ...only('TLS 1.2'), suites: { 'TLS 1.2': ['TLS_RSA_WITH_RC4_128_SHA'] }, suites_complete: { 'TLS 1.2': false } },
    { connects: null },
  ],
  // Tried with Chromium 156, Firefox 153 and Java 17.
  [
    'a list that was cut, of suites that it does not have',
    'Chrome 150',
    { ...of12(DHE), suites_complete: {}, suite_classes: classesWith({ dhe_aead: true, dhe_cbc: null }) },
    { connects: false, reason: 'no cipher suite in common with TLS 1.2' },
  ],
  [
    'such a list, with classes that are not known',
    'Chrome 150',
    { ...of12(DHE), suites_complete: {}, suite_classes: classesWith({ dhe_aead: true, static_cbc: null }) },
    { connects: null },
  ],
  [
    'a key on P-521',
    'Chrome 150',
    { chain: chainWith([certificateWith({ key: { type: 'EC', bits: 521, curve: 'P-521' } })]) },
    { connects: false, reason: 'does not support signatures for a P-521 key' },
  ],
  [
    'the same for a client that has it',
    'OpenSSL 3.0',
    { chain: chainWith([certificateWith({ key: { type: 'EC', bits: 521, curve: 'P-521' } })]) },
    { connects: true },
  ],
  // Tried with each program against primes of 1024, 1536 and 2048 bits.
  ...(
    [
      [
        'a prime of 1024 bits',
        'curl',
        1024,
        [DHE],
        null,
        { connects: false, reason: 'does not accept a 1024-bit Diffie-Hellman prime' },
      ],
      ['the same for a client that takes it', 'Java 17', 1024, [DHE], null, { connects: true, suite: DHE }],
      ['a prime of 2048 bits', 'curl', 2048, [DHE], null, { connects: true, suite: DHE }],
      ['a short prime that the server prefers', 'curl', 1024, [DHE, ECDHE], 'server', { connects: false }],
      ['a short prime that it need not use', 'curl', 1024, [ECDHE, DHE], 'server', { connects: true, suite: ECDHE }],
      ['a short prime that it may be given', 'curl', 1024, [ECDHE, DHE], null, { connects: null }],
    ] as const
  ).map(([what, name, dh_bits, served, preference, expected]): [string, string, Partial<TlsEvidence>, object] => [
    what,
    name,
    {
      ...only('TLS 1.2'),
      ...groups({ X25519: true }),
      ...RSA,
      suites: { 'TLS 1.2': [...served] },
      suites_complete: { 'TLS 1.2': true },
      preference,
      dh_bits,
    },
    expected,
  ]),
  [
    'a hybrid group alone',
    'Chrome 120',
    { ...only('TLS 1.3'), ...groups({ X25519MLKEM768: true, X25519: false, secp256r1: false, secp384r1: false }) },
    { connects: false, reason: 'no key exchange group in common with TLS 1.3' },
  ],
  [
    'the same for a client that has it',
    'Chrome 142',
    { ...only('TLS 1.3'), ...groups({ X25519MLKEM768: true, X25519: false, secp256r1: false, secp384r1: false }) },
    { connects: true, version: 'TLS 1.3' },
  ],
  [
    'groups that were not asked about',
    'Chrome 120',
    { ...only('TLS 1.3'), ...groups({ X25519MLKEM768: true }) },
    { connects: null },
  ],
  [
    'P-384 alone, and a client of P-256 alone',
    'Node.js 8',
    { ...only('TLS 1.2'), ...groups({ X25519: false, secp256r1: false, secp384r1: true }) },
    { connects: false, reason: 'no key exchange group in common with TLS 1.2' },
  ],
  [
    'P-384 alone, next to a suite that needs no group',
    'Node.js 8',
    {
      ...only('TLS 1.2'),
      ...RSA,
      suites: { 'TLS 1.2': ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'TLS_RSA_WITH_AES_128_GCM_SHA256'] },
      ...groups({ X25519: false, secp256r1: false, secp384r1: true }),
    },
    { connects: true, suite: 'TLS_RSA_WITH_AES_128_GCM_SHA256' },
  ],
  // By Android's documentation: what apps without their own setting offer.
  ['TLS 1.3 alone', 'Android 8 and 9', only('TLS 1.3'), { connects: false, reason: 'no version in common' }],
  ['TLS 1.3 alone', 'Android 10', { ...only('TLS 1.3'), ...groups({ X25519: true }) }, { connects: true }],
  [
    'ChaCha20 alone',
    'Android 6',
    {
      ...only('TLS 1.2'),
      ...groups({ secp256r1: true }),
      suites: { 'TLS 1.2': ['TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256'] },
      suites_complete: { 'TLS 1.2': true },
    },
    { connects: false, reason: 'no cipher suite in common with TLS 1.2' },
  ],
  [
    'P-384 alone, and a client of which no more is known than that it takes P-256',
    'Android 6',
    { ...only('TLS 1.2'), ...groups({ X25519: false, secp256r1: false, secp384r1: true }) },
    { connects: null },
  ],
  [
    'P-256 alone',
    'Android 6',
    { ...only('TLS 1.2'), ...groups({ X25519: false, secp256r1: true, secp384r1: false }) },
    { connects: true },
  ],
  ...(['client', 'server'] as const).map((preference): [string, string, Partial<TlsEvidence>, object] => [
    `TLS 1.0 with the order of the ${preference}, and a client whose order is not known`,
    'Android 4.4',
    {
      ...only('TLS 1.0'),
      ...RSA,
      ...groups({ secp256r1: true }),
      suites: { 'TLS 1.0': ['TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA', 'TLS_RSA_WITH_AES_128_CBC_SHA'] },
      suites_complete: { 'TLS 1.0': true },
      preference,
    },
    { connects: true, suite: preference === 'server' ? 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA' : null },
  ]),
  // Each of these was tried with the client itself.
  [
    'a key on P-384 in TLS 1.2',
    'Node.js 8',
    {
      ...only('TLS 1.2'),
      ...groups({ secp256r1: true }),
      chain: chainWith([certificateWith({ key: { type: 'EC', bits: 384, curve: 'P-384' } })]),
    },
    { connects: false, reason: 'does not support signatures for a P-384 key' },
  ],
  ['TLS 1.1 alone', 'OpenSSL 3.0', only('TLS 1.1'), { connects: false, reason: 'no version in common' }],
  [
    'no secure renegotiation',
    'Node.js 18',
    { ...only('TLS 1.2'), secure_renegotiation: false },
    { connects: false, reason: 'the server lacks secure renegotiation (RFC 5746)' },
  ],
  ['no secure renegotiation', 'Chrome 142', { ...only('TLS 1.2'), secure_renegotiation: false }, { connects: true }],
  [
    'a client certificate that is asked for',
    'Chrome 142',
    { client_certificate_requested: true, handshake: { ...tlsWith().handshake, completed: false } },
    { connects: false, reason: 'the server requests a client certificate' },
  ],
  [
    'a server that takes no large hello',
    'Node.js 24',
    { handshake: { ...tlsWith().handshake, large_hello_refused: true } },
    { connects: false, reason: 'its first message is larger than the server accepts' },
  ],
  [
    'a server that takes no large hello',
    'Node.js 20',
    { handshake: { ...tlsWith().handshake, large_hello_refused: true } },
    { connects: true },
  ],
])('%s: %s', (_what, name, tls, expected) => {
  expect(client(name, tls)).toMatchObject(expected);
});

it('a server with which the scan’s own handshake failed, although it should not, is unknown to others', () => {
  const failed = (tls: Partial<TlsEvidence>, fault: string | null = 'no application protocol') => ({
    ...tls,
    handshake: { ...tlsWith().handshake, completed: false, fault },
  });
  const modern = of12(ECDHE);
  const { connects } = client('Chrome 150', { ...modern, ...groups({ X25519: true }), ...RSA }) ?? {};
  expect(connects).toBe(true);
  const state = (name: string, tls: Partial<TlsEvidence>) => client(name, tls)?.connects;
  const taken = { ...modern, ...groups({ X25519: true }), ...RSA };
  expect(state('Chrome 150', failed(taken))).toBeNull();
  // Not tried.
  expect(state('Chrome 150', failed(taken, null))).toBe(true);
  // Our own client has neither.
  const old = {
    ...only('TLS 1.0'),
    suites: { 'TLS 1.0': ['TLS_RSA_WITH_RC4_128_SHA'] },
    suites_complete: { 'TLS 1.0': true },
    ...RSA,
  };
  expect(state('Android 4', failed(old))).toBe(client('Android 4', old)?.connects);
  expect(state('Chrome 150', failed(old))).toBe(false);
});

// In TLS 1.3 a handshake is over before the server looks at what it asked for.
it.each([
  ['TLSv1.3', false, null],
  ['TLSv1.3', true, true],
  ['TLSv1.2', false, true],
])(
  'a client certificate that is asked for with %s, the page read without one %s: %s',
  (version, isServed, connects) => {
    const tls = { client_certificate_requested: true, handshake: { ...tlsWith().handshake, version, completed: true } };
    const list = clientsOf(tlsWith({ ...groups({ X25519: true }), ...tls }), isServed);
    expect(list.find((one) => one.client.startsWith('Chrome 142'))).toMatchObject({ connects });
  },
);

const CBC = 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA';

// As tried in Chromium 156 with nginx: net::ERR_HTTP2_INADEQUATE_TRANSPORT_SECURITY.
it.each<[string, string, Partial<TlsEvidence>, boolean | null]>([
  ['CBC first', 'Chrome 150', { ...of12(CBC, ECDHE), preference: 'server' }, false],
  ['CBC first', 'Firefox 144', { ...of12(CBC, ECDHE), preference: 'server' }, false],
  ['CBC first, without HTTP/2', 'Chrome 150', { ...of12(CBC, ECDHE), preference: 'server', alpn: 'http/1.1' }, true],
  ['CBC first', 'Safari 26', { ...of12(CBC, ECDHE), preference: 'server' }, true],
  ['CBC somewhere', 'Chrome 150', of12(ECDHE, CBC), null],
  ['GCM first', 'Chrome 150', { ...of12(ECDHE, CBC), preference: 'server' }, true],
  ['the client’s choice', 'Chrome 150', { ...of12(CBC, ECDHE), preference: 'client' }, true],
  ['static RSA alone', 'Chrome 150', of12('TLS_RSA_WITH_AES_128_GCM_SHA256'), false],
  ['a CBC suite that it lacks', 'Chrome 150', { ...of12('TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384', ECDHE), preference: 'server' }, true], // prettier-ignore
])('HTTP/2 with TLS 1.2, %s: %s', (_, name, tls, connects) => {
  const found = client(name, { ...RSA, ...groups({ X25519: true, secp256r1: true }), ...tls });
  expect(found).toMatchObject({ connects });
  if (connects === false) expect(found?.reason).toMatch(/^does not accept TLS_\w+ with HTTP\/2$/u);
});
