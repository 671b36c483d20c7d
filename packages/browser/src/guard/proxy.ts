import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Egress } from '@palisade/scanner/gather/net/egress';
import type { Budget } from '../budget.ts';
import type { Refusals } from './refusals.ts';
import { firstOctets, joinTunnel, type Tunnel } from './tunnel.ts';

export interface GuardProxy {
  /** `http://127.0.0.1:port` */
  server: string;
  close: () => Promise<void>;
}

export interface GuardOptions {
  egress: Egress;
  refusals: Refusals;
  /** Shared by all guards of one scan. */
  spent: Spent;
  budget: Budget;
  /** Ends everything; its reason says why. */
  signal: AbortSignal;
  /** The budget is used up. */
  onOverrun: (what: string) => void;
  /** Certificates are verified here, because the browser accepts any: it could not be given the operator's roots. */
  judgesTrust: boolean;
}

export interface Spent {
  bytes: number;
  connections: number;
}

/** A connection that has been silent for this long is closed if another one to its address is waiting for its place. */
const IDLE_MS = 400;
/** The same while the server's answer is missing: pages wait longer than that for slow ones. */
const UNANSWERED_MS = 2_000;
const CONNECT_MS = 8_000;
/** RFC 9112 §3.2.3: nothing but host and port. */
const AUTHORITY = /^(?:\[[\da-f:.]+\]|[^\s/?#@\\:[\]]+)(?::\d{1,5})?$/iu;
/** RFC 8446 §5.1: the type of the first record that a TLS client sends. */
const TLS_HANDSHAKE = 0x16;
/** RFC 9110 §7.6.1, and the fields that browsers send only to proxies. */
const HOP_BY_HOP = /^(?:connection|proxy-.*|keep-alive|te|trailer|transfer-encoding|upgrade)$/iu;

/**
 * An HTTP proxy on loopback. Everything that a browser's pages send comes here and leaves through the scanner's egress guard, which
 * resolves, checks and dials. It supports CONNECT and requests in absolute form (RFC 9112 §3.2.2), nothing else.
 */
export async function startGuard(options: GuardOptions): Promise<GuardProxy> {
  const { egress, refusals, spent, budget, signal, onOverrun } = options;
  const tunnels = new Set<Tunnel>();
  const clients = new Set<Duplex>();
  const trusted = new Map<string, Promise<boolean>>();

  const count = (bytes: number): void => {
    spent.bytes += bytes;
    if (spent.bytes > budget.bytes) onOverrun(`read more than ${Math.round(budget.bytes / 1024 / 1024)} MB`);
  };

  async function open(host: string, port: number): Promise<Socket> {
    spent.connections += 1;
    if (spent.connections > budget.connections) {
      onOverrun(`opened more than ${budget.connections} connections`);
      throw new Error('too many connections');
    }
    const timer = setInterval(makeRoom, IDLE_MS);
    try {
      const socket = await egress.connect({ host, port, signal, timeoutMs: CONNECT_MS });
      socket.setNoDelay(true);
      return socket;
    } finally {
      clearInterval(timer);
    }
  }

  /** Ends the connection that has been idle for longest, where one to its address waits: not those to other servers. */
  function makeRoom(): void {
    const now = performance.now();
    const idle = [...tunnels].filter(
      ({ address, lastAt, unanswered }) =>
        now - lastAt() > (unanswered() ? UNANSWERED_MS : IDLE_MS) && egress.wanted(address),
    );
    const longest = new Map(idle.toSorted((a, b) => b.lastAt() - a.lastAt()).map((one) => [one.address, one]));
    for (const tunnel of longest.values()) tunnel.end();
  }

  /** Verified in our own handshake with the operator's roots, once for each host and port. */
  function isTrusted(host: string, port: number): Promise<boolean> {
    const key = `${host}:${port}`;
    const known = trusted.get(key);
    if (known) return known;
    const judged = egress.connectTls({ host, port, signal }).then((socket) => {
      const verdict = socket.authorized;
      socket.destroy();
      return verdict;
    });
    trusted.set(key, judged);
    return judged;
  }

  const agent = new Agent({ keepAlive: true, maxSockets: 6, maxFreeSockets: 2, timeout: CONNECT_MS });
  type Done = (fault: Error | null, socket: Socket) => void;
  const dialFor = async (host: string, port: number, done: Done | undefined): Promise<void> => {
    try {
      const socket = await open(host, port);
      const end = (): void => void socket.destroy();
      const tunnel = {
        address: socket.remoteAddress ?? '',
        lastAt: () => performance.now(),
        unanswered: () => true,
        end,
      };
      tunnels.add(tunnel);
      socket.once('close', () => tunnels.delete(tunnel));
      done?.(null, socket);
    } catch (error) {
      done?.(error as Error, undefined as never);
    }
  };
  agent.createConnection = (wanted, done) => {
    const { host, port } = wanted as { host: string; port: number };
    void dialFor(host, port, done);
    return undefined;
  };

  const server = createServer({ maxHeaderSize: 65_536, insecureHTTPParser: true, requireHostHeader: false });
  server.on('connection', (socket: Socket) => {
    clients.add(socket);
    socket.once('close', () => clients.delete(socket));
  });
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => undefined);
    void connectFor(incoming.url ?? '', client, head);
  });
  server.on('request', (incoming, answer) => void forward(incoming, answer));
  server.on('clientError', (_error, socket) => socket.destroy());

  async function connectFor(authority: string, client: Duplex, head: Buffer): Promise<void> {
    const url = AUTHORITY.test(authority) ? URL.parse(`https://${authority}/`) : null;
    const port = Number(url?.port || 443);
    let established = false;
    const refuse = (reason: string): void => {
      refusals.add({ url: url?.href ?? 'https://', reason });
      if (established) client.destroy();
      else client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    };
    const establish = (): void => {
      if (!established) client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      established = true;
    };
    if (!url) return refuse('the address is not a host and a port');
    try {
      const host = egress.admit(url.href).hostname.replace(/^\[|\]$/gu, '');
      let first = head;
      if (options.judgesTrust) {
        // Whether it is TLS shows only in the first octet: sockets without TLS use the same tunnels, on any port.
        establish();
        if (first.length === 0) first = await firstOctets(client);
        if (first[0] === TLS_HANDSHAKE && !(await isTrusted(host, port)))
          return refuse('its certificate is not trusted');
      }
      const upstream = await open(host, port);
      establish();
      if (first.length > 0) upstream.write(first);
      const tunnel = joinTunnel(client, upstream, count);
      tunnels.add(tunnel);
      upstream.once('close', () => tunnels.delete(tunnel));
    } catch (error) {
      refuse(reasonOf(error));
    }
  }

  async function forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    incoming.on('error', () => undefined);
    answer.on('error', () => undefined);
    const text = incoming.url ?? '';
    const refuse = (reason: string): void => {
      refusals.add({ url: text.slice(0, 2_000), reason });
      // Closed without an answer: an answer of ours would be taken for the site's.
      answer.destroy();
    };
    try {
      const url = egress.admit(text);
      if (url.protocol !== 'http:') return refuse('only http is allowed without a tunnel');
      const headers = kept(incoming.rawHeaders);
      const outgoing = request({
        agent,
        host: url.hostname.replace(/^\[|\]$/gu, ''),
        port: Number(url.port || 80),
        method: incoming.method,
        path: `${url.pathname}${url.search}`,
        headers,
        setHost: false,
        insecureHTTPParser: true,
        maxHeaderSize: 65_536,
        signal,
      });
      outgoing.on('error', (error) => refuse(reasonOf(error)));
      outgoing.on('response', (response) => {
        response.on('error', () => answer.destroy());
        response.on('data', (chunk: Buffer) => count(chunk.length));
        // No one asked to switch protocols: what follows is no answer, and may never come.
        if (response.statusCode === 101) {
          refuse('its response could not be passed on');
          response.destroy();
          return;
        }
        try {
          answer.writeHead(response.statusCode ?? 502, kept(response.rawHeaders));
        } catch {
          refuse('its response could not be passed on');
          response.destroy();
          return;
        }
        response.pipe(answer);
        answer.once('close', () => response.destroy());
      });
      answer.once('close', () => outgoing.destroy());
      incoming.on('data', (chunk: Buffer) => count(chunk.length));
      incoming.pipe(outgoing);
    } catch (error) {
      refuse(reasonOf(error));
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = async (): Promise<void> => {
    for (const tunnel of tunnels) tunnel.end();
    for (const client of clients) client.destroy();
    agent.destroy();
    egress.close();
    if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  signal.addEventListener('abort', () => void close(), { once: true });
  return { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

function kept(raw: readonly string[]): string[] {
  const fields: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if (!HOP_BY_HOP.test(raw[at] ?? '')) fields.push(raw[at] ?? '', raw[at + 1] ?? '');
  }
  return fields;
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 300);
}
