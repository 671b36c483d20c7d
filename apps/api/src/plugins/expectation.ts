import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rawAnswer } from './raw-answer.ts';

/** Requests whose client waits before it sends the body. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * RFC 9110 §10.1.1. A request that is refused by its headers (no key, another type, too long) gets that response at once,
 * instead of `100 Continue` and then a body that no one reads. Add it after the hooks that refuse requests.
 */
export function expectations(app: FastifyInstance, options: { https: boolean }): void {
  for (const event of ['checkContinue', 'checkExpectation'])
    app.server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      // `100-continue` is the only expectation there is. Node's own comparison accepts any value that contains it, and
      // would drop the others of a list without an answer.
      if (request.headers.expect?.toLowerCase() === '100-continue') {
        waiting.set(request, response);
        app.server.emit('request', request, response);
        return;
      }
      const message = 'the expectation of this request cannot be met: remove the Expect header';
      const { fields, body } = rawAnswer(message, options);
      response.writeHead(417, fields).end(body);
    });
  app.addHook('preParsing', async (request) => {
    const response = waiting.get(request.raw);
    if (response === undefined || !bodyIsRead(request)) return;
    waiting.delete(request.raw);
    response.writeContinue();
  });
  app.addHook('onSend', async ({ raw }, reply) => {
    // The client may send the body or not: what follows on this connection could be either.
    if (waiting.has(raw) && hasBody(raw)) reply.header('connection', 'close');
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether the framework would read the body: it refuses other types, and announced lengths above the limit. */
function bodyIsRead({ raw, server, routeOptions, headers, method }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD' || !hasBody(raw)) return false;
  if (Number(headers['content-length'] ?? 0) > routeOptions.bodyLimit) return false;
  return server.hasContentTypeParser((headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '');
}
