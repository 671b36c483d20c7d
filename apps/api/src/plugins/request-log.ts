import type { FastifyInstance } from 'fastify';

/** One line an answer: the path without its query (a key may stand there), never a header, never a body. */
export function requestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const level =
      reply.statusCode >= 500
        ? 'warn'
        : route === '/healthz' || route === '/readyz' || route === '/metrics'
          ? 'debug'
          : 'info';
    request.log[level](
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...request.span?.ids,
      },
      'answered',
    );
  });
}
