import { generateKeyPairSync } from 'node:crypto';
import type { Server, Socket } from 'node:net';
import { startDnsServer, type LabDnsServer } from '@palisade/lab/dns-server';
import { distinguishedName, issueRaw, keyPem, leafExtensions } from '@palisade/lab/tls/raw-certificate';
import { serveTls, type TlsHost } from '@palisade/lab/tls/tls-host';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { alert, gatherAt, serveBehindFront, share, type TurnsAway } from '../../../test/flaky-front.ts';
import type { TlsEvidence } from '../../evidence/tls.ts';

const ADDRESS = '127.77.9.36';
const SIGNATURES = 'ECDSA+SHA256:RSA-PSS+SHA256:RSA+SHA256:ECDSA+SHA1:RSA+SHA1';
const BACKENDS = {
  current: { minVersion: 'TLSv1.2', ciphers: 'ECDHE+AESGCM:ECDHE+CHACHA20:@SECLEVEL=0' },
  usual: { minVersion: 'TLSv1.2', ciphers: 'ECDHE+AES:@SECLEVEL=0', sigalgs: SIGNATURES },
  old: { minVersion: 'TLSv1', ciphers: 'ECDHE+AES:@SECLEVEL=0', sigalgs: SIGNATURES },
} as const;
/** With an RSA key: every version, everything that OpenSSL still has, and nothing but old versions. */
const RSA_BACKENDS = {
  every: { minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0', sigalgs: SIGNATURES },
  broken: { minVersion: 'TLSv1.2', ciphers: 'ALL:COMPLEMENTOFALL:@SECLEVEL=0', sigalgs: SIGNATURES },
  ancient: { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ECDHE+AES:AES128-SHA:@SECLEVEL=0' },
} as const;
/** With a certificate of each kind. */
const DUAL_BACKENDS = {
  two: { minVersion: 'TLSv1.2', ciphers: 'ECDHE+AESGCM:@SECLEVEL=0' },
  twoUsual: { minVersion: 'TLSv1.2', ciphers: 'ECDHE+AES:@SECLEVEL=0', sigalgs: SIGNATURES },
} as const;
type Backend = keyof typeof BACKENDS | keyof typeof RSA_BACKENDS | keyof typeof DUAL_BACKENDS;

/** Which connections are refused. A new one for each server, because they count connections. */
const WAYS: Record<string, (seed: number) => TurnsAway> = {
  'a twentieth': (seed) => share(0.05, seed),
  'a tenth': (seed) => share(0.1, seed),
  'a fifth': (seed) => share(0.2, seed),
  'a third': (seed) => share(0.33, seed),
  half: (seed) => share(0.5, seed),
  'every second':
    (seed) =>
    ({ connection }) =>
      (connection + seed) % 2 === 0,
  'every third':
    (seed) =>
    ({ connection }) =>
      (connection + seed) % 3 === 0,
  'every fifth':
    (seed) =>
    ({ connection }) =>
      (connection + seed) % 5 === 0,
  'every seventh':
    (seed) =>
    ({ connection }) =>
      (connection + seed) % 7 === 0,
  'two of five in a row':
    (seed) =>
    ({ connection }) =>
      (connection + seed) % 5 < 2,
  'two of three in a row':
    (seed) =>
    ({ connection }) =>
      (connection + seed) % 3 < 2,
  'the second at once':
    () =>
    ({ live }) =>
      live > 1,
  'the third at once':
    () =>
    ({ live }) =>
      live > 2,
  'the fourth at once':
    () =>
    ({ live }) =>
      live > 3,
  'the first three':
    () =>
    ({ connection }) =>
      connection <= 3,
  'all after the ninth':
    () =>
    ({ connection }) =>
      connection > 9,
};
/** For a time only: what is sent again during that time is refused again. */
const MOMENTS: Record<string, (seed: number) => TurnsAway> = {
  'the fifth to the ninth':
    () =>
    ({ connection }) =>
      connection >= 5 && connection <= 9,
  'the eighth to the sixteenth':
    () =>
    ({ connection }) =>
      connection >= 8 && connection <= 16,
  'all after the fourteenth':
    () =>
    ({ connection }) =>
      connection > 14,
  'a fifteenth': (seed) => share(0.07, seed),
  'a seventh': (seed) => share(0.15, seed),
};
const REFUSALS: Record<string, (socket: Socket) => void> = {
  ...Object.fromEntries(
    [0, 10, 20, 40, 47, 50, 70, 71, 80, 86, 112].map((code) => [
      `alert ${code}`,
      (socket: Socket) => void socket.end(alert(code)),
    ]),
  ),
  'hanging up': (socket) => void socket.end(),
  'a reset': (socket) => void socket.resetAndDestroy(),
};
/** An alert about an extension: no answer to anything else. */
const OTHERS: typeof REFUSALS = { 'alert 120': (socket) => void socket.end(alert(120)) };

/** Each of these was once reported as refusing what it supports. */
const KNOWN: readonly [seed: number, Backend, way: string, refusal: string][] = [
  [0, 'broken', 'the fifth to the ninth', 'alert 40'],
  [0, 'broken', 'the fifth to the ninth', 'alert 120'],
  [1293, 'broken', 'a fifteenth', 'alert 40'],
  [0, 'current', 'all after the fourteenth', 'alert 40'],
  [0, 'every', 'the eighth to the sixteenth', 'alert 47'],
  [0, 'ancient', 'all after the fourteenth', 'alert 10'],
  [88, 'ancient', 'a seventh', 'alert 40'],
  [189, 'current', 'a third', 'alert 71'],
  [5027, 'two', 'the fourth at once', 'alert 47'],
  [5037, 'two', 'every fifth', 'alert 86'],
  [5040, 'twoUsual', 'the second at once', 'alert 50'],
  [5049, 'two', 'half', 'alert 71'],
  [5064, 'twoUsual', 'half', 'alert 10'],
  [5090, 'usual', 'a twentieth', 'alert 40'],
  [5090, 'two', 'the fifth to the ninth', 'alert 40'],
  [5090, 'twoUsual', 'two of five in a row', 'alert 40'],
  [5090, 'twoUsual', 'the eighth to the sixteenth', 'alert 47'],
  [6011, 'twoUsual', 'every second', 'alert 40'],
  [7002, 'two', 'every seventh', 'alert 40'],
  [7027, 'usual', 'a fifth', 'alert 40'],
  [8001, 'broken', 'a tenth', 'alert 40'],
  [8001, 'ancient', 'every third', 'alert 70'],
  [9002, 'usual', 'two of three in a row', 'alert 70'],
  [9012, 'usual', 'a third', 'alert 40'],
  [9012, 'two', 'a fifth', 'alert 40'],
];

/** Each way meets each refusal and each kind of server: the three counts have no common divisor. */
const SERVERS = Array.from({ length: Number(process.env['FLAKY_SERVERS'] ?? 78) }, (_, seed) => {
  const [ways, refusals, backends] = [Object.keys(WAYS), Object.keys(REFUSALS), Object.keys(BACKENDS) as Backend[]];
  return {
    seed,
    backend: backends[seed % 3] as Backend,
    way: ways[Math.floor(seed / 3) % ways.length] as string,
    refusal: refusals[seed % refusals.length] as string,
  };
});
SERVERS.push(...KNOWN.map(([seed, backend, way, refusal]) => ({ seed, backend, way, refusal })));

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const leaf = issueRaw({
  subject: distinguishedName({ CN: 'shop.test' }),
  keys,
  extensions: leafExtensions('shop.test'),
});
const rsaKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const rsaLeaf = issueRaw({
  subject: distinguishedName({ CN: 'shop.test' }),
  keys: rsaKeys,
  extensions: leafExtensions('shop.test'),
});
const SERVED = { key: keyPem(keys), cert: leaf.pem, address: '127.77.9.37' };
const SERVED_RSA = { key: keyPem(rsaKeys), cert: rsaLeaf.pem, address: '127.77.9.37' };
const SERVED_BOTH = {
  key: [SERVED.key, SERVED_RSA.key],
  cert: [leaf.pem, rsaLeaf.pem],
  address: '127.77.9.37',
};
const hosts = new Map<Backend, TlsHost>();
const sound = new Map<Backend, TlsEvidence>();
const fronts: Server[] = [];
let dns: LabDnsServer;
beforeAll(async () => {
  dns = await startDnsServer({ records: [`shop.test A ${ADDRESS}`] });
  const served = [
    ...Object.entries(BACKENDS).map(([name, options]) => [name, { ...SERVED, ...options }] as const),
    ...Object.entries(RSA_BACKENDS).map(([name, options]) => [name, { ...SERVED_RSA, ...options }] as const),
    ...Object.entries(DUAL_BACKENDS).map(([name, options]) => [name, { ...SERVED_BOTH, ...options }] as const),
  ];
  for (const [name, options] of served as [Backend, Parameters<typeof serveTls>[0]][]) {
    const host = await serveTls(options);
    hosts.set(name, host);
    const { server, port } = await serveBehindFront(host, ADDRESS, () => false, REFUSALS['a reset'] as never);
    fronts.push(server);
    sound.set(name, await gatherAt(port, dns.server));
  }
});
afterAll(async () => {
  for (const front of fronts) front.close();
  await Promise.all([...[...hosts.values()].map((host) => host.close()), dns.close()]);
});

let answered = 0;
let known = 0;

/** Everything that is reported about a server, by name; a list of suites counts as a "no" to all others. */
function claims(tls: TlsEvidence): Map<string, boolean | null> {
  const said = new Map<string, boolean | null>();
  for (const record of [tls.versions, tls.suite_classes]) for (const [name, state] of Object.entries(record)) said.set(name, state); // prettier-ignore
  for (const { group, offered } of tls.group_list) said.set(`group ${group}`, offered);
  for (const { version, kind, offered } of tls.signature_list) said.set(`${version} signature ${kind}`, offered);
  said.set('a second certificate', tls.second_chain_asked ? tls.second_chain !== null : null);
  said.set('post-quantum', tls.post_quantum.offered);
  said.set('a weak group', tls.weak_group.offered);
  said.set('a large hello', tls.handshake.large_hello_refused ? false : null);
  said.set('no name', tls.without_name === null ? null : tls.without_name.answer !== 'refused');
  return said;
}

/** What is reported as refused although the same server accepts it when it is not disturbed. */
function wrongNoes(seen: TlsEvidence, alone: TlsEvidence): string[] {
  const truth = claims(alone);
  const denied = [...claims(seen)].filter(
    ([name, state]) => state === false && (truth.get(name) === true || name === 'a large hello'),
  );
  const cut = Object.entries(alone.suites).flatMap(([name, suites]) => {
    const version = name as keyof TlsEvidence['suites'];
    if (seen.suites_complete[version] !== true) return [];
    return suites.filter((suite) => !seen.suites[version]?.includes(suite)).map((suite) => `${name} ${suite}`);
  });
  const fallback = seen.fallback_scsv === true && alone.fallback_scsv === false ? ['a fallback'] : [];
  return [...denied.map(([name]) => name), ...cut, ...fallback];
}

it('a server that is not disturbed is assessed completely', ({ expect }) => {
  for (const name of Object.keys(BACKENDS) as Backend[]) {
    const tls = sound.get(name) as TlsEvidence;
    const said = [...claims(tls)].filter(([name]) => /^(?:TLS 1\.[23]|ecdhe_aead|group|post|no name)/u.test(name));
    expect(said.filter(([, state]) => state === true).length).toBeGreaterThanOrEqual(6);
  }
  expect(sound.get('old')?.versions['TLS 1.0']).toBe(true);
  expect(sound.get('usual')?.suite_classes.ecdhe_cbc).toBe(true);
  expect(sound.get('usual')?.signature_list).toContainEqual({ version: 'TLS 1.2', kind: 'sha1', offered: true });
});

describe.concurrent('a server that refuses connections', () => {
  it.for(SERVERS)(
    '$seed: $backend, $way by $refusal, is denied nothing that it takes',
    async ({ seed, backend, way, refusal }, { expect }) => {
      const host = hosts.get(backend) as TlsHost;
      const turnsAway = ({ ...WAYS, ...MOMENTS }[way] as (typeof WAYS)[string])(seed);
      const { server, port } = await serveBehindFront(
        host,
        ADDRESS,
        turnsAway,
        { ...REFUSALS, ...OTHERS }[refusal] as never,
      );
      fronts.push(server);
      // A server that never completes a handshake may not be a TLS server at all.
      const seen = await gatherAt(port, dns.server).catch(() => null);
      if (seen === null) return;
      answered += 1;
      known += [...claims(seen).values()].filter((state) => state !== null).length;
      expect(wrongNoes(seen, sound.get(backend) as TlsEvidence)).toEqual([]);
    },
  );
});

it('and most of what it supports is still found', ({ expect }) => {
  expect(answered).toBeGreaterThan(SERVERS.length * 0.8);
  expect(known / answered).toBeGreaterThan(10);
});
