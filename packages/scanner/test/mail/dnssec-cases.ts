import type { ZoneOptions } from '../dns-evidence.ts';
import { keyTag } from '../../src/parse/dns/dnssec.ts';
import type { ZoneCase } from './zone-cases.ts';

/** RFC 3110: exponent 65537, then a modulus with that many bits. */
const rsaKey = (bits: number): Buffer =>
  Buffer.concat([Buffer.from([3, 1, 0, 1, 0x80]), Buffer.alloc(bits / 8 - 1, 7)]);
const EC_KEY = Buffer.alloc(64, 9);
const key = (algorithm: number, bytes: Buffer = EC_KEY, flags = 257): string =>
  `@ DNSKEY ${flags} 3 ${algorithm} ${bytes.toString('base64')}`;
const ds = (algorithm: number, bytes: Buffer = EC_KEY, digest = 2): string =>
  `@ DS ${keyTag(257, algorithm, bytes)} ${algorithm} ${digest} ${'ab'.repeat(digest === 1 ? 20 : digest === 4 ? 48 : 32)}`;

const SIGNED: ZoneOptions = { authenticated: ['.', 'example.test'] };
const dnssec = (name: string, lines: string[], outcome: string, says: string[], note: string[] = []): ZoneCase => ({
  name,
  lines,
  options: SIGNED,
  outcome,
  says: ['example.test', ...says],
  note,
});

/** RFC 8624 §3.1 and §3.3, updated by RFC 9904 to 9906. RFC 9276 for NSEC3. */
export const DNSSEC_CASES: readonly ZoneCase[] = [
  dnssec('RSASHA256 of 2048 bits', [ds(8, rsaKey(2048)), key(8, rsaKey(2048))], 'secure', ['RSASHA256 2048 bits']),
  dnssec('RSASHA256 of 1024 bits', [ds(8, rsaKey(1024)), key(8, rsaKey(1024))], 'secure', [], ['1024 bits']),
  dnssec('RSASHA256 of 512 bits', [ds(8, rsaKey(512)), key(8, rsaKey(512))], 'weak_algorithm', ['512 bits']),
  dnssec('RSASHA512', [ds(10, rsaKey(2048)), key(10, rsaKey(2048))], 'secure', [], ['RSASHA512']),
  dnssec('RSASHA1', [ds(5, rsaKey(2048)), key(5, rsaKey(2048))], 'weak_algorithm', ['RSASHA1']),
  dnssec('RSASHA1 with NSEC3', [ds(7, rsaKey(2048)), key(7, rsaKey(2048))], 'weak_algorithm', ['RSASHA1-NSEC3-SHA1']),
  dnssec('GOST', [ds(12), key(12)], 'weak_algorithm', ['ECC-GOST']),
  dnssec('P-256', [ds(13), key(13)], 'secure', ['ECDSAP256SHA256']),
  dnssec('P-384 with a SHA-384 digest', [ds(14, EC_KEY, 4), key(14)], 'secure', ['SHA-384']),
  dnssec('Ed25519', [ds(15), key(15)], 'secure', ['ED25519']),
  dnssec('Ed448', [ds(16), key(16)], 'secure', ['ED448']),
  dnssec('a SHA-1 digest alone', [ds(13, EC_KEY, 1), key(13)], 'weak_algorithm', ['SHA-1']),
  dnssec('a SHA-1 digest next to SHA-256', [ds(13, EC_KEY, 1), ds(13), key(13)], 'secure', [], ['SHA-1']),
  dnssec(
    'linked by RSASHA1, and RSASHA256 not yet linked',
    [ds(5, rsaKey(2048)), key(5, rsaKey(2048)), key(8, rsaKey(2048))],
    'weak_algorithm',
    ['RSASHA1'],
  ),
  dnssec(
    'a DS record that matches no key any more',
    [ds(13), '@ DS 4711 13 2 ' + 'cd'.repeat(32), key(13)],
    'secure',
    [],
    ['4711'],
  ),
  dnssec(
    'NSEC3 with ten rounds',
    [ds(13), key(13), '@ TYPE51 \\# 9 0100000a04aabbccdd'],
    'secure',
    [],
    ['10 extra iterations'],
  ),
  dnssec('NSEC3 without rounds', [ds(13), key(13), '@ TYPE51 \\# 5 0100000000'], 'secure', []),
];
