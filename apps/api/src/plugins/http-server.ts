// oxlint-disable-next-line no-restricted-imports -- the names of status codes, no connection
import { STATUS_CODES, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';

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
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\w.:%~!$&'()*+,;=-]+\])(?::\d*)?$/;

const MALFORMED = '/:malformed';

/**
 * Maximum length of a route parameter. The router would answer longer ones itself, in another format. No request line
 * is this long, so a name that is too long is simply not found.
 */
export const LONGEST_SEGMENT = 64 * 1024;

/** Replaces a URL that the router would refuse before any hook has run, without our headers and without a page. */
export function readableUrl({ url = '/', method }: { url?: string | undefined; method?: string | undefined }): string {
  try {
    decodeURI(url.split('?', 1)[0] ?? '');
    // RFC 9112 §3.2.2 and 3.2.4: an absolute URL is allowed, and `*` for OPTIONS only.
    const wellFormed = url === '*' ? method === 'OPTIONS' : url.startsWith('/') || URL.canParse(url);
    return wellFormed ? url : MALFORMED;
  } catch {
    return MALFORMED;
  }
}

/** Answers requests with `{"error"}` that Node would answer without a body, or not at all. */
export function wellFormedRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, url }) => {
    if (url === MALFORMED) throw new ApiError(400, 'the request path is malformed');
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    // RFC 9112 §3.2: none in HTTP/1.1, more than one, or an invalid one is 400.
    if (hosts.length > 1) throw new ApiError(400, 'the request has more than one Host header');
    if (hosts.length === 0 && raw.httpVersionMinor >= 1) throw new ApiError(400, 'the request has no Host header');
    if (raw.headers.host !== undefined && !HOST.test(raw.headers.host))
      throw new ApiError(400, 'the Host header is not a host and port');
    refuseOtherHttp(raw);
  });
  app.addHook('preParsing', async (request) => {
    if (!request.is404) refuseEncodedBody(request.headers);
  });
  for (const event of ['checkContinue', 'checkExpectation'])
    app.server.on(event, (request: IncomingMessage, response: ServerResponse) =>
      answerExpectation(app, request, response),
    );
  app.server.on('connect', (_request, socket: Duplex) => {
    socket.on('error', () => undefined);
    answerRaw(socket, 405, 'this server is not a proxy and does not support CONNECT');
  });
}

/**
 * RFC 9110 §10.1.1: `100-continue` is the only expectation there is. Node's own comparison accepts any value that contains
 * it, and would drop the others of a list without an answer.
 */
function answerExpectation(app: FastifyInstance, request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.expect?.toLowerCase() === '100-continue') {
    response.writeContinue();
    app.server.emit('request', request, response);
    return;
  }
  const body = JSON.stringify({ error: 'the expectation of this request cannot be met: remove the Expect header' });
  response
    .writeHead(417, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      connection: 'close',
    })
    .end(body);
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

const PARSER_ANSWERS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'the request headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the chunk extensions of the request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request timed out'],
};

/** Answers errors before there is a request (malformed HTTP, headers too large, a client that never finishes). */
export function clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void {
  const answering = (socket as { _httpMessage?: ServerResponse })._httpMessage;
  // Complete requests before it get their responses first: the client would take this response for the first of them.
  if (answering?.req.complete && !answering.writableFinished && error.code !== 'ECONNRESET') {
    answering.once('finish', () => clientErrorHandler(error, socket));
    return;
  }
  // In the middle of a response, a second one would be read as part of the first.
  if (error.code === 'ECONNRESET' || !socket.writable || answering?.headersSent) {
    socket.destroy();
    return;
  }
  const [status, message] = PARSER_ANSWERS[error.code ?? ''] ?? [400, 'the request is not valid HTTP'];
  answerRaw(socket, status, message);
}

function answerRaw(socket: Duplex, status: number, message: string): void {
  const body = JSON.stringify({ error: message });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
