import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createEgress } from '../create-egress.ts';
import type { Egress, HttpAnswer, HttpRequestOptions } from '../egress.ts';

/** Never ends: this module may be older than the test that uses it, and each test has its own limit. */
export const signal = new AbortController().signal;
const closing: (() => unknown)[] = [];

/** For `afterEach`. */
export async function closeSites(): Promise<void> {
  await Promise.all(closing.splice(0).map((close) => close()));
}

export interface Site {
  url: URL;
  /** What each connection was sent, up to the end of the request. */
  requests: string[];
  egress: Egress;
}

/** A server that does whatever `serve` does once the request is in. */
export async function start(serve: (socket: Socket, request: string) => void): Promise<Site> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', (chunk) => {
      requests.push(chunk.toString('latin1'));
      serve(socket, chunk.toString('latin1'));
    });
  });
  server.listen(0, '127.77.6.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const egress = createEgress({
    allowCidrs: ['127.77.0.0/16'],
    allowPorts: [port],
    dnsServers: ['127.88.0.99:1'],
    userAgent: 'Palisade-Test',
  });
  closing.push(() => {
    egress.close();
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => server.close(done));
  });
  return { url: new URL(`http://127.77.6.1:${port}/p?q=1`), requests, egress };
}

export async function get(
  serve: string | Buffer | ((socket: Socket, request: string) => void),
  options: Partial<HttpRequestOptions> = {},
): Promise<HttpAnswer> {
  const { url, egress } = await start(
    typeof serve === 'function'
      ? serve
      : (socket) => socket.end(typeof serve === 'string' ? Buffer.from(serve, 'latin1') : serve),
  );
  return egress.request({ url, signal, ...options });
}

export const ok = (headers: string, body: string | Buffer = ''): Buffer =>
  Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${headers}\r\n`, 'latin1'), Buffer.from(body as string)]);
export const coded = (coding: string, body: Buffer): Buffer =>
  ok(`Content-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n`, body);
