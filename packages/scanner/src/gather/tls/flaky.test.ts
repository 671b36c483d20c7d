import { createHash, generateKeyPairSync } from 'node:crypto';
import type { Server, Socket } from 'node:net';
import { startDnsServer, type LabDnsServer } from '@palisade/lab/dns-server';
import { distinguishedName, issueRaw, keyPem, leafExtensions } from '@palisade/lab/tls/raw-certificate';
import { serveTls, type TlsHost } from '@palisade/lab/tls/tls-host';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { alert, gatherAt, serveBehindFront, type TurnsAway } from '../../../test/flaky-front.ts';

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const leaf = issueRaw({
  subject: distinguishedName({ CN: 'shop.test' }),
  keys,
  extensions: leafExtensions('shop.test'),
});
/** Each hid TLS 1.0 or 1.1 when one alert was enough. */
const SEEDS = [
  [40, 0],
  [70, 3],
  [70, 5],
  [40, 6],
  [70, 17],
  [70, 23],
  [40, 34],
] as const;

let host: TlsHost;
/** Only current suites, so its groups are probed. */
let current: TlsHost;
let dns: LabDnsServer;
const fronts: Server[] = [];
beforeAll(async () => {
  dns = await startDnsServer({ records: ['shop.test A 127.77.9.33'] });
  const served = { key: keyPem({ ...keys }), cert: leaf.pem, address: '127.77.9.34' };
  host = await serveTls({ ...served, minVersion: 'TLSv1' });
  current = await serveTls({ ...served, minVersion: 'TLSv1.2', ciphers: 'ECDHE+AESGCM' });
});
afterAll(async () => {
  for (const front of fronts) front.close();
  await Promise.all([host.close(), current.close(), dns.close()]);
});

/** The host behind a front end that refuses some connections. */
async function behind(
  turnsAway: TurnsAway,
  turnAway: (socket: Socket) => void,
  served: TlsHost = host,
): Promise<number> {
  const { server, port } = await serveBehindFront(served, '127.77.9.33', turnsAway, turnAway);
  fronts.push(server);
  return port;
}

const everySecond: TurnsAway = ({ connection }) => connection % 2 === 0;

/** Three of ten hellos, the same ones whatever the order in which they come: identified by their length, and how often it occurred. */
function threeOfTen(seed: number): TurnsAway {
  const came = new Map<number, number>();
  return ({ hello: { length } }) => {
    const before = came.get(length) ?? 0;
    came.set(length, before + 1);
    return createHash('sha256').update(`${seed} ${length} ${before}`).digest().readUInt16BE() < 0.3 * 0x1_00_00;
  };
}

describe.concurrent('a server that refuses every second connection', () => {
  it.for<[string, (socket: Socket) => void]>([
    ['by hanging up', (socket) => void socket.end()],
    ['by the alert for versions', (socket) => void socket.end(alert(70))],
    ['by an internal error', (socket) => void socket.end(alert(80))],
    ['by the alert that says goodbye', (socket) => void socket.end(alert(0))],
  ])('%s, is not said to refuse what it takes', async ([, turnAway], { expect }) => {
    const { versions, handshake } = await gatherAt(await behind(everySecond, turnAway), dns.server);
    expect(handshake.large_hello_refused).toBe(false);
    expect(versions['TLS 1.3']).toBe(true);
    for (const version of ['TLS 1.2', 'TLS 1.1', 'TLS 1.0'] as const)
      expect(versions[version], version).not.toBe(false);
  });
});

describe.concurrent('a server that fails on every third connection', () => {
  it.for<[string, (socket: Socket) => void]>([
    ['hanging up', (socket) => void socket.end()],
    ['an internal error', (socket) => void socket.end(alert(80))],
    ['a reset', (socket) => void socket.resetAndDestroy()],
  ])('has not stopped answering: %s', async ([, turnAway], { expect }) => {
    const everyThird: TurnsAway = ({ connection }) => connection % 3 === 0;
    const { connections, versions } = await gatherAt(await behind(everyThird, turnAway), dns.server);
    expect(connections).toMatchObject({ cut_short: false });
    expect(versions).toMatchObject({ 'TLS 1.3': true, 'TLS 1.2': true });
  });
});

