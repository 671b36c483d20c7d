import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { MAX_PER_HOST } from './connection-slots.ts';
import { dialTcp } from './dial.ts';
import { createEgressOver } from './guarded-egress.ts';
import { createWarmConnections } from './warm-connections.ts';
import type { EgressPolicy, HttpAnswer } from './egress.ts';

// What hangs is ended by the limit of its test; a busy machine delays all of this file.
const { signal } = new AbortController();
/** Never the reason for another connection here. */
const LONG = { warmMs: 60_000, patienceMs: 60_000 };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** Answers the n-th request of the c-th connection. */
type Serve = (socket: Socket, request: { n: number; c: number; path: string }) => void;

interface Site {
  connections: number;
  /** Resolves when the first connection is closed on both sides. */
  firstClosed: Promise<unknown>;
  get(path?: string): Promise<HttpAnswer>;
  egress: ReturnType<typeof createEgressOver>;
  port: number;
}

async function start(serve: Serve, address = '127.77.7.1', kept: Partial<typeof LONG> = LONG): Promise<Site> {
  const sockets = new Set<Socket>();
  const firstClosed = Promise.withResolvers<unknown>();
  const server = createServer((socket) => {
    const c = (site.connections += 1);
    let n = 0;
    sockets.add(socket);
    if (c === 1) socket.once('close', firstClosed.resolve);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => serve(socket, { n: (n += 1), c, path: chunk.toString('latin1').split(' ')[1] ?? '' }));
  });
  server.listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const policy: EgressPolicy = {
    allowCidrs: ['127.77.0.0/16'],
    allowPorts: [[1024, 65_535]],
    dnsServers: ['127.88.0.99:1'],
    userAgent: 'Palisade-Test',
  };
  const egress = createEgressOver(policy, dialTcp, undefined, undefined, kept);
  closing.push(() => {
    egress.close();
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => server.close(done));
  });
  const site: Site = {
    connections: 0,
    firstClosed: firstClosed.promise,
    egress,
    port,
    get: (path = '/') => egress.request({ url: new URL(`http://${address}:${port}${path}`), signal }),
  };
  return site;
}

