import type { FastifyInstance } from 'fastify';

/** Logs one line for each response: its route, never a query (which may contain a key), a header or a body. */
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
