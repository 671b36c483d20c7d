import { createSocket } from 'node:dgram';
import { afterEach, expect, it } from 'vitest';
import { have, missing } from '../evidence/gathered.ts';
import type { HttpEvidence } from '../evidence/http.ts';
import { http3Words } from '../sections/tls/http3-words.ts';
import {
  crypto,
  retryPacket,
  serverHello,
  serverInitial,
  startQuicServer,
  versionNegotiation,
  type Asked,
  type QuicServer,
} from '../../test/quic-server.ts';
import { parseTarget } from '../parse-target.ts';
import { gatherHttp3 } from './http3.ts';
import { closeLoopback, egressOver, policyOf, startDns } from './net/test/loopback.ts';
import type { EgressPolicy } from './net/egress.ts';
import { SilentPort } from './silent-port.ts';

const ADDRESS = '127.77.43.1';
const closing: (() => void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await closeLoopback();
});

async function serve(answer: (asked: Asked) => void, options = {}, address = ADDRESS): Promise<QuicServer> {
  const server = await startQuicServer(address, answer, options);
  closing.push(() => server.close());
  return server;
}

interface Options {
  host?: string;
  /** Zone lines; none: no resolver is asked. */
  records?: string[];
  field?: string;
  others?: Promise<unknown>;
  network?: SilentPort;
  policy?: Partial<EgressPolicy>;
}

async function ask(port: number, options: Options = {}) {
  const { host = ADDRESS, records, field, others = new Promise(() => undefined), network, policy } = options;
  const egress = egressOver(policyOf(records ? await startDns({ records }) : null, policy));
  const target = parseTarget(`https://${host}/`, egress.policy);
  const headers: [string, string][] = [['Alt-Svc', field ?? `h3=":${port}"; ma=60`]];
  const hop = { url: target.url, method: 'GET', address: ADDRESS, status: 200, headers, location: null };
  const http: HttpEvidence = {
    hops: [{ ...hop, lenient: false, refresh: false }],
    end: 'answered',
    body: { bytes: 0, truncated: false, sha256: '', content_type: null, signs: [] },
  };
  const page = Promise.resolve({ http: have(http) });
  const context = { target, egress, signal: AbortSignal.timeout(8000) };
  const dns = Promise.resolve(missing('not_applicable', 'site', 'an address'));
  return gatherHttp3(context, { page, dns, others }, network ?? new SilentPort());
}

const hello = (asked: Asked, frames = crypto(serverHello())): void =>
  asked.reply(serverInitial(asked, Buffer.concat(frames)));

it('a ServerHello proves that there is a server, and the connection is closed', async () => {
  const server = await serve(hello);
  const found = await ask(server.port);
  expect(found).toMatchObject({
    port: server.port,
    answer: { kind: 'hello', suite: 'TLS_AES_128_GCM_SHA256', group: 'X25519', address_validated: false },
    sent: 2,
    received: 1,
  });
  expect(http3Words(found)).toMatchObject({ tested: true, answers: true });
  const [first] = server.asked;
  expect(first?.datagram).toHaveLength(1200);
  expect(first?.payload?.[0]).toBe(0x06);
  expect(first?.payload?.includes('\x02h3')).toBe(true);
});

it('in pieces, out of order and twice it is the same', async () => {
  const server = await serve((asked) => {
    const pieces = crypto(serverHello(), 17).toReversed();
    pieces.forEach((piece, number) => {
      const packet = serverInitial(asked, Buffer.concat([Buffer.from([1, 0, 2, 0, 0, 0, 0]), piece]), number);
      asked.reply(packet);
      asked.reply(packet);
    });
  });
  expect(await ask(server.port)).toMatchObject({ answer: { kind: 'hello' } });
});

