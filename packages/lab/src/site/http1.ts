import type { Socket } from 'node:net';

export interface SiteRequest {
  method: string;
  /** Request target as sent: path and query. */
  path: string;
  /** Fields in wire order. */
  headers: [name: string, value: string][];
  /** Value of the `Origin` field, or null. */
  origin: string | null;
  /** Came over TLS. */
  secure: boolean;
  /** Exactly Content-Length bytes. */
  body: string;
}

export interface SiteAnswer {
  /** Defaults to 200. */
  status?: number;
  /** Written verbatim and in this order, including repeated names, unusual case and bytes (latin-1). */
  headers?: readonly (readonly [name: string, value: string])[];
  body?: string | Uint8Array;
  /** Delay before the first byte, in ms. */
  delayMs?: number;
  /** Closes the connection without a response. */
  hangUp?: boolean;
  /** Bytes sent instead of everything above; then the connection ends. */
  raw?: string | Uint8Array;
}

export type SiteHandler = (request: SiteRequest) => SiteAnswer | Promise<SiteAnswer>;

const MAX_REQUEST_BYTES = 64 * 1024;

/**
 * A minimal HTTP/1.1 server over one socket, with keep-alive. Node's own server validates and
 * reorders what it sends, and rejects exactly the faults that a scanner must survive.
 */
export function serveHttp1(socket: Socket, options: { secure: boolean; handler: SiteHandler }): void {
  let pending = Buffer.alloc(0);
  let busy = false;
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    if (pending.length > MAX_REQUEST_BYTES) socket.destroy();
    else void next();
  });

  async function next(): Promise<void> {
    if (busy) return;
    const end = pending.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = parseRequest(pending.subarray(0, end).toString('latin1'), options.secure);
    const bodyEnd = end + 4 + bodyLength(head);
    if (pending.length < bodyEnd) return;
    busy = true;
    const request = { ...head, body: pending.subarray(end + 4, bodyEnd).toString() };
    pending = pending.subarray(bodyEnd);
    const answer = await answerTo(request, options.handler);
    if (answer.delayMs) await new Promise((done) => setTimeout(done, answer.delayMs).unref());
    if (socket.destroyed) return;
    if (answer.hangUp) return void socket.destroy();
    if (answer.raw !== undefined) return void socket.end(Buffer.from(answer.raw as string, 'latin1'));
    socket.write(serialize(request, answer));
    if (wantsClose(request)) return void socket.end();
    busy = false;
    await next();
  }
}

async function answerTo(request: SiteRequest, handler: SiteHandler): Promise<SiteAnswer> {
  try {
    return await handler(request);
  } catch (error) {
    return { status: 500, headers: [['Content-Type', 'text/plain']], body: `lab handler failed: ${String(error)}\n` };
  }
}

function parseRequest(head: string, secure: boolean): Omit<SiteRequest, 'body'> {
  const [requestLine = '', ...lines] = head.split('\r\n');
  const [method = 'GET', path = '/'] = requestLine.split(' ');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const origin = headers.find(([name]) => name.toLowerCase() === 'origin')?.[1] ?? null;
  return { method, path, headers, origin, secure };
}

function bodyLength({ headers }: Pick<SiteRequest, 'headers'>): number {
  return Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0) || 0;
}

function serialize(request: SiteRequest, answer: SiteAnswer): Buffer {
  const status = answer.status ?? 200;
  const body = Buffer.from((answer.body ?? '') as string);
  const headers = answer.headers ?? [];
  const named = (name: string): boolean => headers.some(([field]) => field.toLowerCase() === name);
  const bodiless = status === 204 || status === 304;
  const lines = [
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Status'}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  if (!bodiless && !named('content-length') && !named('transfer-encoding'))
    lines.push(`Content-Length: ${body.length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return request.method === 'HEAD' || bodiless ? head : Buffer.concat([head, body]);
}

function wantsClose(request: SiteRequest): boolean {
  return request.headers.some(([name, value]) => name.toLowerCase() === 'connection' && /\bclose\b/iu.test(value));
}

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};
