import { createServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { sharedCa } from '@palisade/lab/ca';
import { answer, END_HEADERS, END_STREAM, frame, FRAME, onRequest, settings } from '@palisade/lab/hostile/http2-frames';
import { HTTP2_LEVEL } from '@palisade/lab/hostile/http2-level';
import { startLab, type Lab } from '@palisade/lab/lab';
import type { SiteAnswer } from '@palisade/lab/site';
import { serveTls } from '@palisade/lab/tls/tls-host';
import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serveBySplit } from '../../../test/flaky-front.ts';
import { followRedirects } from '../redirect-chain.ts';
import { createEgress } from './create-egress.ts';
import type { Egress, HttpRequestOptions } from './egress.ts';

const ADDRESS = '127.77.6.2';
const { signal } = new AbortController();
const egresses: Egress[] = [];
const servers: Server[] = [];
const sockets = new Set<Socket>();
let lab: Lab;
let certificate: { key: string; cert: string };

const routes: Record<string, SiteAnswer> = {
  '/gzip': { headers: [['content-encoding', 'gzip']], body: gzipSync('a'.repeat(300_000)) },
  '/moved': {
    status: 302,
    headers: [
      ['location', '/cookie'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ],
    body: 'moved',
  },
  '/bare': { status: 404 },
};
beforeAll(async () => {
  lab = await startLab({
    sites: [
      { host: 'only.test', onlyHttp2: true, https: { routes, headers: [['x-page', 'yes']], body: 'page' } },
      { host: 'both.test', tls: { ALPNProtocols: ['h2', 'http/1.1'] } },
    ],
  });
  const { key, chainPem } = await (await sharedCa()).issue({ names: [ADDRESS] });
  certificate = { key, cert: chainPem };
});
afterAll(() => lab.close());
afterEach(async () => {
  for (const egress of egresses.splice(0)) egress.close();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
});

function egressOf(ports: readonly number[] = []): Egress {
  const { policy } = lab;
  const egress = createEgress({
    ...policy,
    allowCidrs: [...policy.allowCidrs, `${ADDRESS}/32`],
    allowPorts: [...policy.allowPorts, ...ports],
  });
  egresses.push(egress);
  return egress;
}

interface Served {
  get(options?: Partial<HttpRequestOptions>): ReturnType<Egress['request']>;
  connections(): number;
}

/** Chooses HTTP/2 and does whatever `serve` does, once the client has spoken. */
async function start(serve: (socket: Socket) => void, alpn = 'h2'): Promise<Served> {
  let connections = 0;
  const server = createServer({ ...certificate, ALPNProtocols: [alpn] }, (socket) => {
    connections += 1;
    socket.on('error', () => socket.destroy());
    sockets.add(socket);
    socket.once('data', () => serve(socket));
  });
  servers.push(server.listen(0, ADDRESS));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const egress = egressOf([port]);
  const url = new URL(`https://${ADDRESS}:${port}/p?q=1`);
  return { get: (options) => egress.request({ url, signal, ...options }), connections: () => connections };
}

describe('a site of HTTP/2 alone', () => {
  it('gets the same request, and its answer is read in the same way', async () => {
    const page = await egressOf().request({
      url: new URL(lab.url('only.test', '/p?q=1')),
      headers: { Origin: 'https://a.example', Cookie: 'c=1; d=2' },
      signal,
    });
    expect(page).toMatchObject({ status: 200, http2: true, lenient: false, truncated: false, bodyFault: null });
    expect(page.headers).toContainEqual(['x-page', 'yes']);
    expect(page.body.toString()).toBe('page');
    const sent = lab.site('only.test').requests.at(-1);
    expect(sent).toMatchObject({ method: 'GET', path: '/p?q=1', origin: 'https://a.example', secure: true });
    expect(sent?.headers).toContainEqual(['host', new URL(lab.url('only.test')).host]);
    expect(sent?.headers).toContainEqual(['user-agent', 'Palisade-Lab']);
    expect(sent?.headers).toContainEqual(['cookie', 'c=1; d=2']);
    expect(sent?.headers.map(([name]) => name)).not.toContain('connection');
  });

  it.each<[string, Partial<HttpRequestOptions>, object]>([
    ['/gzip', {}, { status: 200, body: Buffer.alloc(300_000, 'a'), truncated: false }],
    ['/gzip', { maxBodyBytes: 1000 }, { body: Buffer.alloc(1000, 'a'), truncated: true, bodyFault: null }],
    ['/bare', {}, { status: 404, body: Buffer.alloc(0) }],
    ['/p', { method: 'OPTIONS', maxBodyBytes: 0 }, { status: 200, body: Buffer.alloc(0) }],
    ['/p', { method: 'POST', body: 'hello' }, { status: 200 }],
    ['/p', { trustedOnly: true }, { status: 200, http2: true }],
  ])('%s %o', async (path, options, wanted) => {
    const found = await egressOf().request({ url: new URL(lab.url('only.test', path)), signal, ...options });
    expect(found).toMatchObject(wanted);
    const { method = 'GET', body = '' } = options;
    expect(lab.site('only.test').requests.at(-1)).toMatchObject({ method, body, path });
  });

  it('redirects are followed, with their cookies', async () => {
    const egress = egressOf();
    const chain = await followRedirects(lab.url('only.test', '/moved'), { egress, signal, maxBodyBytes: 1000 });
    expect(chain.hops.map(({ status, http2 }) => [status, http2])).toEqual([
      [302, true],
      [200, true],
    ]);
    expect(chain.hops[0]?.headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value)).toEqual([
      'a=1',
      'b=2',
    ]);
    expect(lab.site('only.test').requests.at(-1)?.headers).toContainEqual(['cookie', 'a=1; b=2']);
  });
});

