import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { ApiError } from '../errors.ts';
import { answerRaw, noteAnswered } from './raw-answer.ts';

/**
 * Added to the scan timeout, during which a connection is silent, to get the idle timeout of connections. A client that
 * does not read its response cannot keep the connection, and the response, any longer.
 */
export const SILENCE_SLACK_MS = 10_000;

/** An incomplete request ends soon; a response may take as long as a scan. */
export const HTTP_LIMITS = {
  /** Headers and body together. */
  requestTimeout: 10_000,
  http: {
    headersTimeout: 5_000,
    /** How often Node checks for requests that are over time: its default adds up to 30 s. */
    connectionsCheckingInterval: 500,
    /** Node's own response to a missing Host has no body: `wellFormedRequests` answers instead. */
    requireHostHeader: false,
  },
} as const;

/** RFC 3986 §3.2.2 and 3.2.3: a name or IPv4 address, or an IP literal in brackets, and a port. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[(?<literal>[\w.:%~!$&'()*+,;=-]+)\])(?::(?<port>\d*))?$/;

/** RFC 3986 §3.2.2: an address of a version to come. */
const IP_FUTURE = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

function isHost(text: string): boolean {
  const { literal, port } = HOST.exec(text)?.groups ?? { literal: 'none' };
  if (Number(port ?? 0) > 65_535) return false;
  return literal === undefined || ipaddr.IPv6.isValid(literal.replace('%25', '%')) || IP_FUTURE.test(literal);
}

const MALFORMED = '/:malformed';

/**
 * Maximum length of a route parameter. The router would answer longer ones itself, in another format. No request line
 * is this long, so a name that is too long is simply not found.
 */
export const LONGEST_SEGMENT = 64 * 1024;

/** RFC 9112 §3.2.2 */
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/is;

/**
 * The path and query of a request, or MALFORMED for what the router would refuse before any hook has run, without our
 * headers and without a page. The host of an absolute URL replaces the Host header, which is then ignored.
 */
export function readableUrl(request: {
  url?: string | undefined;
  method?: string | undefined;
  headers?: IncomingHttpHeaders;
}): string {
  const { url = '/', method, headers } = request;
  // RFC 9112 §3.2.4: `*` is for OPTIONS only.
  if (url === '*') return method === 'OPTIONS' ? url : MALFORMED;
  let target = url;
  if (!url.startsWith('/')) {
    const [, authority = '', rest = ''] = ABSOLUTE.exec(url) ?? [];
    if (authority === '' || !isHost(authority)) return MALFORMED;
    if (headers) headers.host = authority;
    target = rest.startsWith('/') ? rest : `/${rest}`;
  }
  try {
    decodeURI(target.split('?', 1)[0] ?? '');
    return target;
  } catch {
    return MALFORMED;
  }
}

/** Answers requests with `{"error"}` that Node would answer without a body, or not at all. */
export function wellFormedRequests(app: FastifyInstance, options: { https: boolean }): void {
  app.addHook('onRequest', async ({ raw, url }) => {
    if (url === MALFORMED) throw new ApiError(400, 'the request path is malformed');
    const hosts = raw.rawHeaders.filter(
      (_, index) => index % 2 === 1 && raw.rawHeaders[index - 1]?.toLowerCase() === 'host',
    );
    // RFC 9112 §3.2: none in HTTP/1.1, more than one, or an invalid one is 400.
    if (hosts.length > 1) throw new ApiError(400, 'the request has more than one Host header');
    if (hosts.length === 0 && raw.httpVersionMinor >= 1) throw new ApiError(400, 'the request has no Host header');
    if (!hosts.every(isHost)) throw new ApiError(400, 'the Host header is not a host and port');
    refuseOtherHttp(raw);
  });
  app.addHook('preParsing', async (request) => {
    if (!request.is404) refuseEncodedBody(request.headers);
  });
  noteAnswered(app);
  // A client may close its side after its last request and still wait for the response (RFC 9112 §9.6). Node would end
  // the connection unanswered. `callerGone` cancels a scan all the same: no one can tell such a client from one that left.
  (app.server as { httpAllowHalfOpen?: boolean }).httpAllowHalfOpen = true;
  app.server.on('connect', (_request, socket: Duplex) => {
    socket.on('error', () => undefined);
    const headers = { allow: 'GET, HEAD, POST, DELETE, OPTIONS' };
    answerRaw(socket, 405, 'this server is not a proxy and does not support CONNECT', { ...options, headers });
  });
}

/** RFC 9110 §15.6.6; RFC 9112 §6.1: codings other than `chunked` are not supported, and HTTP/1.0 has none. */
function refuseOtherHttp({ httpVersionMajor, httpVersionMinor, headers }: IncomingMessage): void {
  if (httpVersionMajor !== 1) throw new ApiError(505, 'this server supports HTTP/1.1', LAST);
  const coding = headers['transfer-encoding']?.trim().toLowerCase();
  if (coding === undefined) return;
  if (httpVersionMinor === 0) throw new ApiError(400, 'HTTP/1.0 has no Transfer-Encoding', LAST);
  if (coding !== 'chunked') throw new ApiError(501, 'the only supported Transfer-Encoding is chunked', LAST);
}

/** The connection must close: bytes that follow may be part of this request. */
const LAST = { connection: 'close' };

/** RFC 9110 §15.5.16 and §12.5.3: an unsupported content coding gets 415, and the response names the supported one. */
function refuseEncodedBody(headers: IncomingHttpHeaders): void {
  const coding = headers['content-encoding']?.trim().toLowerCase();
  if (coding === undefined || coding === '' || coding === 'identity') return;
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return;
  throw new ApiError(415, 'send the request body without a Content-Encoding', { 'accept-encoding': 'identity' });
}
