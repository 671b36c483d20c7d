import type { FastifyInstance, preHandlerAsyncHookHandler } from 'fastify';
import type { Registry } from 'prom-client';

export async function metricsRoutes(
  app: FastifyInstance,
  deps: { registry: Registry; guard: preHandlerAsyncHookHandler },
): Promise<void> {
  app.get('/metrics', { preHandler: deps.guard }, async (_request, reply) => {
    reply.type(deps.registry.contentType);
    return deps.registry.metrics();
  });
}
