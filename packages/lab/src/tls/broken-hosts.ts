import { CAREFUL } from './certificate-hosts.ts';
import { issueOdd } from './certificates.ts';
import type { LabTlsHost } from './lab-host.ts';
import { pemOf, type LabPki } from './pki.ts';
import { serveBehind, serveNonTls, type NON_TLS_SERVERS } from './non-tls-servers.ts';
import { serveTls, type TlsHost } from './tls-host.ts';

function nonTls(
  name: keyof typeof NON_TLS_SERVERS,
  what: string,
  end: Pick<LabTlsHost, 'missing' | 'unknown'> | string,
): LabTlsHost {
  const start = (): Promise<TlsHost> => serveNonTls(name);
  if (typeof end === 'string') return { name, what, start, faults: { 'tls/https-available': end } };
  return { name, what, start, faults: {}, ...end };
}

async function good(host: string, pki: LabPki): Promise<TlsHost> {
  const leaf = await issueOdd({ names: [host], issuer: pki.intermediate });
  return serveTls({ ...CAREFUL, key: leaf.key, cert: pemOf(leaf, pki.intermediate) });
}

const NOTHING_KNOWN = [
  'tls/certificate-trust',
  'tls/certificate-name',
  'tls/certificate-validity',
  'tls/certificate-purpose',
  'tls/certificate-key',
  'tls/certificate-signature',
  'tls/ocsp-stapling',
  'tls/modern-versions',
  'tls/legacy-versions',
  'tls/ssl-versions',
  'tls/broken-ciphers',
  'tls/rc4-des',
  'tls/triple-des',
  'tls/forward-secrecy',
  'tls/aead',
  'tls/post-quantum',
  'tls/secure-renegotiation',
  'tls/extended-master-secret',
  'tls/compression',
];

/** The TLS record contains the length of the hello; one with a post-quantum key share has over a thousand bytes. */
const isSmall = (hello: Buffer): boolean => hello.readUInt16BE(3) < 1000;

/** False for a hello with an empty key_share extension (51, of length 2, holding a list of length 0). */
const hasKeyShare = (hello: Buffer): boolean => !hello.includes(Buffer.from([0, 51, 0, 2, 0, 0]));

export const BROKEN_HOSTS: readonly LabTlsHost[] = [
  nonTls('plainhttp', 'HTTP in clear', 'not_tls'),
  nonTls('banner', 'a mail server', 'not_tls'),
  nonTls('closer', 'hangs up', { missing: 'reset' }),
  nonTls('rst', 'resets', { missing: 'reset' }),
  nonTls('tarpit', 'never answers', { missing: 'timeout' }),
  nonTls('halfhello', 'stops in the middle of its ServerHello', { missing: 'timeout' }),
  nonTls('garbage', 'nonsense in a TLS record', { missing: 'malformed' }),
  nonTls('flood', 'warnings without end', { missing: 'malformed' }),
  nonTls('inventor', 'picks a suite no one offered', { missing: 'malformed' }),
  nonTls('alert', 'refuses every hello: that proves nothing about any version', { unknown: NOTHING_KNOWN }),
  {
    name: 'drip',
    what: 'a sound server, 40 bytes at a time',
    start: async (host, pki) => serveBehind(await good(host, pki), { drip: 40 }),
    faults: {},
  },
  {
    name: 'bighello',
    what: 'a box in front that resets on a ClientHello of more than one segment',
    start: async (host, pki) => serveBehind(await good(host, pki), { admit: isSmall }),
    faults: { 'tls/post-quantum': 'large_hello' },
  },
  {
    name: 'noshare',
    what: 'a sound server that refuses a TLS 1.3 hello without a key share',
    start: async (host, pki) => serveBehind(await good(host, pki), { admit: hasKeyShare, excess: 'alert' }),
    faults: {},
  },
  ...(['reset', 'alert', 'hang_up'] as const).map((excess): LabTlsHost => ({
    name: `onlyone-${excess.replace('_', '')}`,
    what: `a sound server that bears one connection at a time, and turns others away: ${excess}`,
    start: async (host, pki) => serveBehind(await good(host, pki), { limit: { live: 1, total: 1000 }, excess }),
    faults: {},
    mayBeUnknown: ['tls/post-quantum'],
  })),
  {
    name: 'thirdfin',
    what: 'a sound server that hangs up on every third connection',
    start: async (host, pki) => serveBehind(await good(host, pki), { everyNth: 3 }),
    faults: {},
    // Which probe comes third depends on how busy both sides are. If it is the same one each time, it stays unanswered.
    mayBeUnknown: [
      'tls/legacy-versions',
      'tls/ssl-versions',
      'tls/broken-ciphers',
      'tls/rc4-des',
      'tls/triple-des',
      'tls/forward-secrecy',
      'tls/compression',
    ],
  },
  {
    name: 'ratelimit',
    what: 'a sound server that resets the seventh connection and all after it',
    start: async (host, pki) => serveBehind(await good(host, pki), { limit: { live: 4, total: 6 } }),
    faults: {},
  },
];