describe.concurrent('a server that refuses three of ten hellos at random', () => {
  it.for(SEEDS)(
    'is not said to refuse TLS 1.0 and 1.1, which it takes: alert %i, seed %i',
    async ([code, seed], { expect }) => {
      const port = await behind(threeOfTen(seed), (socket) => void socket.end(alert(code)));
      const { versions } = await gatherAt(port, dns.server);
      expect(Object.entries(versions).filter(([name, offered]) => name.startsWith('TLS') && offered === false)).toEqual(
        [],
      );
    },
  );
});

/** The first hello with each group that is offered alone. */
function firstOfEachGroup(): TurnsAway {
  const came = new Set<number>();
  return ({ hello }) => {
    // supported_groups (10) with a list of two bytes.
    const at = hello.indexOf(Buffer.from([0, 10, 0, 4, 0, 2]));
    const group = at < 0 ? null : hello.readUInt16BE(at + 6);
    if (group === null || came.has(group)) return false;
    came.add(group);
    return true;
  };
}

describe.concurrent('a server that refuses each group once', () => {
  it.for([40, 47, 86, 0])('is not reported as refusing groups that it supports: alert %i', async (code, { expect }) => {
    const port = await behind(firstOfEachGroup(), (socket) => void socket.end(alert(code)), current);
    const { group_list: groups } = await gatherAt(port, dns.server);
    const curves = groups.filter(({ group }) => /^(?:X25519|secp\d+r1)$/u.test(group));
    expect(curves).toHaveLength(4);
    expect(curves.filter(({ offered }) => offered === false)).toEqual([]);
  });
});

/** Refuses each hello that `which` selects twice: the first time, and when it is repeated. */
function twice(which: (hello: Buffer) => boolean): TurnsAway {
  let came = 0;
  return ({ hello }) => which(hello) && (came += 1) <= 2;
}

/** The offered version, if there is none in an extension. */
const isUpToTls11 = (hello: Buffer): boolean => hello.readUInt16BE(9) === 0x0302;
/** NULL, and no suite with AES and forward secrecy. */
const isBroken = (hello: Buffer): boolean => {
  const suites = hello.subarray(44 + (hello[43] ?? 0), 44 + (hello[43] ?? 0) + 2 + 128);
  const offers = (code: number): boolean => suites.includes(Buffer.from([code >> 8, code & 255]));
  return hello.readUInt16BE(9) === 0x0303 && offers(0x0002) && !offers(0xc02f) && !offers(0x1301);
};

describe.concurrent('a server that refuses its first connections', () => {
  it.for([3, 4, 5])(
    'is not reported as preferring what it answered to smaller hellos: %i',
    async (many, { expect }) => {
      const port = await behind(
        ({ connection }) => connection <= many,
        (socket) => void socket.end(alert(40)),
      );
      const { suites } = await gatherAt(port, dns.server);
      // Node has the order of OpenSSL, authenticated encryption first, and insists on it.
      expect(suites['TLS 1.2']?.[0]).toBe('TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384');
    },
  );
});

describe.concurrent('a server that answers its first connections without TLS', () => {
  const inClear = (socket: Socket): void => void socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
  it.for<[number, TlsEvidence['endpoint']]>([
    [4, 'tls'],
    [6, 'tls'],
    [1000, 'not_tls'],
  ])('%i of them: %s', async ([many, endpoint], { expect }) => {
    const seen = await gatherAt(await behind(({ connection }) => connection <= many, inClear), dns.server);
    expect(seen.endpoint).toBe(endpoint);
    expect(seen.connections.opened).toBeLessThanOrEqual(endpoint === 'tls' ? 30 : 7);
  });
});

describe.concurrent('a server that resets a connection, and its retry', () => {
  it.for<[string, () => TlsHost, boolean]>([
    ['it speaks TLS 1.1', () => host, true],
    ['it does not', () => current, false],
  ])('is asked for TLS 1.1 once more: %s', async ([, served, offered], { expect }) => {
    const port = await behind(twice(isUpToTls11), (socket) => void socket.resetAndDestroy(), served());
    const { versions, connections } = await gatherAt(port, dns.server);
    expect(versions).toMatchObject({ 'TLS 1.2': true, 'TLS 1.1': offered });
    expect(connections.opened).toBeLessThanOrEqual(30);
  });

  it('gets one more probe for broken suites', async ({ expect }) => {
    const port = await behind(twice(isBroken), (socket) => void socket.resetAndDestroy(), current);
    const { suite_classes: classes } = await gatherAt(port, dns.server);
    expect(classes).toMatchObject({ null: false, anon: false, rc4: false });
  });
});
