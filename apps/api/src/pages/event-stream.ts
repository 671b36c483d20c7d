import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface EventStream {
  send(event: string, data: unknown): void;
  end(): void;
}

/** Interval of comments that keep proxies from closing an idle connection. */
const KEEP_ALIVE_MS = 10_000;

export function wantsEvents(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/event-stream') === true;
}

/** Server-sent events (HTML §9.2) as the response to this request. */
export function eventStream(reply: FastifyReply): EventStream {
  const stream = new PassThrough();
  const timer = setInterval(() => stream.write(':\n\n'), KEEP_ALIVE_MS);
  stream.once('close', () => clearInterval(timer));
  // nginx would buffer the response until it is complete; this header turns that off.
  void reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(stream);
  return {
    send(event, data) {
      if (!stream.destroyed) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    end() {
      clearInterval(timer);
      stream.end();
    },
  };
}
