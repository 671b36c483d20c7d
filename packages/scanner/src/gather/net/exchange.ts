import type { Socket } from 'node:net';
import { NetworkFault, type NetworkFaultCode } from '../../errors.ts';
import { fieldValues, REDIRECTS, type HeaderFields } from '../../evidence/http.ts';
import { MAX_WIRE_BYTES, type Body } from './decode-body.ts';
import { UNREAD } from './single-socket-agent.ts';
import type { HttpAnswer, HttpRequestOptions } from './egress.ts';
import { abortFault } from './network-fault.ts';

/** As in Chromium: a 40 kB policy and a hundred cookies are legal, ten megabytes are not. */
export const MAX_HEADER_BYTES = 256 * 1024;
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
export const DEFAULT_BODY_BYTES = 2 * 1024 * 1024;

export interface ExchangeOptions extends HttpRequestOptions {
  address: string;
  userAgent: string;
  /** Read what breaks HTTP syntax too: NUL and ESC in values, bare LF, folding, both lengths. */
  lenient: boolean;
  /** Gets the socket back if the response ended normally. Otherwise the socket is destroyed. */
  onFree(socket: Socket): void;
}

interface Response {
  status: number;
  headers: HeaderFields;
  http2?: true;
  body: Promise<Body>;
  /** Whether the answer waits for its body; the connection of one that does not is freed later, or given up. */
  wanted: boolean;
  /** Once the body is read: whether the connection can carry another request. */
  isFree(): boolean | Promise<boolean>;
}

/** What either version of HTTP reports. */
export interface Reports {
  fail(error: Error): void;
  answer(response: Response): void;
  /** One more 1xx. False: the exchange has failed, because there were too many. */
  interim(): boolean;
  /** Why the connection ends while the body is being read: the response itself only says "aborted". */
  cut(code: NetworkFaultCode): void;
}

/**
 * One request and its answer over a socket that is ours alone.
 * @param signal ends everything: before the header block it is a fault, after it a truncated body
 * @param open sends the request
 */
export function runExchange(
  socket: Socket,
  options: ExchangeOptions,
  signal: AbortSignal,
  open: (reports: Reports) => { destroy(): unknown },
): Promise<HttpAnswer> {
  const where = options.url.host;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      socket.destroy();
      reject(abortFault(signal, where));
      return;
    }
    let outgoing: { destroy(): unknown } | undefined;
    let answered = false;
    let interim = 0;
    let cut: NetworkFaultCode | null = null;
    const before = socket.bytesRead;
    // Line ends before the status line, blanks before a value, zeros before a chunk's length and HTTP/2 frames of other
    // kinds are no part of anything: the parser passes over them without a word and without end.
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
      outgoing?.destroy();
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
      if (answered) outgoing?.destroy();
      else fail(fault);
    };
    const answer = ({ status, headers, http2, body, wanted, isFree }: Response): void => {
      if (answered) return;
      answered = true;
      const { url, address, lenient } = options;
      const head = { url: url.href, address, status, headers, lenient, ...(http2 && { http2 }) };
      const finish = async (): Promise<HttpAnswer> => {
        const { bytes, truncated, fault } = await body;
        const bodyFault = fault === null ? null : (cut ?? fault);
        // At a timeout the partial body is kept. If no caller waits any more, it is not.
        if (bodyFault === 'cancelled') throw abortFault(signal, where);
        if (await isFree()) {
          clearInterval(meter);
          signal.removeEventListener('abort', onAbort);
          options.onFree(socket);
        } else letGo();
        return { ...head, body: bytes, truncated, bodyFault };
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
        resolve({ ...head, body: UNREAD.bytes, truncated: UNREAD.truncated, bodyFault: null });
      }, UNWANTED_WAIT_MS);
      finished.finally(() => clearTimeout(timer)).then(resolve, reject);
    };

    signal.addEventListener('abort', onAbort, { once: true });
    try {
      outgoing = open({
        fail,
        answer,
        interim() {
          interim += 1;
          if (interim <= MAX_INTERIM_ANSWERS) return true;
          fail(new NetworkFault('malformed', `${where} sent an endless series of interim responses`));
          return false;
        },
        cut(code) {
          cut = code;
        },
      });
    } catch (error) {
      fail(error as Error);
    }
  });
}

/** Names and values in turn, decoded as latin-1, as they came. */
export function headerFields(raw: readonly string[]): HeaderFields {
  const fields: HeaderFields = [];
  for (let i = 0; i + 1 < raw.length && fields.length < MAX_HEADER_FIELDS; i += 2) {
    fields.push([raw[i] ?? '', raw[i + 1] ?? '']);
  }
  return fields;
}

/** What every request has, whatever the version. */
export function requestFields({ userAgent, headers, body }: ExchangeOptions): Record<string, string> {
  return {
    'User-Agent': userAgent,
    Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    'Accept-Language': 'en',
    'Accept-Encoding': 'gzip, br',
    ...headers,
    ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
  };
}

/** Fetch §"redirect status", with a target: browsers do not show the body of such a response. */
export function isRedirect(status: number, headers: HeaderFields): boolean {
  return REDIRECTS.includes(status) && fieldValues(headers, 'location').length > 0;
}
