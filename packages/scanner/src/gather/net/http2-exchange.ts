import type {
  ClientHttp2Session,
  ClientHttp2Stream,
  ClientSessionRequestOptions,
  OutgoingHttpHeaders,
} from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { NetworkFault } from '../../errors.ts';
import { readBody, type BodySource } from './decode-body.ts';
import type { HttpAnswer } from './egress.ts';
import {
  DEFAULT_BODY_BYTES,
  headerFields,
  isRedirect,
  MAX_HEADER_BYTES,
  requestFields,
  runExchange,
  type ExchangeOptions,
} from './exchange.ts';
import { networkFault } from './network-fault.ts';
import { drain } from './single-socket-agent.ts';

/** More than fit into a header block (RFC 9113 §6.5.2 counts 32 octets for each). Node would cut at 128. */
const MAX_HEADER_PAIRS = MAX_HEADER_BYTES / 32;
/** Of a body, on its way: as much as ordinary pages have. The default of 64 KiB costs a round trip each. */
const WINDOW_BYTES = 1024 * 1024;

/** The server chose it (ALPN). */
export function speaksHttp2(socket: Socket): boolean {
  return (socket as Partial<TLSSocket>).alpnProtocol === 'h2';
}

const sessions = new WeakMap<Socket, ClientHttp2Session>();

/** Of a connection, from its first request on. It ends with the socket, and the socket with it. */
async function sessionOn(socket: Socket, origin: string): Promise<ClientHttp2Session> {
  const known = sessions.get(socket);
  if (known) return known;
  // Almost no site needs it.
  const { connect } = await import('node:http2');
  const session = connect(origin, {
    createConnection: () => socket,
    settings: { enablePush: false, initialWindowSize: WINDOW_BYTES, maxHeaderListSize: MAX_HEADER_BYTES },
    maxHeaderListPairs: MAX_HEADER_PAIRS,
    // Browsers accept blanks around a value.
    strictFieldWhitespaceValidation: false,
  });
  sessions.set(socket, session);
  // Requests report it themselves.
  session.on('error', () => undefined);
  session.once('connect', () => session.setLocalWindowSize(WINDOW_BYTES));
  return session;
}

/** One request and its response over HTTP/2. No other request is made over the connection until it ends. */
export async function exchangeHttp2(
  socket: Socket,
  options: ExchangeOptions,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const { url, method = 'GET' } = options;
  const where = url.host;
  const session = await sessionOn(socket, url.origin);
  return runExchange(socket, options, signal, ({ fail, answer, interim }) => {
    const fields = Object.entries(requestFields(options)).map(([name, value]) => [name.toLowerCase(), value]);
    // Node's default for the authority has a port always.
    const head = {
      ':method': method,
      ':authority': where,
      ':path': `${url.pathname}${url.search}`,
      ...Object.fromEntries(fields),
    };
    const outgoing = send(session, head, { endStream: options.body === undefined }, where);
    outgoing.on('error', (error) => fail(http2Fault(error, where)));
    outgoing.on('close', () => fail(new NetworkFault('reset', `${where} closed the connection without responding`)));
    const onInterim = (): void => {
      if (!interim()) outgoing.off('headers', onInterim);
    };
    outgoing.on('headers', onInterim);
    // The third argument is not in Node's types: names and values in turn, as they came.
    outgoing.on('response', ({ ':status': status = 0 }, _flags, raw?: readonly string[]) => {
      const all = raw ?? [];
      if (all.reduce((sum, text) => sum + text.length, 0) > MAX_HEADER_BYTES) {
        fail(new NetworkFault('too_large', `${where} sent more header data than this service reads`));
        return;
      }
      const headers = headerFields(all).filter(([name]) => !name.startsWith(':'));
      const maxBytes = options.maxBodyBytes ?? DEFAULT_BODY_BYTES;
      const wanted = maxBytes > 0 && !isRedirect(status, headers);
      const response = bodyOf(outgoing, socket);
      answer({
        status,
        headers,
        http2: true,
        body: wanted ? readBody(response, headers, maxBytes) : drain(response),
        wanted,
        isFree: () => response.complete && !session.closed,
      });
    });
    if (options.body !== undefined) outgoing.end(options.body);
    return outgoing;
  });
}

/** @throws NetworkFault when the server has ended the connection meanwhile */
function send(
  session: ClientHttp2Session,
  head: OutgoingHttpHeaders,
  options: ClientSessionRequestOptions,
  where: string,
): ClientHttp2Stream {
  try {
    return session.request(head, options);
  } catch (error) {
    throw http2Fault(error as Error, where);
  }
}

function bodyOf(stream: ClientHttp2Stream, socket: Socket): BodySource {
  let complete = false;
  // A stream that was reset ends as well.
  stream.once('end', () => {
    complete = stream.rstCode === 0;
  });
  return Object.defineProperties(stream as ClientHttp2Stream & { complete: boolean; socket: Socket }, {
    complete: { get: () => complete },
    socket: { value: socket },
  });
}

/** RFC 9113 §7: what we or the server found wrong with the other's frames. */
const MALFORMED = /PROTOCOL_ERROR|FLOW_CONTROL_ERROR|FRAME_SIZE_ERROR|COMPRESSION_ERROR|INVALID/u;

function http2Fault(error: NodeJS.ErrnoException, where: string): Error {
  if (!error.code?.startsWith('ERR_HTTP2_')) return networkFault(error, where);
  const name = /NGHTTP2_([A-Z_]+)/u.exec(error.message)?.[1];
  if (error.code === 'ERR_HTTP2_ERROR' || MALFORMED.test(`${error.code} ${name ?? ''}`)) {
    return new NetworkFault('malformed', `${where} did not respond with valid HTTP/2`, { cause: error });
  }
  const why = name === undefined ? '' : ` (${name})`;
  return new NetworkFault('reset', `${where} did not respond to the HTTP/2 request${why}`, { cause: error });
}
