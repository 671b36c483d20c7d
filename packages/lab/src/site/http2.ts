import { performServerHandshake, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { SiteAnswer, SiteHandler, SiteRequest } from './http1.ts';

/** The same over HTTP/2: names in lower case, and no bytes that are not HTTP. */
export function serveHttp2(socket: Socket, handler: SiteHandler): void {
  const session = performServerHandshake(socket);
  session.on('error', () => socket.destroy());
  session.on('stream', (stream: ServerHttp2Stream, head: IncomingHttpHeaders) => {
    stream.on('error', () => undefined);
    let body = '';
    stream.setEncoding('latin1').on('data', (text: string) => (body += text));
    stream.on('end', () => void answerOn(stream, requestOf(head, body), handler, socket));
  });
}

function requestOf(head: IncomingHttpHeaders, body: string): SiteRequest {
  const headers = Object.entries(head)
    .filter(([name]) => !name.startsWith(':'))
    .map(([name, value]): [string, string] => [name, String(value)]);
  return {
    method: String(head[':method']),
    path: String(head[':path']),
    headers: [['host', String(head[':authority'])], ...headers],
    origin: typeof head['origin'] === 'string' ? head['origin'] : null,
    secure: true,
    body,
  };
}

async function answerOn(
  stream: ServerHttp2Stream,
  request: SiteRequest,
  handler: SiteHandler,
  socket: Socket,
): Promise<void> {
  const answer: SiteAnswer = await handler(request);
  if (answer.delayMs) await new Promise((done) => setTimeout(done, answer.delayMs).unref());
  if (stream.destroyed) return;
  if (answer.hangUp) return void socket.destroy();
  const fields = (answer.headers ?? []).flatMap(([name, value]) => [name.toLowerCase(), value]);
  stream.respond([':status', String(answer.status ?? 200), ...fields]);
  stream.end(request.method === 'HEAD' ? undefined : (answer.body ?? ''));
}
