import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { NetworkFault, type NetworkFaultCode } from '../../errors.ts';
import { fieldValues, type HeaderFields } from '../../evidence/http.ts';
import { MAX_WIRE_BYTES, readBody, type Body } from './decode-body.ts';
import { drain, freed, NO_BODY, SingleSocketAgent, UNREAD } from './single-socket-agent.ts';
import type { HttpAnswer, HttpRequestOptions } from './egress.ts';
import { abortFault, networkFault } from './network-fault.ts';

/** As in Chromium: a 40 kB policy and a hundred cookies are legal, ten megabytes are not. */
export const MAX_HEADER_BYTES = 256 * 1024;
/** The same for an answer that breaks the syntax: the parser copies a folded value once for every line of it. */
const MAX_LENIENT_HEADER_BYTES = 64 * 1024;
/** Fields kept; a header block of single letters could hold 60,000. */
export const MAX_HEADER_FIELDS = 5000;
/** 1xx answers before the real one (103 Early Hints is sent once or twice). */
export const MAX_INTERIM_ANSWERS = 20;
/** Bytes read before the header block of the real answer is complete, interim answers included. */
export const MAX_BYTES_BEFORE_ANSWER = 1024 * 1024;
/** How often the bytes of an exchange are counted. */
const METER_MS = 50;
/** How long a response waits for the end of an unwanted body. */
const UNWANTED_WAIT_MS = 20;
const DEFAULT_BODY_BYTES = 2 * 1024 * 1024;

interface ExchangeOptions extends HttpRequestOptions {
  address: string;
  userAgent: string;
  /** Read what breaks HTTP syntax too: NUL and ESC in values, bare LF, folding, both lengths. */
  lenient: boolean;
  /** Gets the socket back if the response ended normally. Otherwise the socket is destroyed. */
  onFree(socket: Socket): void;
}

/**
 * One request and its answer over a socket that is ours alone.
 * @param signal ends everything: before the header block it is a fault, after it a truncated body
 */
export function exchange(socket: Socket, options: ExchangeOptions, signal: AbortSignal): Promise<HttpAnswer> {
  const where = options.url.host;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      socket.destroy();
      reject(abortFault(signal, where));
      return;
    }
    const free = freed(socket);
    const outgoing = open(socket, options);
    let answered = false;
    let interim = 0;
    /** Why the connection ended while the body was being read: the response itself only says "aborted". */
    let cut: NetworkFaultCode | null = null;
    const before = socket.bytesRead;
    // Line ends before the status line, blanks before a value and zeros before a chunk's length are no part of
    // anything: the parser passes over them without a word and without end.
    const meter = setInterval(() => {
      const read = socket.bytesRead - before;
      if (!answered && read > MAX_BYTES_BEFORE_ANSWER) {
        fail(new NetworkFault('too_large', `${where} sent more data before its response than this service reads`));
      } else if (read > MAX_BYTES_BEFORE_ANSWER + MAX_WIRE_BYTES) {
        cut = 'too_large';
        letGo();
      }
    }, METER_MS);
    const letGo = (): void => {
      clearInterval(meter);
      signal.removeEventListener('abort', onAbort);
      outgoing.destroy();
      socket.destroy();
    };
    const fail = (error: Error): void => {
      if (answered) return;
      answered = true;
      letGo();
      reject(error);
    };
    const onAbort = (): void => {
      const fault = abortFault(signal, where);
      cut = fault.code;
      if (answered) outgoing.destroy();
      else fail(fault);
    };
    /** @param wanted whether the answer waits for its body; the connection of one that does not is freed later, or given up */
    const answer = (response: IncomingMessage, body: Promise<Body>, wanted = true): void => {
      if (answered) return;
      answered = true;
      const headers = headerFields(response);
      const { statusCode: status = 0 } = response;
      const { url, address, lenient } = options;
      const finish = async (): Promise<HttpAnswer> => {
        const { bytes, truncated, fault } = await body;
        const bodyFault = fault === null ? null : (cut ?? fault);
        // At a timeout the partial body is kept. If no caller waits any more, it is not.
        if (bodyFault === 'cancelled') throw abortFault(signal, where);
        const inOrder = response.complete && response.readableEnded && outgoing.shouldKeepAlive;
        if (inOrder && !lenient && (await free)) {
          clearInterval(meter);
          signal.removeEventListener('abort', onAbort);
          options.onFree(socket);
        } else letGo();
        return { url: url.href, address, status, headers, body: bytes, truncated, bodyFault, lenient };
      };
      const finished = finish().catch((error: unknown) => {
        letGo();
        throw error;
      });
      if (wanted) {
        resolve(finished);
        return;
      }
      // Most often the body came with the header block; then the next request finds its connection free.
      const timer = setTimeout(() => {
        const { bytes, truncated } = UNREAD;
        resolve({ url: url.href, address, status, headers, body: bytes, truncated, bodyFault: null, lenient });
      }, UNWANTED_WAIT_MS);
      finished.finally(() => clearTimeout(timer)).then(resolve, reject);
    };

    signal.addEventListener('abort', onAbort, { once: true });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code?.startsWith('HPE_')) cut = 'malformed';
      fail(networkFault(error, where));
    });
    outgoing.on('close', () => {
      if (!answered) fail(new NetworkFault('reset', `${where} closed the connection without responding`));
    });
    const onInterim = (): void => {
      interim += 1;
      if (interim <= MAX_INTERIM_ANSWERS) return;
      // The parser goes on to the end of what was read, thousands of them.
      outgoing.off('information', onInterim);
      fail(new NetworkFault('malformed', `${where} sent an endless series of interim responses`));
    };
    outgoing.on('information', onInterim);
    // 101 without a request for an upgrade: the header block counts as a response, but the connection is not used.
    outgoing.on('upgrade', (response) => answer(response, Promise.resolve(NO_BODY)));
    outgoing.on('response', (response) => {
      const maxBytes = options.maxBodyBytes ?? DEFAULT_BODY_BYTES;
      const headers = headerFields(response);
      const unwanted = maxBytes === 0 || isRedirect(response.statusCode ?? 0, headers);
      answer(response, unwanted ? drain(response) : readBody(response, headers, maxBytes), !unwanted);
    });
    outgoing.end(options.body);
  });
}

function open(
  socket: Socket,
  { url, method = 'GET', headers, body, userAgent, lenient }: ExchangeOptions,
): ClientRequest {
  return request({
    agent: new SingleSocketAgent(socket),
    method,
    path: `${url.pathname}${url.search}`,
    setHost: false,
    headers: {
      Host: url.host,
      'User-Agent': userAgent,
      Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'Accept-Language': 'en',
      'Accept-Encoding': 'gzip, br',
      ...headers,
      ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
      Connection: 'keep-alive',
    },
    maxHeaderSize: lenient ? MAX_LENIENT_HEADER_BYTES : MAX_HEADER_BYTES,
    insecureHTTPParser: lenient,
    joinDuplicateHeaders: false,
  });
}

/** Node decodes header bytes as latin-1 and keeps their order in `rawHeaders`: names and values in turn. */
function headerFields({ rawHeaders }: IncomingMessage): HeaderFields {
  const fields: HeaderFields = [];
  for (let i = 0; i + 1 < rawHeaders.length && fields.length < MAX_HEADER_FIELDS; i += 2) {
    fields.push([rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '']);
  }
  return fields;
}

/** Fetch §"redirect status", with a target: browsers do not show the body of such a response. */
export function isRedirect(status: number, headers: HeaderFields): boolean {
  return [301, 302, 303, 307, 308].includes(status) && fieldValues(headers, 'location').length > 0;
}