it('a Retry is answered once, with its token and new keys', async () => {
  const [id, token] = [Buffer.from('0123456789'), Buffer.from('a token')];
  const server = await serve((asked) => {
    if (Buffer.compare(asked.packet.dcid, id) !== 0) asked.reply(retryPacket(asked, id, token));
    else if (asked.payload) hello(asked);
  });
  const found = await ask(server.port);
  expect(found).toMatchObject({ answer: { kind: 'hello', address_validated: true }, sent: 3, received: 2 });
  expect(server.asked[1]?.datagram.includes(token)).toBe(true);
});

it('a server that answers every packet by a Retry is answered once', async () => {
  const server = await serve((asked) => {
    asked.reply(retryPacket(asked, Buffer.from(`number ${asked.number}`), Buffer.from('again')));
  });
  const found = await ask(server.port);
  expect(found?.sent).toBeLessThanOrEqual(4);
  expect(found?.answer.kind).toBe('malformed');
});

it.each<[string, (asked: Asked) => void, object]>([
  [
    'other versions',
    (asked) => asked.reply(versionNegotiation(asked, [0x0a1a2a3a, 0x6b3343cf])),
    { kind: 'other_versions', versions: ['0x6b3343cf'] },
  ],
  [
    'an alert: no protocol in common',
    (asked) => asked.reply(serverInitial(asked, Buffer.from([0x1c, 0x41, 0x78, 0, 2, 0x6e, 0x1b]))),
    { kind: 'closed', code: 0x178, reason: 'n.' },
  ],
  ['garbage', (asked) => asked.reply(Buffer.from('HTTP/1.1 400 Bad Request')), { kind: 'malformed' }],
  [
    'a version that is offered and refused',
    (asked) => asked.reply(versionNegotiation(asked, [1, 2])),
    { kind: 'malformed' },
  ],
  [
    'Version Negotiation for another connection',
    (asked) => asked.reply(versionNegotiation(asked, [2], Buffer.from('elsewhere'))),
    { kind: 'malformed' },
  ],
  [
    'a Retry with a wrong tag',
    (asked) => {
      const packet = retryPacket(asked, Buffer.from('12345678'), Buffer.from('token'));
      packet[packet.length - 1] = (packet.at(-1) ?? 0) ^ 1;
      asked.reply(packet);
    },
    { kind: 'malformed', reason: 'a Retry with an invalid tag' },
  ],
  ['a suite that was not offered', (asked) => hello(asked, crypto(serverHello(0x1304))), { kind: 'malformed' }],
  [
    'frames that no Initial has',
    (asked) => asked.reply(serverInitial(asked, Buffer.from([0x08, 0, 0, 0, 0]))),
    { kind: 'malformed', reason: 'a frame of type 0x8 in an Initial packet' },
  ],
])('%s', async (_name, answer, expected) => {
  // The rest of the scan ends once the server has answered: before that, a busy machine would look like silence.
  const answered = Promise.withResolvers<void>();
  const server = await serve((asked) => {
    answer(asked);
    answered.resolve();
  });
  const found = await ask(server.port, { others: answered.promise });
  expect(found?.answer).toMatchObject(expected);
  expect(found?.received).toBeLessThanOrEqual(40);
});

it('more datagrams than anyone reads', async () => {
  const server = await serve((asked) => {
    const packet = serverInitial(asked, Buffer.from([1, 0, 0, 0]));
    for (let n = 0; n < 200; n += 1) asked.reply(packet);
  });
  const found = await ask(server.port);
  expect(found?.answer).toEqual({ kind: 'malformed', reason: 'it sends too many datagrams' });
  expect(found?.received).toBeLessThanOrEqual(40);
});

it('silence causes two more tries and stays unknown', async () => {
  const server = await serve(() => undefined);
  const found = await ask(server.port);
  expect(found).toMatchObject({ answer: { kind: 'silent' }, sent: 3, received: 0 });
  expect(http3Words(found)).toMatchObject({ tested: true, answers: null });
});

