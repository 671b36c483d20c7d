// oxlint-disable-next-line no-restricted-imports -- the names of status codes, no connection
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { securityFields } from './security-headers.ts';

const PARSER_ANSWERS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'the request headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the chunk extensions of the request are too large'],
  HPE_INVALID_HEADER_TOKEN: [400, 'a header of the request contains a line break or another control character'],
  HPE_LF_EXPECTED: [400, 'a header of the request contains a line break or another control character'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request timed out'],
};

/** Requests that have been answered, perhaps before their body had arrived. */
const answered = new WeakSet<IncomingMessage>();

export function noteAnswered(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => void answered.add(raw));
}

interface ServerSocket extends Socket {
  _httpMessage?: ServerResponse;
  parser?: { incoming?: IncomingMessage | null } | null;
}

/** Answers errors before there is a request (malformed HTTP, headers too large, a client that never finishes). */
export function clientErrorHandler(options: { https: boolean }) {
  return function handle(error: NodeJS.ErrnoException, socket: ServerSocket): void {
    const answering = socket._httpMessage;
    // Complete requests before it get their responses first: the client would take this response for the first of them.
    if (answering?.req.complete && !answering.writableFinished && error.code !== 'ECONNRESET') {
      answering.once('finish', () => handle(error, socket));
      return;
    }
    const incoming = socket.parser?.incoming;
    // In the middle of a response, a second one would be read as part of the first. After the response to a request whose
    // body never came, the client would take it for the response to its next request.
    const second = answering?.headersSent === true || (incoming ? !incoming.complete && answered.has(incoming) : false);
    if (error.code === 'ECONNRESET' || !socket.writable || second) {
      socket.destroy();
      return;
    }
    const [status, message] = PARSER_ANSWERS[error.code ?? ''] ?? [400, 'the request is not valid HTTP'];
    answerRaw(socket, status, message, options);
  };
}

/** For connections that do not reach the framework: the same body and headers as all other errors. */
export function answerRaw(
  socket: Duplex,
  status: number,
  message: string,
  options: { https: boolean; headers?: Readonly<Record<string, string>> },
): void {
  const { fields, body } = rawAnswer(message, options);
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

export function rawAnswer(
  message: string,
  { https, headers = {} }: { https: boolean; headers?: Readonly<Record<string, string>> },
): { fields: Record<string, string>; body: string } {
  const body = JSON.stringify({ error: message });
  const fields = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    ...securityFields({ https }),
    ...headers,
    connection: 'close',
  };
  return { fields, body };
}