const ok = (body: string, more = ''): string =>
  `HTTP/1.1 200 OK\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;
const text = async (answer: Promise<HttpAnswer>): Promise<string> => (await answer).body.toString();
/** Or not at all, which the next answer then shows. */
const closes = ({ firstClosed }: Site): Promise<unknown> =>
  Promise.race([firstClosed, sleep(5_000, undefined, { ref: false })]);

describe('a connection that answered in good order', () => {
  it.each([
    ['with a length', ok('body')],
    ['in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n'],
    ['without a body', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['with a redirect', 'HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 4\r\n\r\nbody'],
  ])('%s is asked again', async (_, bytes) => {
    const site = await start((socket, { n }) => socket.write(n === 3 ? ok('third') : bytes));
    await site.get();
    await site.get();
    expect(await text(site.get())).toBe('third');
    expect(site.connections).toBe(1);
  });

  it('is for its origin alone', async () => {
    const one = await start((socket) => socket.write(ok('one')));
    const other = await start((socket) => socket.write(ok('other')));
    const ask = (port: number): Promise<string> =>
      text(one.egress.request({ url: new URL(`http://127.77.7.1:${port}/`), signal }));
    expect([await ask(one.port), await ask(other.port), await ask(one.port)]).toEqual(['one', 'other', 'one']);
  });

  it('is not shared by requests at the same time', async () => {
    const site = await start((socket, { path }) => setTimeout(() => socket.write(ok(path)), 20));
    await site.get('/first');
    expect(await Promise.all(['/a', '/b', '/c'].map((path) => text(site.get(path))))).toEqual(['/a', '/b', '/c']);
    // Two at once, and a third that rather waits for one of them.
    expect(site.connections).toBe(2);
  });

  it('is not waited for without end', async () => {
    const site = await start((socket, { path }) => path === '/stuck' || socket.write(ok(path)), undefined, {});
    const stuck = [site.get('/stuck'), site.get('/stuck')];
    expect(await text(site.get('/third'))).toBe('/third');
    site.egress.close();
    expect((await Promise.allSettled(stuck)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('a connection that did not', () => {
  it.each([
    ['said close', ok('body', 'Connection: close\r\n')],
    ['had no length', 'HTTP/1.0 200 OK\r\n\r\nbody'],
    ['sent more than its length', `${ok('body')}HTTP/1.1 200 OK\r\nX-Poison: 1\r\nContent-Length: 6\r\n\r\npoison`],
    ['sent rubbish behind it', `${ok('body')}rubbish`],
    ['broke the syntax', 'HTTP/1.1 200 OK\nContent-Length: 4\n\nbody'],
  ])('%s: the next request opens another', async (_, bytes) => {
    const site = await start((socket, { n, c }) => {
      if (n > 1) socket.write(ok('reused'));
      else if (c === 1 || bytes.includes('\n\nbody')) {
        socket.write(Buffer.from(bytes, 'latin1'));
        if (bytes.startsWith('HTTP/1.0')) socket.end();
      } else socket.write(ok('fresh'));
    });
    expect(await text(site.get())).toBe('body');
    expect(['fresh', 'body']).toContain(await text(site.get()));
    expect(site.connections).toBeGreaterThan(1);
  });

  it('sent bytes while it was idle: they are not used as a response', async () => {
    const site = await start((socket, { c }) => {
      socket.write(ok(`answer ${c}`));
      if (c === 1) setTimeout(() => socket.write(ok('poison')), 10);
    });
    expect(await text(site.get())).toBe('answer 1');
    await closes(site);
    expect(await text(site.get())).toBe('answer 2');
  });

  it('closed while it was idle, or on reuse: the request is repeated', async () => {
    const quiet = await start((socket, { c }) => {
      socket.write(ok(`answer ${c}`));
      if (c === 1) setTimeout(() => socket.end(), 10);
    });
    await quiet.get();
    await closes(quiet);
    expect(await text(quiet.get())).toBe('answer 2');
    const rude = await start((socket, { n, c }) => (n > 1 ? socket.destroy() : socket.write(ok(`answer ${c}`))));
    await rude.get();
    expect(await text(rude.get())).toBe('answer 2');
  });
});

it('the first answer of a site is waited for, and two requests after it have a connection each', async () => {
  const site = await start((socket, { path }) => setTimeout(() => socket.write(ok(path)), 20), '127.77.7.32');
  const get = (path: string) =>
    text(site.egress.request({ url: new URL(`http://127.77.7.32:${site.port}${path}`), signal, maxBodyBytes: 1000 }));
  expect(await Promise.all([get('/1'), get('/2')])).toEqual(['/1', '/2']);
  expect(site.connections).toBe(1);
  expect(await Promise.all([get('/3'), get('/4')])).toEqual(['/3', '/4']);
  expect(site.connections).toBe(2);
});

it('idle connections make room for anyone who needs a new one', async () => {
  const site = await start((socket, { path }) => setTimeout(() => socket.write(ok(path)), 20));
  await site.get('/0');
  await Promise.all([site.get('/1'), site.get('/2')]);
  expect(site.connections).toBe(2);
  const sockets = Array.from({ length: MAX_PER_HOST }, () =>
    site.egress.connect({ host: '127.77.7.1', port: site.port, signal }),
  );
  expect((await Promise.all(sockets)).length).toBe(MAX_PER_HOST);
});

it('if no further connection may be opened, the next request waits for the busy one', async () => {
  const address = '127.77.7.31';
  const site = await start((socket, { path }) => setTimeout(() => socket.write(ok(path)), 50), address);
  const held = Array.from({ length: MAX_PER_HOST - 1 }, () =>
    site.egress.connect({ host: address, port: site.port, signal }),
  );
  await Promise.all(held);
  const get = (path: string) =>
    site.egress.request({ url: new URL(`http://${address}:${site.port}${path}`), signal, maxBodyBytes: 1000 });
  const answers = await Promise.all([text(get('/first')), text(get('/second'))]);
  expect(answers).toEqual(['/first', '/second']);
  expect(site.connections).toBe(MAX_PER_HOST);
});

it('an unwanted body of ordinary size does not cost the connection', async () => {
  const site = await start((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 40000\r\n\r\n${'x'.repeat(40_000)}`);
  }, '127.77.7.30');
  let requests = 0;
  // Given up each time, it would be as many connections as requests. A machine that stalls may cost some of them.
  for (let asked = 1; asked <= 6 || (asked <= 100 && site.connections === asked - 1); asked += 1) {
    const url = new URL(`http://127.77.7.30:${site.port}/`);
    const { body, truncated } = await site.egress.request({ url, signal, maxBodyBytes: 0 });
    expect([body.length, truncated]).toEqual([0, true]);
    // The answer does not wait long for its body; the connection is free when that is over.
    await sleep(30);
    requests = asked;
  }
  expect(site.connections).toBeLessThan(requests);
});

it('callers that wait for a busy connection are notified if it is lost', async () => {
  const warm = createWarmConnections();
  const next = warm.next('http://a.test', 60_000);
  warm.lost('http://b.test');
  warm.lost('http://a.test');
  expect(await next).toBeUndefined();
});