it('the rest of the scan waits for silence no longer than a moment', async () => {
  const server = await serve(() => undefined);
  // Given up before the second packet would have been sent, however slow the machine is.
  expect(await ask(server.port, { others: Promise.resolve() })).toMatchObject({ answer: { kind: 'silent' }, sent: 1 });
});

it('a port where nothing listens is closed', async () => {
  const server = await startQuicServer(ADDRESS, () => undefined);
  server.close();
  expect(await ask(server.port)).toMatchObject({ answer: { kind: 'refused' } });
});

it('datagrams of another address are not heard', async () => {
  const other = createSocket('udp4').bind(0, '127.77.43.2');
  closing.push(() => other.close());
  const server = await startQuicServer(ADDRESS, () => undefined);
  closing.push(() => server.close());
  const relay = createSocket('udp4');
  const port = await new Promise<number>((resolve) => {
    relay.on('message', (datagram, peer) => {
      other.send(Buffer.from(`not for you ${datagram.length}`), peer.port, peer.address);
    });
    relay.bind(0, ADDRESS, () => resolve(relay.address().port));
  });
  closing.push(() => relay.close());
  expect(await ask(port)).toMatchObject({ answer: { kind: 'silent' }, received: 0 });
});

it('a disallowed address is not contacted', async () => {
  const server = await serve(hello);
  const { port } = server;
  const reasons = [
    await ask(port, { policy: { http3: false } }),
    await ask(port, { policy: { allowPorts: [443] } }),
    await ask(port, { field: `h3="elsewhere.internal:${port}"` }),
    await ask(port, { policy: { allowCidrs: ['127.77.43.1/32'] }, field: 'h2=":443"' }),
  ];
  expect(reasons.map((found) => found?.answer.kind ?? null)).toEqual(['not_asked', 'not_asked', 'not_asked', null]);
  expect(server.asked).toEqual([]);
});

const RECORDS = ['shop.test A 127.77.43.1', 'quic.test A 127.77.43.3', 'inner.test A 10.0.0.7'];

it.each(['quic.test', 'QUIC.test.', '127.77.43.3'])(
  'another host that it is announced at is asked in the name of the site: %s',
  async (other) => {
    const server = await serve(hello, {}, '127.77.43.3');
    const { port } = server;
    const found = await ask(port, { host: 'shop.test', records: RECORDS, field: `h3="${other}:${port}"` });
    const host = other.toLowerCase().replace(/\.$/u, '');
    expect(found).toMatchObject({ host, port, answer: { kind: 'hello' } });
    expect(http3Words(found).answer).toContain(`UDP port ${port} of ${host} supports QUIC`);
    expect(server.asked[0]?.payload?.includes('shop.test')).toBe(true);
  },
);

it('its own host is contacted if it is announced there, too', async () => {
  const [own, other] = [await serve(hello), await serve(hello, {}, '127.77.43.3')];
  const field = `h3="quic.test:${other.port}", h3=":${own.port}"`;
  const found = await ask(own.port, { host: 'shop.test', records: RECORDS, field });
  expect(found).toMatchObject({ host: null, port: own.port, answer: { kind: 'hello' } });
  expect(other.asked).toEqual([]);
});

it.each(['inner.test', '10.0.0.7', '[::1]', 'no.such.test', 'a b', 'x@quic.test', 'printer.local'])(
  'no datagram leaves for what no target may be: %s',
  async (other) => {
    const server = await serve(hello, {}, '127.77.43.3');
    const field = `h3="${other}:${server.port}"`;
    const found = await ask(server.port, { host: 'shop.test', records: RECORDS, field });
    expect(found).toMatchObject({ answer: { kind: 'not_asked' }, sent: 0 });
    expect(server.asked).toEqual([]);
  },
);

it('where nothing ever answers, the network is taken to keep datagrams in', async () => {
  const server = await serve(() => undefined);
  const network = new SilentPort({ after: 1 });
  await ask(server.port, { network, others: Promise.resolve() });
  expect((await ask(server.port, { network }))?.answer).toMatchObject({ kind: 'not_asked' });
});
