import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { NetworkFault } from '../../errors.ts';
import { readBody, type Body } from './decode-body.ts';
import type { HttpAnswer } from './egress.ts';
import {
  DEFAULT_BODY_BYTES,
  headerFields,
  isRedirect,
  MAX_HEADER_BYTES,
  MAX_HEADER_FIELDS,
  requestFields,
  runExchange,
  type ExchangeOptions,
} from './exchange.ts';
import { networkFault } from './network-fault.ts';
import { RepairedHead } from './repaired-head.ts';
import { drain, freed, NO_BODY, SingleSocketAgent } from './single-socket-agent.ts';

/** The same for an answer that breaks the syntax: the parser copies a folded value once for every line of it. */
const MAX_LENIENT_HEADER_BYTES = 64 * 1024;

/** One request and its answer over HTTP/1.1. */
export function exchange(socket: Socket, options: ExchangeOptions, signal: AbortSignal): Promise<HttpAnswer> {
  const where = options.url.host;
  return runExchange(socket, options, signal, ({ fail, answer, interim, cut }) => {
    const free = freed(socket);
    const repaired = options.lenient ? new RepairedHead(socket) : null;
    const outgoing = open(repaired ?? socket, options);
    outgoing.maxHeadersCount = MAX_HEADER_FIELDS;
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code?.startsWith('HPE_')) cut('malformed');
      fail(networkFault(error, where));
    });
    outgoing.on('close', () => fail(new NetworkFault('reset', `${where} closed the connection without responding`)));
    const onInterim = (): void => {
      // The parser goes on to the end of what was read, thousands of them.
      if (!interim()) outgoing.off('information', onInterim);
    };
    outgoing.on('information', onInterim);
    const answerWith = (response: IncomingMessage, body: Promise<Body>, wanted: boolean): void => {
      answer({
        status: response.statusCode ?? 0,
        headers: [...headerFields(response.rawHeaders), ...(repaired?.skipped ?? [])],
        body,
        wanted,
        isFree: () =>
          response.complete && response.readableEnded && outgoing.shouldKeepAlive && !options.lenient && free,
      });
    };
    // 101 without a request for an upgrade: the header block counts as a response, but the connection is not used.
    outgoing.on('upgrade', (response) => answerWith(response, Promise.resolve(NO_BODY), true));
    outgoing.on('response', (response) => {
      const maxBytes = options.maxBodyBytes ?? DEFAULT_BODY_BYTES;
      const headers = headerFields(response.rawHeaders);
      const unwanted = maxBytes === 0 || isRedirect(response.statusCode ?? 0, headers);
      answerWith(response, unwanted ? drain(response) : readBody(response, headers, maxBytes), !unwanted);
    });
    outgoing.end(options.body);
    return outgoing;
  });
}

function open(socket: Duplex, options: ExchangeOptions): ClientRequest {
  const { url, method = 'GET', lenient } = options;
  return request({
    agent: new SingleSocketAgent(socket),
    method,
    path: `${url.pathname}${url.search}`,
    setHost: false,
    headers: { Host: url.host, ...requestFields(options), Connection: 'keep-alive' },
    maxHeaderSize: lenient ? MAX_LENIENT_HEADER_BYTES : MAX_HEADER_BYTES,
    insecureHTTPParser: lenient,
    joinDuplicateHeaders: false,
  });
}
