import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenSpan } from '@palisade/telemetry/open-span';
import { isTracing, openSpan } from '@palisade/telemetry/tracing';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while traces are exported, on routes worth tracing. */
    span: OpenSpan | undefined;
  }
}

/** Routes that machines request every few seconds: their traces would bury the others. */
const QUIET = /^\/(?:healthz|readyz|metrics|ops(?:\/|$))/;

/** Opens one server span for each request; the handler and what it awaits run inside it. */
export function requestTrace(app: FastifyInstance): void {
  app.decorateRequest('span', undefined);
  if (!isTracing()) return;
  app.addHook('onRequest', async (request) => {
    const route = request.routeOptions.url;
    if (route === undefined || QUIET.test(route)) return;
    const header = request.headers['traceparent'];
    const given = typeof header === 'string' ? header : undefined;
    // A trusted proxy decides what is traced and under which ID. The trace context of other clients is only linked.
    const ours = (request.ips?.length ?? 0) > 1;
    request.span = openSpan(`${request.method} ${route}`, {
      kind: 'server',
      ...(ours ? { parent: given } : { link: given, root: true }),
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'url.path': route,
        'palisade.request_id': request.id,
      },
    });
  });
  // Not earlier: reading the body leaves the context of an earlier hook.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.span) request.span.run(done);
    else done();
  });
  app.addHook('onResponse', async (request, reply) => finish(request, reply.statusCode));
  app.addHook('onRequestAbort', async (request) => finish(request, 499));
}

/** https://opentelemetry.io/docs/specs/semconv/http/http-spans/#status: on the server side, only 5xx is an error. */
function finish({ span }: FastifyRequest, status: number): void {
  span?.set({ 'http.response.status_code': status });
  if (status >= 500) span?.fail(`answered ${status}`);
  span?.end();
}
