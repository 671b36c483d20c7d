import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { sharedCa } from '../ca.ts';

export interface WorldAnswer {
  status?: number;
  /** Header names as they are sent. */
  headers?: Readonly<Record<string, string>>;
  /** A function renders it for each request, for content that changes with every load. */
  body: string | ((count: number) => string);
  /** The answer never ends. */
  endless?: true;
}

/** A small internet: each host's responses, by path without query. `*` matches any other path. */
export type World = Readonly<Record<string, Readonly<Record<string, WorldAnswer | string>>>>;

export interface PageWorld {
  /** For `--proxy-server`. */
  proxy: string;
  requests: { url: string; method: string }[];
  close(): Promise<void>;
}

/**
 * An HTTP proxy that answers for every host, http and https. Nothing is resolved or dialed: a host outside
 * this world gets 502. Browsers must ignore certificate errors.
 */
export async function startPageWorld(world: World): Promise<PageWorld> {
  const ca = await sharedCa();
  const { key, chainPem } = await ca.issue({ names: ['*.test', 'test'] });
  const requests: PageWorld['requests'] = [];
  const sockets = new Set<Socket>();
  const counts = new Map<string, number>();
  const inner = createServer((request, response) => {
    const scheme = 'encrypted' in request.socket ? 'https' : 'http';
    const url = new URL(request.url ?? '/', `${scheme}://${request.headers.host ?? ''}`);
    requests.push({ url: url.href, method: request.method ?? 'GET' });
    const host = world[url.hostname];
    const found = host?.[url.pathname] ?? host?.['*'];
    if (found === undefined)
      return void response.writeHead(host ? 404 : 502, { 'content-type': 'text/html' }).end('<p>none</p>');
    const answer: WorldAnswer = typeof found === 'string' ? { body: found } : found;
    const count = (counts.get(url.href) ?? 0) + 1;
    counts.set(url.href, count);
    const headers = { 'content-type': kindOf(url.pathname), ...answer.headers };
    response.writeHead(answer.status ?? 200, headers);
    const body = typeof answer.body === 'string' ? answer.body : answer.body(count);
    if (answer.endless) response.write(body);
    else response.end(body);
  });
  const tls = createTlsServer({ key, cert: chainPem, ALPNProtocols: ['http/1.1'] }, (socket) =>
    inner.emit('connection', socket),
  );
  const proxy: Server = createServer((request, response) => inner.emit('request', request, response));
  proxy.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    tls.emit('connection', socket);
  });
  tls.on('tlsClientError', (_error, socket) => socket.destroy());
  proxy.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

function kindOf(path: string): string {
  const ending = /\.([a-z0-9]+)$/iu.exec(path)?.[1] ?? '';
  return KINDS[ending] ?? 'text/html; charset=utf-8';
}

const KINDS: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
  json: 'application/json',
  txt: 'text/plain',
};
