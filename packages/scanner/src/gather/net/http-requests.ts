import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { NetworkFault } from '../../errors.ts';
import { fieldValues } from '../../evidence/http.ts';
import { hostOf, portOf } from './admit-url.ts';
import { withCredentials, type Credentials } from './credentials.ts';
import { timeLimit } from './deadline.ts';
import type { Egress, HttpAnswer } from './egress.ts';
import { exchange } from './http-exchange.ts';
import { exchangeHttp2, speaksHttp2 } from './http2-exchange.ts';
import { isUnofferedProtocol } from './network-fault.ts';
import { SMALL_HELLO } from './tls-connect.ts';
import { serverOf, type TlsSessions } from './tls-sessions.ts';
import type { WarmConnections } from './warm-connections.ts';

/** One request, from the free connection slot to the last byte of the body. */
export const EXCHANGE_TIMEOUT_MS = 8000;

/** For what is secret: no protocol or cipher that today's clients refuse. */
const STRICT_TLS = { minVersion: 'TLSv1.2', ciphers: 'DEFAULT' } as const;

/** Connections to one origin after which a request rather waits for one of them. */
const ENOUGH_PER_ORIGIN = 2;

/** Of one scan. */
interface Means extends Pick<Egress, 'admit' | 'connect'> {
  /** @param usual it shakes hands as any client does */
  connectTls(options: Parameters<Egress['connectTls']>[0], usual: boolean): Promise<TLSSocket>;
  /** The caller's signal joined with the end of the scan. */
  endOf(signal: AbortSignal): AbortSignal;
  /** Whether a new connection to the host would have to wait. */
  isFull(host: string, signal: AbortSignal): Promise<boolean>;
  /** Someone waits for a new connection to this address. */
  wanted(address: string): boolean;
  warm: WarmConnections;
  sessions: TlsSessions;
  userAgent: string;
  /** What the caller presents to the site, and the one origin that gets it. */
  access: { origin: string; credentials: Credentials } | undefined;
  /** How long a request waits for a busy connection. */
  patienceMs: number;
}

/**
 * HTTP/1.1, which nearly every server has and whose answers come as they were written. A server that has only HTTP/2
 * gets that, as from a browser: from the alert that says so (RFC 7301 §3.2), or once it has ended its first
 * connection without an answer, or answered that it wants another version.
 */
