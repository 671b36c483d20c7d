import { startDnsServer, type LabDnsServer } from '@palisade/lab/dns-server';
import { createPki } from '@palisade/lab/tls/pki';
import { BY_CHANCE, currentAndOld, IN_TURN, serveShared, type Pick } from '@palisade/lab/tls/shared-address';
import type { TlsHost } from '@palisade/lab/tls/tls-host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatherAt, offersTls13, serveBySplit } from '../../../test/flaky-front.ts';
import type { ServerFlight, ServerHello } from '../../parse/tls/server-hello.ts';
import { hellosFor } from './hellos.ts';
import { ServerTraits } from './server-traits.ts';

let dns: LabDnsServer;
const alike: TlsHost[] = [];
const unlike: TlsHost[] = [];
beforeAll(async () => {
  const pki = await createPki();
  alike.push(...(await currentAndOld('shop.test', pki)));
  unlike.push(...(await currentAndOld('shop.test', pki, true)));
});
afterAll(() => Promise.all([...alike, ...unlike].map((host) => host.close())));

async function scan(servers: readonly TlsHost[], pick: Pick) {
  const front = await serveShared(servers, pick);
  dns = await startDnsServer({ records: [`shop.test A ${front.address}`] });
  const tls = await gatherAt(front.port, dns.server);
  await dns.close();
  return tls;
}

describe('one of two servers behind the address accepts TLS 1.0', () => {
  it.each([0, 1])('they take turns and differ in nothing else: it is found (%i)', async (offset) => {
    const tls = await scan(alike, (connection) => IN_TURN(connection + offset));
    expect(tls.versions['TLS 1.0']).toBe(true);
  });

  it.each([0, 1])('they take turns and differ: it is found (%i)', async (offset) => {
    const tls = await scan(unlike, (connection) => IN_TURN(connection + offset));
    expect(tls.versions['TLS 1.0']).toBe(true);
    // Nothing else, where the order of arrival shows the difference.
    expect(tls.servers?.differences ?? ['certificates']).toEqual(['certificates']);
  });

  it('chance decides: no claim that it is refused without as many requests as the report says', async () => {
    const tls = await scan(unlike, BY_CHANCE);
    if (tls.versions['TLS 1.0'] === false && tls.servers) expect(tls.servers.old_refusals).toBeGreaterThanOrEqual(4);
    expect(tls.connections.opened).toBeLessThanOrEqual(30);
  });

  it('it is reached once: the report says how often the versions were offered', async () => {
    const [current, old] = unlike as [TlsHost, TlsHost];
    const isCommon = (hello: Buffer): boolean => hello.includes('h2') && !offersTls13(hello);
    const { server, port } = await serveBySplit([current, old], '127.77.9.42', isCommon);
    dns = await startDnsServer({ records: ['shop.test A 127.77.9.42'] });
    const tls = await gatherAt(port, dns.server);
    server.close();
    await dns.close();
    expect(tls.versions['TLS 1.0']).toBe(false);
    expect(tls.servers?.differences).toEqual(['certificates']);
    expect(tls.servers?.old_refusals).toBeGreaterThanOrEqual(4);
  });

  it('one server is not taken for two', async () => {
    const [current] = unlike as [TlsHost, TlsHost];
    expect((await scan([current, current], IN_TURN)).servers).toBeNull();
  });
});

describe('what two answers show', () => {
  const hellos = hellosFor('shop.test');
  const answer: ServerHello = {
    version: 0x0303,
    suite: 0xc02f,
    compression: 0,
    group: null,
    retry: false,
    alpn: null,
    secureRenegotiation: true,
    extendedMasterSecret: true,
    sctList: null,
    extensions: [0xff01, 23],
    sessionIdBytes: 32,
    downgraded: false,
  };
  const nothing = { keyExchange: null, certificates: [], helloAlone: true } as unknown as ServerFlight;
  const tls13 = { ...answer, version: 0x0304, suite: 0x1301, group: 0x001d, extensions: [43, 51] };
  const compared = (...answers: Parameters<ServerTraits['note']>[]): string[] => {
    const traits = new ServerTraits();
    for (const one of answers) traits.note(...one);
    return traits.differences;
  };

  it.each<[string[], string, ...Parameters<ServerTraits['note']>[]]>([
    [[], 'the same', [hellos.common, answer, nothing], [hellos.dated, answer, nothing]],
    [[], 'other versions', [hellos.common, answer, nothing], [hellos.modern, tls13, nothing]],
    [
      ['extended master secret'],
      'one without it',
      [hellos.common, answer, nothing],
      [hellos.dated, { ...answer, extensions: [0xff01] }, nothing],
    ],
    [
      ['support for a newer version'],
      'one with TLS 1.3',
      [hellos.common, answer, nothing],
      [hellos.dated, { ...answer, downgraded: true }, nothing],
    ],
    [
      ['session IDs'],
      'one without a cache',
      [hellos.common, answer, nothing],
      [hellos.dated, { ...answer, sessionIdBytes: 0 }, nothing],
    ],
    [
      ['division into records'],
      'one that sends its flight in one record',
      [hellos.common, answer, nothing],
      [hellos.dated, answer, { ...nothing, helloAlone: false }],
    ],
    [
      ['choice of suite'],
      'each could have had the choice of the other',
      [hellos.only(0x0303, [0xc02f, 0xc030]), answer, nothing],
      [hellos.only(0x0303, [0xc02f, 0xc030, 0xc02b]), { ...answer, suite: 0xc030 }, nothing],
    ],
    [
      [],
      'the order of the client decides',
      [hellos.only(0x0303, [0xc02f, 0xc030]), answer, nothing],
      [hellos.only(0x0303, [0xc030, 0xc02f]), { ...answer, suite: 0xc030 }, nothing],
    ],
    [
      [],
      'ChaCha20 for clients that prefer it',
      [hellos.only(0x0303, [0xcca8, 0xc02f, 0xc030]), { ...answer, suite: 0xcca8 }, nothing],
      [hellos.only(0x0303, [0xc030, 0xcca8, 0xc02f]), answer, nothing],
    ],
    [
      ['choice of group'],
      'another group of the same',
      [hellos.modern, tls13, nothing],
      [hellos.modern, { ...tls13, group: 0x0017 }, nothing],
    ],
  ])('%j: %s', (differences, _what, ...answers) => {
    expect(compared(...answers)).toEqual(differences);
  });
});
