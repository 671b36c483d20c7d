import { issueOdd } from './certificates.ts';
import type { LabTlsHost } from './lab-host.ts';
import { derOf } from './pki.ts';
import { serveScripted, type ScriptedTls } from './scripted-tls.ts';

const ECDHE_GCM = [0xc02f, 0xc030];
const STATIC_CBC = [0x2f, 0x35];
const TLS12 = [0x0303];
const TLS10_TO_12 = [0x0301, 0x0302, 0x0303];

/** Without any fault: TLS 1.2 with ECDHE and GCM. */
function host(
  name: string,
  what: string,
  script: Partial<ScriptedTls>,
  faults: LabTlsHost['faults'],
  unknown: LabTlsHost['unknown'] = [],
): LabTlsHost {
  return {
    name,
    what,
    async start(hostName, pki) {
      const leaf = await issueOdd({ names: [hostName], issuer: pki.intermediate, key: 'rsa' });
      return serveScripted({ versions: TLS12, suites: ECDHE_GCM, chain: derOf(leaf, pki.intermediate), ...script });
    },
    // Without a TLS 1.3 script, none of them supports it.
    faults: { 'tls/modern-versions': 'no_tls13', ...faults },
    unknown,
  };
}

/** Servers that no current OpenSSL can provide, answered from a script: only the first flight is real. */
export const LEGACY_HOSTS: readonly LabTlsHost[] = [
  host('scripted', 'the script itself has no fault of its own', {}, {}),
  host(
    'ssl3only',
    'SSL 3.0 alone',
    { versions: [0x0300], suites: STATIC_CBC },
    {
      'tls/modern-versions': 'none',
      'tls/ssl-versions': 'offered',
      'tls/forward-secrecy': 'never',
      'tls/aead': 'none',
    },
  ),
  host(
    'ssl3',
    'SSL 3.0 to TLS 1.2',
    { versions: [0x0300, ...TLS10_TO_12], suites: [...ECDHE_GCM, ...STATIC_CBC] },
    { 'tls/ssl-versions': 'offered', 'tls/legacy-versions': 'tls10', 'tls/forward-secrecy': 'optional' },
  ),
  host(
    'tls11void',
    'TLS 1.1 without a suite for it, above TLS 1.0 with some, as where the suites of one version are removed',
    { versions: TLS10_TO_12, withdrawn: STATIC_CBC },
    { 'tls/legacy-versions': 'tls10', 'tls/forward-secrecy': 'optional' },
    ['tls/ssl-versions'],
  ),
  host('rc4', 'RC4 next to GCM', { suites: [...ECDHE_GCM, 5, 4] }, { 'tls/rc4-des': 'accepted' }),
  host(
    'rc4only',
    'RC4 alone, TLS 1.0 to 1.2',
    { versions: TLS10_TO_12, suites: [5] },
    {
      'tls/rc4-des': 'accepted',
      'tls/legacy-versions': 'tls10',
      'tls/forward-secrecy': 'never',
      'tls/aead': 'none',
    },
  ),
  host('des', 'single DES', { suites: [...ECDHE_GCM, 9] }, { 'tls/rc4-des': 'accepted' }),
  host('tripledes', '3DES', { suites: [...ECDHE_GCM, 0x0a] }, { 'tls/triple-des': 'accepted' }),
  host('exportrsa', 'EXPORT', { suites: [...ECDHE_GCM, 3, 8] }, { 'tls/broken-ciphers': 'accepted' }),
  host(
    'exportdhe',
    'EXPORT with a 512 bit prime: one cause, charged once',
    { suites: [...ECDHE_GCM, 0x14], dhBits: 512 },
    { 'tls/broken-ciphers': 'accepted' },
  ),
  host(
    'exportold',
    'EXPORT and DES with TLS 1.0 alone, as in Java, next to more suites than a scan can list',
    {
      versions: TLS10_TO_12,
      suites: [
        ...ECDHE_GCM,
        0xcca8,
        0xc027,
        0xc028,
        0xc013,
        0xc014,
        0x9e,
        0x9f,
        0x67,
        0x6b,
        0x33,
        0x39,
        0x9c,
        0x9d,
        0x3c,
        0x3d,
        ...STATIC_CBC,
        0x41,
        0x84,
        0x45,
        0x88,
        0xba,
        0xc0,
        0xbe,
        0xc4,
        0x96,
        0x0a,
        0x9a,
      ],
      withdrawn: [3, 8, 9],
    },
    {
      'tls/legacy-versions': 'tls10',
      'tls/broken-ciphers': 'accepted',
      'tls/rc4-des': 'accepted',
      'tls/triple-des': 'accepted',
      'tls/forward-secrecy': 'optional',
    },
  ),
  host('dhanon', 'anonymous Diffie-Hellman', { suites: [...ECDHE_GCM, 0x34] }, { 'tls/broken-ciphers': 'accepted' }),
  host(
    'dh512',
    'a prime of 512 bits',
    { suites: [...ECDHE_GCM, 0x9e], dhBits: 512 },
    { 'tls/key-exchange': 'broken_prime' },
  ),
  host(
    'dh1024',
    'a prime of 1024 bits',
    { suites: [...ECDHE_GCM, 0x9e], dhBits: 1024 },
    { 'tls/key-exchange': 'short_prime' },
  ),
  host('dh2048', 'a prime of 2048 bits', { suites: [...ECDHE_GCM, 0x9e] }, {}),
  host('weakcurve', 'secp192r1', { curve: 0x13 }, { 'tls/key-exchange': 'weak_curve' }),
  host('compress', 'DEFLATE', { compression: true }, { 'tls/compression': 'on' }),
  host('noreneginfo', 'no RFC 5746', { secureRenegotiation: false }, { 'tls/secure-renegotiation': 'missing' }),
  host(
    'noems',
    'no extended master secret',
    { extendedMasterSecret: false },
    { 'tls/extended-master-secret': 'missing' },
  ),
  host('warnfirst', 'a warning before the ServerHello', { warnFirst: true }, {}),
  host('scriptedclient', 'clients choose', { preference: 'client', suites: [...ECDHE_GCM, 0xc013] }, {}),
  host('hangup', 'refuses by hanging up', { refuse: 'hang_up' }, {}),
  {
    ...host('mute', 'refuses by silence: nothing it does not answer is known', { refuse: 'silence' }, {}, [
      'tls/modern-versions',
      'tls/legacy-versions',
      'tls/ssl-versions',
      'tls/broken-ciphers',
      'tls/rc4-des',
      'tls/triple-des',
      'tls/forward-secrecy',
      'tls/post-quantum',
      'tls/compression',
    ]),
    faults: {},
  },
];