export function createHttpRequests(means: Means): Egress['request'] {
  const { admit, connect, connectTls, endOf, isFull, warm, sessions, access, patienceMs } = means;
  /** Requests under way, by origin. */
  const exchanging = new Map<string, number>();
  /** Origins that have answered. */
  const heard = new Set<string>();
  /** Whether an origin that did not answer over HTTP/1.1 has HTTP/2. */
  const http2 = new Map<string, Promise<boolean>>();

  async function openTls(url: URL, signal: AbortSignal, trustedOnly: boolean, protocol: 'h2' | 'http/1.1') {
    const target = { host: hostOf(url), port: portOf(url), signal };
    const ALPNProtocols = [protocol];
    if (trustedOnly) {
      return trusted(await connectTls({ ...target, tls: { ALPNProtocols, ...STRICT_TLS } }, false), url.host);
    }
    const certificate = access?.origin === url.origin ? access.credentials.clientCertificate : undefined;
    const tls = { ALPNProtocols, ...certificate };
    try {
      return await connectTls({ ...target, tls }, certificate === undefined);
    } catch (error) {
      if (!(error instanceof NetworkFault) || error.code !== 'tls' || lacksProtocol(error)) throw error;
      return connectTls({ ...target, tls: { ...tls, ...SMALL_HELLO } }, false);
    }
  }

  /** @throws the fault that made us try if the server does not choose HTTP/2 */
  async function openHttp2(url: URL, signal: AbortSignal, trustedOnly: boolean, because: NetworkFault) {
    const known = http2.get(url.origin);
    if (known) {
      if (await known) return openTls(url, signal, trustedOnly, 'h2');
      throw because;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    http2.set(url.origin, promise);
    let fault = because;
    const socket = await openTls(url, signal, trustedOnly, 'h2').catch((error: unknown) => {
      // It has HTTP/2, and refuses us for another reason.
      if (lacksProtocol(because) && error instanceof NetworkFault && !lacksProtocol(error)) fault = error;
      return null;
    });
    const isSpoken = socket !== null && speaksHttp2(socket);
    resolve(isSpoken);
    // It had not the time to answer.
    if (signal.aborted && !isSpoken) http2.delete(url.origin);
    if (isSpoken) return socket;
    socket?.destroy();
    throw fault;
  }

  async function openFor(url: URL, signal: AbortSignal, trustedOnly = false): Promise<Socket> {
    if (url.protocol === 'http:') return connect({ host: hostOf(url), port: portOf(url), signal });
    // Without a wait if nothing is known: others look for the handshake as soon as this is called.
    const known = http2.get(url.origin);
    const isSpoken = known !== undefined && (await known);
    try {
      return await openTls(url, signal, trustedOnly, isSpoken ? 'h2' : 'http/1.1');
    } catch (error) {
      if (isSpoken || !lacksProtocol(error)) throw error;
      return openHttp2(url, signal, trustedOnly, error);
    }
  }

  return async function request(options) {
    const url = admit(options.url.href);
    const limit = timeLimit(endOf(options.signal), options.timeoutMs ?? EXCHANGE_TIMEOUT_MS);
    const { signal } = limit;
    const open = (): Promise<Socket> => openFor(url, signal, options.trustedOnly);
    const ask = async (socket: Socket, lenient: boolean): Promise<HttpAnswer> => {
      const address = socket.remoteAddress ?? '';
      const onClose = (): void => warm.lost(url.origin);
      socket.once('close', onClose);
      const onFree = (free: Socket): void => {
        free.off('close', onClose);
        warm.keep(url.origin, address, free, means.wanted(address));
      };
      const headers =
        access?.origin === url.origin ? withCredentials(options.headers, access.credentials) : (options.headers ?? {});
      const all = { ...options, headers, url, address, userAgent: means.userAgent, lenient, onFree };
      const answer = await (speaksHttp2(socket) ? exchangeHttp2 : exchange)(socket, all, signal);
      heard.add(url.origin);
      return answer;
    };
    const askAnew = async (): Promise<HttpAnswer> => {
      const socket = await open();
      try {
        const answer = await ask(socket, false);
        if (url.protocol === 'http:' || speaksHttp2(socket) || !refusesVersion(answer)) return answer;
        return (await askInHttp2().catch(() => null)) ?? answer;
      } catch (error) {
        const isAnswering = speaksHttp2(socket) || heard.has(url.origin);
        if (url.protocol === 'http:' || isAnswering || !mayWantHttp2(error)) throw error;
        return ask(await openHttp2(url, signal, options.trustedOnly ?? false, error), false);
      }
    };
    /** After an answer that refuses HTTP/1.1; the connection that brought it is of no more use. */
    const askInHttp2 = async (): Promise<HttpAnswer> => {
      const because = new NetworkFault('malformed', `${url.host} refuses HTTP/1.1`);
      const socket = await openHttp2(url, signal, options.trustedOnly ?? false, because);
      warm.take(url.origin)?.destroy();
      return ask(socket, false);
    };
    exchanging.set(url.origin, (exchanging.get(url.origin) ?? 0) + 1);
    try {
      // One more connection costs three round trips, waiting for a busy one usually less than two, and three for the first.
      const busy = (exchanging.get(url.origin) ?? 0) - 1;
      // A POST is sent once, on a separate connection.
      if (options.method === 'POST') return await ask(await open(), false);
      const kept =
        warm.take(url.origin) ??
        (busy >= ENOUGH_PER_ORIGIN || (busy > 0 && (!heard.has(url.origin) || (await isFull(hostOf(url), signal))))
          ? await warm.next(url.origin, patienceMs)
          : undefined);
      const first = kept && (await ask(kept, false).catch(unlessClosedMeanwhile));
      const answer = first ?? (await askAnew());
      if (!isBrokenBody(answer)) return answer;
      // Browsers read chunks whose length has blanks behind it, which some servers fill up with.
      const again = await ask(await open(), true).catch(() => null);
      return again !== null && !isBrokenBody(again) ? again : answer;
    } catch (error) {
      const isFinal = options.method === 'POST' || (await http2.get(url.origin)) === true;
      if (!(error instanceof NetworkFault) || error.code !== 'malformed' || isFinal) throw error;
      return await ask(await open(), true);
    } finally {
      exchanging.set(url.origin, (exchanging.get(url.origin) ?? 1) - 1);
      sessions.over(serverOf(hostOf(url), portOf(url)));
      limit.clear();
    }
  };
}

/** Chunks that break the syntax; a content coding that cannot be undone is as broken for browsers. */
function isBrokenBody({ bodyFault, http2, headers }: HttpAnswer): boolean {
  return bodyFault === 'malformed' && !http2 && fieldValues(headers, 'transfer-encoding').length > 0;
}

/** @throws NetworkFault when it would not be trusted */
function trusted(socket: TLSSocket, host: string): TLSSocket {
  if (socket.authorized) return socket;
  const why = String(socket.authorizationError).slice(0, 80);
  socket.destroy();
  throw new NetworkFault('tls', `${host} has a certificate that is not trusted (${why})`);
}

/** A server may close an idle connection at the moment it is asked again: then a new one is opened. */
function unlessClosedMeanwhile(error: unknown): undefined {
  if (error instanceof NetworkFault && error.code === 'reset') return undefined;
  throw error;
}

/** The server has none of the protocols that were offered, or chose another one. */
function lacksProtocol(error: unknown): error is NetworkFault {
  if (!(error instanceof NetworkFault)) return false;
  const cause = error.cause as NodeJS.ErrnoException | undefined;
  return cause?.code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL' || isUnofferedProtocol(cause);
}

/** Of a server without ALPN for HTTP/1.1: it ended the connection (nghttpd, HAProxy), or answered in frames. */
function mayWantHttp2(error: unknown): error is NetworkFault {
  if (!(error instanceof NetworkFault)) return false;
  if (error.code !== 'malformed') return error.code === 'reset';
  const { rawPacket } = (error.cause ?? {}) as { rawPacket?: Buffer };
  return rawPacket !== undefined && isFrame(rawPacket);
}

/** RFC 9110 §15.6.6, §15.5.22: not this version of HTTP. 426 may also want another protocol, such as WebSocket. */
function refusesVersion({ status, headers }: HttpAnswer): boolean {
  if (status !== 426) return status === 505;
  const wanted = fieldValues(headers, 'upgrade').join(',');
  return wanted.trim() === '' || /\bh2\b/iu.test(wanted);
}

/** RFC 9113 §3.4, §6.8: SETTINGS, or GOAWAY, of the connection itself. */
function isFrame(bytes: Buffer): boolean {
  if (bytes.length < 9) return false;
  const [length, type, stream] = [bytes.readUIntBE(0, 3), bytes[3], bytes.readUInt32BE(5)];
  return stream === 0 && length <= 16_384 && (type === 4 || type === 7);
}
