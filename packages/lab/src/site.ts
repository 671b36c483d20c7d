import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { sharedCa, type Ca, type CertificateRequest, type IssuedCertificate } from './ca.ts';
import { withCors, type CorsBehavior } from './site/cors.ts';
import { serveHttp1, type SiteAnswer, type SiteHandler, type SiteRequest } from './site/http1.ts';
import { serveHttp2 } from './site/http2.ts';
import { nextLabAddress } from './site/lab-address.ts';

export type { CorsBehavior } from './site/cors.ts';
export type { SiteAnswer, SiteHandler, SiteRequest } from './site/http1.ts';

/** What one scheme serves: one response for every path, with exceptions by path (query included or not). */
export interface SiteContent extends SiteAnswer {
  routes?: Readonly<Record<string, SiteAnswer | SiteHandler>>;
  /** For every path except `/` and the routes; by default these get the same response as `/`. */
  elsewhere?: SiteAnswer;
  cors?: CorsBehavior;
}

export interface SiteOptions {
  host: string;
  /** Loopback address; by default a free one in 127.77.0.0/16. */
  address?: string;
  /** Default: a small HTML page. `none` leaves the port closed. */
  https?: SiteContent | SiteHandler | 'none';
  /** Default `redirect` (301 to https). `close` accepts and closes the connection; `none` leaves the port closed. */
  http?: SiteContent | SiteHandler | 'redirect' | 'close' | 'none';
  /** Overrides for the certificate, or a complete one. */
  certificate?: Partial<CertificateRequest> | IssuedCertificate;
  ca?: Ca;
  /** The https server has HTTP/2 and nothing else. */
  onlyHttp2?: boolean;
  /** Passed to the TLS server (protocol versions, ciphers …). */
  tls?: TlsOptions;
  /** Default 443 if this user may bind it, otherwise 8443. 0 picks a free port. */
  httpsPort?: number;
  /** Default 80 if this user may bind it, otherwise 8080. 0 picks a free port. */
  httpPort?: number;
}

export interface Site {
  host: string;
  address: string;
  httpsPort: number;
  httpPort: number;
  /** Every request so far, in order of arrival. */
  requests: SiteRequest[];
  /** `https://host[:port]/` plus path. */
  url(path?: string): string;
  /** The same over plain http. */
  httpUrl(path?: string): string;
  close(): Promise<void>;
}

/** Real https and http servers for one host on one loopback address. */
export async function startSite(options: SiteOptions): Promise<Site> {
  const issued = await certificateOf(options);
  for (let attempt = 1; ; attempt++) {
    const address = options.address ?? nextLabAddress();
    try {
      return await bindSite(options, address, issued);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRNOTAVAIL') {
        throw new Error(
          `the lab needs the loopback address ${address}: on macOS add it with "ifconfig lo0 alias ${address}"`,
          { cause: error },
        );
      }
      // Another test process uses this address: try the next one.
      if (code !== 'EADDRINUSE' || options.address !== undefined || attempt === 50) throw error;
    }
  }
}

async function bindSite(options: SiteOptions, address: string, issued: IssuedCertificate): Promise<Site> {
  const { host } = options;
  const requests: SiteRequest[] = [];
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  const ports = { https: 0, http: 0 };

  const serve = (socket: Socket, secure: boolean, handler: SiteHandler): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const recording: SiteHandler = (request) => {
      requests.push(request);
      return handler(request);
    };
    if (secure && options.onlyHttp2) serveHttp2(socket, recording);
    else serveHttp1(socket, { secure, handler: recording });
  };
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  };

  try {
    if (options.https !== 'none') {
      const handler = handlerOf(options.https ?? DEFAULT_PAGE, host);
      const tls = createTlsServer({
        key: issued.key,
        cert: issued.chainPem,
        ALPNProtocols: [options.onlyHttp2 ? 'h2' : 'http/1.1'],
        ...options.tls,
      });
      tls.on('secureConnection', (socket) => serve(socket, true, handler));
      tls.on('connection', (socket: Socket) => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
        socket.on('error', () => socket.destroy());
      });
      servers.push(tls);
      ports.https = await listen(tls, address, options.httpsPort, [443, 8443]);
    }
    const http = options.http ?? 'redirect';
    if (http !== 'none') {
      const handler = plainHandler(http, host, () => ports.https);
      const tcp = createTcpServer((socket) => serve(socket, false, handler));
      servers.push(tcp);
      ports.http = await listen(tcp, address, options.httpPort, [80, 8080]);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    host,
    address,
    httpsPort: ports.https,
    httpPort: ports.http,
    requests,
    url: (path = '/') => `https://${authority(host, ports.https, 443)}${path}`,
    httpUrl: (path = '/') => `http://${authority(host, ports.http, 80)}${path}`,
    close,
  };
}

async function listen(
  server: Server,
  address: string,
  wanted: number | undefined,
  usual: readonly [number, number],
): Promise<number> {
  const ports = wanted === undefined ? usual : [wanted];
  for (const port of ports) {
    try {
      server.listen(port, address);
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EACCES' || port === ports.at(-1)) throw error;
    }
  }
  throw new Error('no port to listen on');
}

async function certificateOf(options: SiteOptions): Promise<IssuedCertificate> {
  const { certificate } = options;
  if (certificate && 'chainPem' in certificate) return certificate;
  const ca = options.ca ?? (await sharedCa());
  return ca.issue({ names: [options.host], ...certificate });
}

function handlerOf(content: SiteContent | SiteHandler, host: string): SiteHandler {
  if (typeof content === 'function') return content;
  const { routes = {}, elsewhere, cors, ...page } = content;
  return async (request) => {
    const path = request.path.split('?', 1)[0] ?? '';
    const route = routes[request.path] ?? routes[path] ?? (path === '/' ? page : (elsewhere ?? page));
    const answer = typeof route === 'function' ? await route(request) : route;
    return cors ? withCors(answer, cors, request, host) : answer;
  };
}

function plainHandler(
  http: Exclude<SiteOptions['http'], 'none' | undefined>,
  host: string,
  httpsPort: () => number,
): SiteHandler {
  if (http === 'close') return () => ({ hangUp: true });
  if (http !== 'redirect') return handlerOf(http, host);
  return ({ path }) => ({
    status: 301,
    headers: [['Location', `https://${authority(host, httpsPort(), 443)}${path}`]],
  });
}

function authority(host: string, port: number, usual: number): string {
  return port === usual ? host : `${host}:${port}`;
}

const DEFAULT_PAGE: SiteContent = {
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  body: '<!doctype html><html lang="en"><head><title>Lab</title></head><body><p>ok</p></body></html>',
};