describe('connections', () => {
  it('a site with both versions gets HTTP/1.1, and one connection', async () => {
    const egress = egressOf();
    const url = new URL(lab.url('both.test'));
    for (const _ of [1, 2]) {
      expect(await egress.request({ url, signal })).toMatchObject({ status: 200, lenient: false });
      expect((await egress.request({ url, signal })).http2).toBeUndefined();
    }
  });

  it('one of HTTP/2 is kept for the next requests, also if several ask at first', async () => {
    const { get, connections } = await start((socket) => {
      socket.write(settings);
      let stream = -1;
      const respond = (): void => {
        stream += 2;
        socket.write(frame(FRAME.headers, END_HEADERS | END_STREAM, stream, Buffer.from([0x88])));
      };
      respond();
      onRequest(socket, respond, false);
    });
    for (const _ of [1, 2, 3]) expect(await get()).toMatchObject({ status: 200, http2: true });
    expect(connections()).toBe(1);
    const all = await Promise.all([get(), get(), get()]);
    expect(all.map(({ status, http2 }) => [status, http2])).toEqual([1, 2, 3].map(() => [200, true]));
    expect(connections()).toBeLessThanOrEqual(3);
  });

  it.each<[what: string, bytes: string, status: number, hellos: number]>([
    ['ends connections of HTTP/1.1', '', 204, 2],
    ['answers them in frames', settings.toString('latin1'), 204, 2],
    ['refuses the version', 'HTTP/1.1 505 No\r\nContent-Length: 0\r\n\r\n', 204, 2],
    ['wants another version', 'HTTP/1.1 426 Upgrade\r\nUpgrade: h2\r\nContent-Length: 0\r\n\r\n', 204, 2],
    ['wants another protocol', 'HTTP/1.1 426 Upgrade\r\nUpgrade: websocket\r\nContent-Length: 0\r\n\r\n', 426, 1],
    ['refuses the request', 'HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n', 403, 1],
  ])('a server that %s and has HTTP/2', async (_, bytes, status, count) => {
    const old = createServer(certificate, (socket) => {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .once('data', () => {
          if (bytes.startsWith('HTTP')) socket.write(bytes);
          else socket.end(Buffer.from(bytes, 'latin1'));
        });
    }).listen(0, ADDRESS);
    const modern = createServer({ ...certificate, ALPNProtocols: ['h2'] }, (socket) => {
      sockets.add(socket);
      socket.once('data', () =>
        socket.write(Buffer.concat([settings, answer([[':status', '204']], END_HEADERS | END_STREAM)])),
      );
    }).listen(0, ADDRESS);
    await Promise.all([once(old, 'listening'), once(modern, 'listening')]);
    const places = [old, modern].map((server) => server.address() as AddressInfo) as [AddressInfo, AddressInfo];
    let hellos = 0;
    const { server, port } = await serveBySplit(places, ADDRESS, (hello) => {
      hellos += 1;
      return hello.includes('\u0002h2');
    });
    servers.push(old, modern, server);
    const url = new URL(`https://${ADDRESS}:${port}/`);
    const found = await egressOf([port]).request({ url, signal });
    expect([found.status, found.http2 ?? false]).toEqual([status, status === 204]);
    expect(hellos).toBe(count);
  });

  it('a server that answers in neither version is asked twice, and its fault is that of HTTP/1.1', async () => {
    const host = await serveTls({ ...certificate, address: ADDRESS, ALPNProtocols: ['xmpp'] });
    const url = new URL(`https://${ADDRESS}:${host.port}/`);
    const egress = egressOf([host.port]);
    await expect(egress.request({ url, signal })).rejects.toMatchObject({
      code: 'tls',
      message: expect.stringContaining('no application protocol') as string,
    });
    expect(host.connections()).toBe(2);
    await expect(egress.request({ url, signal })).rejects.toMatchObject({ code: 'tls' });
    expect(host.connections()).toBe(3);
    await host.close();
  });
});

describe('header fields', () => {
  const fieldsOf = async (...pairs: [string, string][]) => {
    const head = answer([[':status', '200'], ...pairs], END_HEADERS | END_STREAM);
    const { get } = await start((socket) => socket.write(Buffer.concat([settings, head])));
    return (await get()).headers;
  };
  it.each<[string, [string, string][]]>([
    ['repeated, in their order', [['x-b', '1'], ['set-cookie', 'a=1'], ['x-b', '2'], ['set-cookie', 'b=2']]], // prettier-ignore
    ['that should stand once', [['content-type', 'text/html'], ['content-type', 'text/plain'], ['age', '1'], ['age', '2']]], // prettier-ignore
    ['with bytes above ASCII', [['server', 'caf\u00e9/1.0 \u00ff']]],
    [
      'a policy of 40 kB',
      [
        ['content-security-policy', 'a'.repeat(12_000)],
        ['x-a', 'b'.repeat(3000)],
      ],
    ],
    ['two hundred', Array.from({ length: 200 }, (_, n) => [`x-${n}`, 'v'] as [string, string])],
  ])('%s', async (_, pairs) => {
    expect(await fieldsOf(...pairs)).toEqual(pairs);
  });

  it('interim answers are passed over', async () => {
    const { get } = await start((socket) => {
      const hint = answer([[':status', '103'], ['link', '</a.css>; rel=preload']]); // prettier-ignore
      socket.write(Buffer.concat([settings, hint, answer([[':status', '200']], END_HEADERS | END_STREAM)]));
    });
    expect(await get()).toMatchObject({ status: 200, headers: [] });
  });
});

/** What waits for the end of the exchange, which is cut short here. */
const SLOW = new Set(['h2-silent', 'h2-drip', 'h2-table-size']);

describe('hostile servers', () => {
  it.each(HTTP2_LEVEL)('$name: $what', async ({ name, ends, serve }) => {
    const { get } = await start((socket) => {
      socket.resume();
      serve(socket, '/');
    });
    const found: unknown = await get(SLOW.has(name) ? { timeoutMs: 300 } : {}).catch((error: unknown) => error);
    if (ends === 'fault') expect(found).toMatchObject({ name: 'NetworkFault', blame: 'site' });
    if (ends === 'report') expect(found).toMatchObject({ status: 200, truncated: true });
    if (SLOW.has(name)) expect(found).toMatchObject({ code: 'timeout' });
  });

  it('a flood between two requests ends the connection', async () => {
    const closed = Promise.withResolvers<unknown>();
    const { get, connections } = await start((socket) => {
      socket.once('close', closed.resolve);
      socket.write(Buffer.concat([settings, answer([[':status', '200']], END_HEADERS | END_STREAM)]));
      const pings = setInterval(() => socket.write(Buffer.concat(Array(100).fill(frame(FRAME.ping, 1, 0, Buffer.alloc(8))))), 5); // prettier-ignore
      socket.once('close', () => clearInterval(pings));
    });
    expect((await get()).status).toBe(200);
    await closed.promise;
    expect((await get()).status).toBe(200);
    expect(connections()).toBe(2);
  });

  it('a cancelled scan gets nothing, not even a partial body', async () => {
    const scan = new AbortController();
    const { get } = await start((socket) => {
      socket.write(
        Buffer.concat([settings, answer([[':status', '200']]), frame(FRAME.data, 0, 1, Buffer.from('half'))]),
      );
      setTimeout(() => scan.abort(), 30);
    });
    await expect(get({ signal: scan.signal })).rejects.toMatchObject({ code: 'cancelled', blame: 'us' });
  });
});
